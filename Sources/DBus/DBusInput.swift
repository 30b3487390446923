#if os(Linux)
  /// The bytes that arrived from a bus and haven't been read: first the lines of the handshake, then messages.
  struct DBusInput {
    /// The maximum length of a line in bytes, without its line break.
    static let maximumLineLength = 4096

    private var bytes: [UInt8] = []

    mutating func add(_ more: [UInt8]) {
      bytes += more
    }

    /// Removes exactly this number of bytes.
    ///
    /// - Returns: `nil` if fewer have arrived.
    mutating func take(_ count: Int) -> [UInt8]? {
      guard bytes.count >= count else { return nil }
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }

    /// Removes a line of the handshake.
    ///
    /// - Returns: The line without its line break, or `nil` if it's incomplete.
    mutating func line() throws(DBusFailure) -> String? {
      let end = bytes.prefix(Self.maximumLineLength + 1).firstIndex(of: UInt8(ascii: "\n"))
      guard let end else {
        guard bytes.count <= Self.maximumLineLength else {
          throw .broken("the bus doesn't respond with the D-Bus handshake")
        }
        return nil
      }
      let line = bytes[..<end]
      defer { bytes.removeFirst(end + 1) }
      return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
#endif
