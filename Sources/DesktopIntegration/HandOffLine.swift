#if os(Linux)
  /// The line of a process that hands over a callback. It may arrive in parts.
  struct HandOffLine {
    enum Progress: Sendable, Hashable {
      case more
      case line(String)
      /// The line is too long, or the other side closed the connection before the line was complete.
      case over
    }

    private let limit: Int
    private var bytes: [UInt8] = []

    /// - Parameter limit: The maximum length of the line in bytes, without its line break.
    init(atMost limit: Int) {
      self.limit = limit
    }

    /// Adds the bytes that arrived. If there are none, the other side has closed the connection.
    mutating func add(_ more: [UInt8]) -> Progress {
      bytes += more
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        return end <= limit ? .line(String(decoding: bytes[..<end], as: UTF8.self)) : .over
      }
      return more.isEmpty || bytes.count > limit ? .over : .more
    }
  }
#endif
