import Foundation

/// The other end of a connection to a loopback address.
struct LoopbackPeer: Sendable, Hashable {
  /// The peer's IP address as text.
  let address: String
  let port: Int
  /// The port that it is connected to.
  let serverPort: Int
}

/// The user whose program is the other end of a connection.
enum PeerOwner: Sendable, Hashable {
  /// The user of this process, or root, which can read this process's memory anyway.
  case thisUser
  case anotherUser
  /// The platform doesn't tell.
  case unknown
}

extension PeerOwner {
  /// Finds the owner in the kernel's tables of connections. Only Linux has these.
  init(of peer: LoopbackPeer?) {
    #if os(Linux)
      let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap {
        try? String(decoding: Data(contentsOf: URL(filePath: $0)), as: UTF8.self)
      }
      let isWSL = ProcessInfo.processInfo.environment["WSL_DISTRO_NAME"]?.isEmpty == false
      self.init(of: peer, in: tables, user: geteuid(), mayBeOutside: isWSL)
    #else
      self = .unknown
    #endif
  }

  /// Finds the owner in tables of the form of `/proc/net/tcp`.
  ///
  /// - Parameters:
  ///   - user: The user of this process.
  ///   - mayBeOutside: Whether programs that aren't in the tables may connect, as Windows' browser does to WSL.
  init(of peer: LoopbackPeer?, in tables: [String], user: UInt32, mayBeOutside: Bool) {
    guard let peer, let place = Self.place(of: peer), !tables.isEmpty else {
      self = .unknown
      return
    }
    let server = ":" + Self.hexadecimal(peer.serverPort)
    for line in tables.lazy.flatMap({ $0.split(separator: "\n") }) {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      // A connection that its owner has closed has no owner any more, and can't receive the response.
      guard words.count > 7, words[3] == "01", place.contains(String(words[1])), words[2].hasSuffix(server),
        let owner = UInt32(words[7])
      else { continue }
      self = owner == user || owner == 0 ? .thisUser : .anotherUser
      return
    }
    self = mayBeOutside ? .unknown : .anotherUser
  }

  /// The spellings of a peer in the tables: an IPv4 address, and the same in IPv6. The bytes are in the machine's order,
  /// which is little-endian on every Linux that Swift runs on.
  private static func place(of peer: LoopbackPeer) -> [String]? {
    let bytes = peer.address.split(separator: ".").compactMap { UInt8($0) }
    guard bytes.count == 4 else { return nil }
    let address = bytes.reversed().map { hexadecimal(Int($0), digits: 2) }.joined()
    let port = hexadecimal(peer.port)
    return ["\(address):\(port)", "0000000000000000FFFF0000\(address):\(port)"]
  }

  private static func hexadecimal(_ number: Int, digits: Int = 4) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
