import AuthDescriptor

/// A tag of a template with its location.
struct TemplateTag: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case variable, block, comment
  }

  var kind: Kind
  /// The text between the braces, without spaces at its ends.
  var content: String
  var location: SourceLocation
}

/// A piece of a template.
enum TemplatePiece: Sendable, Equatable {
  case text(String)
  case tag(TemplateTag)
}

/// Splits templates into tags and text. Stencil's lexer drops the rest of a file after an unclosed tag, loses locations (it
/// reports a line that occurs twice as 0:0), and searches with Foundation, which took a tenth of a run.
struct TemplateScanner {
  private(set) var pieces: [TemplatePiece] = []
  private(set) var findings: [Diagnostic] = []
  private let name: String
  /// The text after the last tag.
  private var text: [UInt8] = []

  var tags: [TemplateTag] {
    pieces.compactMap { piece in if case .tag(let tag) = piece { tag } else { nil } }
  }

  init(_ template: String, name: String) {
    self.name = name
    let lines = Array(template.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "\n")) }
      scan(line, line: index + 1)
    }
    finishText()
  }

  private mutating func scan(_ bytes: ArraySlice<UInt8>, line: Int) {
    var position = bytes.startIndex
    while let start = Self.nextOpener(in: bytes, from: position) {
      let location = SourceLocation(file: name, line: line, column: bytes.scalars(before: start) + 1)
      let opener = bytes[start + 1]
      guard let end = Self.closer(of: opener, in: bytes, from: start + 2) else {
        findings.append(Diagnostic(.generation.invalidTemplate, "the tag isn't closed on its line", at: location))
        break
      }
      text += bytes[position..<start]
      position = end + 2
      let isTriple =
        bytes[start + 2] == Self.brace || (position < bytes.endIndex && bytes[position] == Self.closingBrace)
      if opener == Self.brace, isTriple {
        findings.append(
          Diagnostic(.generation.invalidTemplate, "three braces in a row; add a space between them", at: location))
        continue
      }
      finishText()
      let content = String(decoding: bytes[(start + 2)..<end].trimmingBlanks, as: UTF8.self)
      pieces.append(.tag(TemplateTag(kind: Self.kind(opener), content: content, location: location)))
    }
    text += bytes[position...]
  }

  private mutating func finishText() {
    if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
    text = []
  }

  private static let brace = UInt8(ascii: "{")
  private static let closingBrace = UInt8(ascii: "}")

  private static func kind(_ opener: UInt8) -> TemplateTag.Kind {
    switch opener {
    case UInt8(ascii: "%"): .block
    case UInt8(ascii: "#"): .comment
    default: .variable
    }
  }

  private static func nextOpener(in bytes: ArraySlice<UInt8>, from position: Int) -> Int? {
    firstPair(brace, in: bytes[position...]) { $0 == brace || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "#") }
  }

  private static func closer(of opener: UInt8, in bytes: ArraySlice<UInt8>, from position: Int) -> Int? {
    firstPair(opener == brace ? closingBrace : opener, in: bytes[position...]) { $0 == closingBrace }
  }

  /// Finds the first `byte` that is followed by a byte for which `isNext` is true.
  private static func firstPair(_ byte: UInt8, in bytes: ArraySlice<UInt8>, before isNext: (UInt8) -> Bool) -> Int? {
    var rest = bytes
    while let found = rest.firstIndex(of: byte), found + 1 < bytes.endIndex {
      if isNext(bytes[found + 1]) { return found }
      rest = bytes[(found + 1)...]
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The number of scalars before a byte. In UTF-8, every scalar has exactly one byte that isn't a continuation byte.
  fileprivate func scalars(before end: Int) -> Int {
    prefix(upTo: end).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  fileprivate var trimmingBlanks: Self {
    let blank = UInt8(ascii: " ")
    let start = drop { $0 == blank }
    return start.prefix((start.lastIndex { $0 != blank } ?? start.startIndex - 1) + 1 - start.startIndex)
  }
}
