/// Text without its marks, and the places of the strings that they marked.
struct MarkedText {
  /// A string of the descriptor.
  struct Place: Sendable, Equatable {
    var kind: StringMarks.Kind
    /// The bytes in the contents. A string inside another one isn't listed separately.
    var range: Range<Int>
  }

  let contents: String
  let places: [Place]

  /// Creates text without marks, even if it contains their characters.
  init(unmarked text: String) { (contents, places) = (text, []) }

  /// Removes the marks, and records what they surround.
  init(_ text: String) {
    var text = text
    var bytes: [UInt8] = []
    var nesting = MarkNesting()
    text.withUTF8 { text in
      bytes.reserveCapacity(text.count)
      var copied = 0
      while let mark = StringMarks.firstIndex(in: text, from: copied) {
        bytes += text[copied..<mark]
        copied = mark + StringMarks.length
        nesting.add(StringMarks.kind(text[copied - 1]), at: bytes.count)
      }
      bytes += text[copied...]
    }
    contents = String(decoding: bytes, as: UTF8.self)
    places = nesting.places(upTo: bytes.count)
  }
}

/// Pairs the marks that begin strings with those that end them.
private struct MarkNesting {
  private var places: [MarkedText.Place] = []
  /// The outermost open string, and the number of open strings inside it.
  private var open: (kind: StringMarks.Kind, start: Int, depth: Int)?

  /// Adds the next mark.
  ///
  /// - Parameters:
  ///   - kind: The kind of a mark that begins a string, or `nil` for the mark that ends one.
  ///   - position: The position in the contents.
  mutating func add(_ kind: StringMarks.Kind?, at position: Int) {
    guard let string = open else {
      open = kind.map { ($0, position, 0) }
      return
    }
    if kind != nil {
      open?.depth += 1
    } else if string.depth > 0 {
      open?.depth -= 1
    } else {
      close(at: position)
    }
  }

  /// The places in contents of this length. Without its end, a string has the rest of the text.
  func places(upTo count: Int) -> [MarkedText.Place] {
    var copy = self
    copy.close(at: count)
    return copy.places
  }

  private mutating func close(at end: Int) {
    guard let open else { return }
    places.append(MarkedText.Place(kind: open.kind, range: open.start..<end))
    self.open = nil
  }
}
