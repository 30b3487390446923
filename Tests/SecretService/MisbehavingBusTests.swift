#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  /// A socket with a listener that may not be a bus.
  private struct MisbehavingBus: Sendable {
    private let path = FileManager.default.temporaryDirectory.path + "/misbehaving-\(UUID().uuidString)"
    private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

    /// - Parameters:
    ///   - responses: Each one is sent when data has arrived.
    ///   - closes: Whether the connection closes after the last response, or stays open without data.
    static func with(
      _ responses: [[UInt8]], closes: Bool = true, _ body: (SecretServiceStore) async throws -> Void
    ) async throws {
      let bus = MisbehavingBus()
      let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + Array(bus.path.utf8) + [0]
      let isBound = address.withUnsafeBytes { raw in
        raw.baseAddress.map {
          bind(bus.listener, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)) == 0
        } ?? false
      }
      try #require(isBound && listen(bus.listener, 16) == 0)
      Thread.detachNewThread { bus.serve(responses, closes) }
      defer {
        // Ends the thread that waits in `accept`, too.
        shutdown(bus.listener, Int32(SHUT_RDWR))
        unlink(bus.path)
      }
      let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.path)"]
      let call = closes ? SessionBus.patience : .milliseconds(200)
      try await body(SecretServiceStore(in: environment, SecretServiceTimes(call: call, prompt: call)))
    }

    private func serve(_ responses: [[UInt8]], _ closes: Bool) {
      var open: [Int32] = []
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        for response in responses {
          var buffer = [UInt8](repeating: 0, count: 4096)
          guard recv(client, &buffer, buffer.count, 0) > 0 else { break }
          _ = send(client, response, response.count, Int32(MSG_NOSIGNAL))
        }
        if closes { close(client) } else { open.append(client) }
      }
      for client in open + [listener] { close(client) }
    }
  }

  @Suite struct `An invalid bus` {
    private static let hello = Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)
    private static let garbage: [[[UInt8]]] = [
      [], [[]], [Array("REJECTED EXTERNAL\r\n".utf8)], [Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)],
      [[UInt8](repeating: 0, count: 10_000)], [[UInt8](repeating: 0x0A, count: 10_000)], [hello], [hello, hello],
      [hello, [UInt8](repeating: 0, count: 16)], [hello, [0x6C, 2, 0, 1, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0]],
      [hello, [0x6C, 2, 0, 1, 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]],
      [hello, DBusMessage(.response, serial: 1, [.replySerial: .uint32(1)], body: [.byte(1)]).encoded()],
      [hello, DBusMessage(.response, serial: 1, [.replySerial: .uint32(1)], body: [.string(":1.1")]).encoded()],
    ]

    @Test(arguments: garbage)
    func `An invalid bus is reported as unavailable`(responses: [[UInt8]]) async throws {
      try await MisbehavingBus.with(responses) { store in
        for call in StoreCall.allCases {
          guard case .unavailable? = try await call.failure(in: store) else {
            Issue.record("\(call)")
            continue
          }
        }
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be another user, too"))
    func `An invalid bus is rejected if it belongs to another user`() async throws {
      let address = "unix:abstract=\(UUID().uuidString)"
      let arguments = ["--reuid=65534", "--clear-groups", "dbus-daemon", "--session", "--nofork", "--print-address=2"]
      try await DaemonProcess.with("setpriv", arguments + ["--address=\(address)"], in: [:]) { daemon in
        while case let line = await daemon.line(), !line.contains("unix:") { try #require(!line.isEmpty) }
        let times = SecretServiceTimes(call: SessionBus.patience, prompt: SessionBus.patience)
        let store = SecretServiceStore(in: ["DBUS_SESSION_BUS_ADDRESS": address], times)
        guard case .unavailable(let reason)? = try await StoreCall.load.failure(in: store) else {
          Issue.record("a secret would have been sent to it")
          return
        }
        #expect(reason.contains("the bus belongs to another user (65534)"), "\(reason)")
      }
    }

    @Test(arguments: garbage.prefix(2) + garbage.suffix(7))
    func `An invalid bus causes a timeout if it stops responding`(responses: [[UInt8]]) async throws {
      try await MisbehavingBus.with(responses, closes: false) { store in
        guard case .unavailable? = try await StoreCall.load.failure(in: store) else {
          Issue.record("expected a failure")
          return
        }
      }
    }
  }
#endif
