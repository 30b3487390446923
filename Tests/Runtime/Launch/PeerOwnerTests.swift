#if os(Linux)
  import Foundation
  import NIOCore
  import NIOPosix
  import Testing

  @testable import AuthRuntime

  @Suite struct `The owner of a connection` {
    private static let connection = LoopbackConnection(
      peer: .init(address: [127, 0, 0, 1], port: 0xE753), here: .init(address: [127, 0, 0, 1], port: 0x1F90))
    private static let head =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"

    private static func line(
      _ local: String, _ remote: String, state: String = "01", user: Int = 500, inode: Int = 18198
    ) -> String {
      """
         6: \(local) \(remote) \(state) 00000000:00000000 02:000AFA92 00000000 \(user)        0 \(inode) 2 0 204 40 20 2 -1

      """
    }

    private static func mapped(_ end: String) -> String { "0000000000000000FFFF0000" + end }

    @Test(
      arguments: [
        (line("0100007F:E753", "0100007F:1F90"), .user(500)),
        // The server's end of the connection, another port, and another loopback address.
        (line("0100007F:1F90", "0100007F:E753"), .noProcess), (line("0100007F:E754", "0100007F:1F90"), .noProcess),
        (line("0200007F:E753", "0100007F:1F90"), .noProcess),
        // An IPv6 socket with an IPv4 connection.
        (line(mapped("0100007F:E753"), mapped("0100007F:1F90"), user: 7), .user(7)),
        // The system lists a closed connection as root's.
        (line("0100007F:E753", "0100007F:1F90", state: "06", user: 0, inode: 0), .noProcess),
        (line("0100007F:E753", "0100007F:1F90", state: "05", user: 0, inode: 0), .noProcess),
        ("   6: 0100007F:E753\n", .noProcess), ("", .noProcess),
      ] as [(String, PeerOwner)])
    func `Only the peer's own open socket determines the owner`(line: String, expected: PeerOwner) {
      // The table uses the machine's byte order. These lines are from a little-endian machine.
      guard UInt32(1).littleEndian == 1 else { return }
      #expect(PeerOwner.find(Self.connection, in: [Self.head + line, Self.head]) == expected)
    }

    @Test func `The kernel names this process's user for its own connection`() async throws {
      let group = MultiThreadedEventLoopGroup.singleton
      let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
      let client = try await ClientBootstrap(group: group).connect(to: #require(server.localAddress)).get()
      let ends = try [client.localAddress, client.remoteAddress].map { address in
        LoopbackConnection.End(address: [127, 0, 0, 1], port: try #require(address?.port))
      }
      let connection = LoopbackConnection(peer: ends[0], here: ends[1])
      #expect(PeerOwner(of: connection) == .user(geteuid()))
      try await client.close()
      #expect(PeerOwner(of: connection) == .noProcess)
      try await server.close()
    }
  }
#endif
