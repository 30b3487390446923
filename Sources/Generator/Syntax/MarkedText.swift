/// Text without its marks, and the places of the strings that they marked.
struct MarkedText {
  /// A string of the descriptor.
  struct Place: Sendable, Equatable {
    var kind: StringMarks.Kind
    /// The bytes in the contents. A string inside another one isn't listed separately.
    var range: Range<Int>
  }

  let contents: String
  private(set) var places: [Place] = []

  /// Creates text without marks, even if it contains their characters.
  init(unmarked text: String) { contents = text }

  /// Removes the marks, and records what they surround.
  init(_ text: String) {
    var text = text
    var bytes: [UInt8] = []
    var open: (kind: StringMarks.Kind, start: Int, depth: Int)?
    var places: [Place] = []
    let head = StringMarks.head
    text.withUTF8 { text in
      bytes.reserveCapacity(text.count)
      var copied = 0
      var index = 0
      while index + 3 < text.count {
        let isMark =
          text[index] == head[0] && text[index...].starts(with: head)
          && StringMarks.isMark(text[index + 3])
        guard isMark else {
          index += 1
          continue
        }
        bytes += text[copied..<index]
        index += 4
        copied = index
        if let kind = StringMarks.kind(text[index - 1]) {
          open = open.map { ($0.kind, $0.start, $0.depth + 1) } ?? (kind, bytes.count, 0)
        } else if let string = open {
          open = string.depth == 0 ? nil : (string.kind, string.start, string.depth - 1)
          if open == nil { places.append(Place(kind: string.kind, range: string.start..<bytes.count)) }
        }
      }
      bytes += text[copied...]
    }
    // Without its end, a string has the rest of the text.
    if let open { places.append(Place(kind: open.kind, range: open.start..<bytes.count)) }
    contents = String(decoding: bytes, as: UTF8.self)
    self.places = places
  }
}
