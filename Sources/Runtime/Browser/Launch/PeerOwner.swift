import Foundation

/// Both ends of a TCP connection on this machine.
struct LoopbackConnection: Sendable, Hashable {
  struct End: Sendable, Hashable {
    /// 4 or 16 bytes in network order.
    var address: [UInt8]
    var port: Int
  }

  var peer: End
  var here: End
}

/// The user whose process is at the other end of a TCP connection on this machine.
enum PeerOwner: Sendable, Hashable {
  case user(UInt32)
  /// The other end's process isn't on this system, or it has closed the connection.
  case noProcess
  /// This system doesn't report who owns a connection.
  case unknown
}

extension PeerOwner {
  private static let tables = ["/proc/net/tcp", "/proc/net/tcp6"]

  /// Whether this system reports who owns a connection.
  static var isKnown: Bool {
    #if os(Linux)
      tables.contains { table($0) != nil }
    #else
      false
    #endif
  }

  /// Finds the owner in the kernel's tables (Linux: `/proc/net/tcp` and `/proc/net/tcp6`). On other systems, the owner is
  /// `unknown`.
  init(of connection: LoopbackConnection) {
    #if os(Linux)
      self = .unknown
      // While the kernel lists the connections, others open and close, so one may be skipped.
      for _ in 0..<3 {
        let tables = Self.tables.compactMap(Self.table)
        guard !tables.isEmpty else { return }
        self = Self.find(connection, in: tables)
        if self != .noProcess { return }
      }
    #else
      self = .unknown
    #endif
  }

  private static func table(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// Finds the peer's socket: its local address is the remote end of this connection.
  static func find(_ connection: LoopbackConnection, in tables: [String]) -> PeerOwner {
    let ends = [connection.peer, connection.here]
    let keys = [ends.map(\.kernelText), ends.map(\.mappedKernelText)]
    for line in tables.flatMap({ $0.split(separator: "\n") }) {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 9, keys.contains(fields[1...2].map(String.init)) else { continue }
      // A closed connection has inode 0, and is listed as owned by root.
      guard fields[9] != "0", let user = UInt32(fields[7]) else { continue }
      return .user(user)
    }
    return .noProcess
  }
}

extension LoopbackConnection.End {
  /// The address as the kernel prints it: each four bytes as one number in this machine's byte order.
  fileprivate var kernelText: String {
    let words = stride(from: 0, to: address.count, by: 4).map { start in
      Self.hex(address[start..<min(start + 4, address.count)].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }, 8)
    }
    return words.joined() + ":" + Self.hex(UInt32(port), 4)
  }

  /// The address as an IPv6 socket shows it (RFC 4291 §2.5.5.2).
  fileprivate var mappedKernelText: String {
    guard address.count == 4 else { return kernelText }
    return Self(address: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address, port: port).kernelText
  }

  private static func hex(_ number: UInt32, _ digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
