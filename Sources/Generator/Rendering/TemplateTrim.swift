/// Removes what a block tag leaves behind: the spaces before it and, if it ends its line, the line break.
///
/// `TrimBehaviour.smart` does the same with regular expressions on every render. See ``NodeParser`` for measurements.
enum TemplateTrim {
  static func trimmed(_ pieces: [TemplatePiece]) -> [TemplatePiece] {
    var trimmed = pieces
    for index in pieces.indices where pieces[index].isBlock {
      if index > 0, case .text(let text) = trimmed[index - 1] {
        trimmed[index - 1] = .text(withoutBlanksAtEnd(text))
      }
      if index + 1 < pieces.count, case .text(let text) = trimmed[index + 1] {
        trimmed[index + 1] = .text(withoutLineBreak(text))
      }
    }
    return trimmed
  }

  private static func withoutBlanksAtEnd(_ text: String) -> String {
    let blanks = text.utf8.reversed().prefix(while: isBlank).count
    return String(decoding: text.utf8.dropLast(blanks), as: UTF8.self)
  }

  private static func withoutLineBreak(_ text: String) -> String {
    let rest = text.utf8.drop(while: isBlank)
    return rest.first == UInt8(ascii: "\n") ? String(decoding: rest.dropFirst(), as: UTF8.self) : text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension TemplatePiece {
  fileprivate var isBlock: Bool {
    if case .tag(let tag) = self { tag.kind == .block } else { false }
  }
}
