/// A pass over the bytes between two tokens.
struct CommentScan {
  enum Kind {
    case outside, line
    /// A block comment may contain others.
    case block(depth: Int)
  }

  private let bytes: [UInt8]
  private var position: Int
  private var kind = Kind.outside

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// The kind of the comment that is open at a position, which isn't before that of the last call.
  mutating func kind(at end: Int) -> Kind {
    while position < end {
      let byte = bytes[position]
      let follower = position + 1 < end ? bytes[position + 1] : nil
      position += 1
      switch (kind, byte, follower) {
      case (.outside, UInt8(ascii: "/"), UInt8(ascii: "/")): kind = .line
      case (.outside, UInt8(ascii: "/"), UInt8(ascii: "*")): open(depth: 1)
      case (.line, UInt8(ascii: "\n"), _), (.line, UInt8(ascii: "\r"), _): kind = .outside
      case (.block(let depth), UInt8(ascii: "/"), UInt8(ascii: "*")): open(depth: depth + 1)
      case (.block(let depth), UInt8(ascii: "*"), UInt8(ascii: "/")): open(depth: depth - 1)
      default: break
      }
    }
    return kind
  }

  /// Continues behind the second byte of a delimiter.
  private mutating func open(depth: Int) {
    kind = depth == 0 ? .outside : .block(depth: depth)
    position += 1
  }
}
