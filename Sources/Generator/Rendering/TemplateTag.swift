import AuthDescriptor

/// A tag of a template with its place.
struct TemplateTag: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case variable, block, comment
  }

  var kind: Kind
  /// What stands between the braces, without blanks at its ends.
  var content: String
  var location: SourceLocation
}

/// Finds the tags of a template. Stencil's own lexer drops the rest of a file behind an unclosed tag and loses places
/// (a line that occurs twice is reported as 0:0), so templates are read here before it sees them.
enum TemplateScanner {
  static func scan(_ text: String, name: String) -> (tags: [TemplateTag], findings: [Diagnostic]) {
    var tags: [TemplateTag] = []
    var findings: [Diagnostic] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let bytes = Array(line.utf8)
      var position = 0
      while let start = nextOpener(in: bytes, from: position) {
        let location = SourceLocation(file: name, line: index + 1, column: bytes.scalars(before: start) + 1)
        let opener = bytes[start + 1]
        guard let end = closer(of: opener, in: bytes, from: start + 2) else {
          findings.append(Diagnostic(.invalidTemplate, "the tag is not closed in its line", at: location))
          break
        }
        position = end + 2
        let isTriple = bytes[start + 2] == brace || (position < bytes.count && bytes[position] == closingBrace)
        if opener == brace, isTriple {
          findings.append(Diagnostic(.invalidTemplate, "three braces in a row; put a blank between", at: location))
          continue
        }
        let content = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
        tags.append(TemplateTag(kind: kind(opener), content: content.trimmingBlanks, location: location))
      }
    }
    return (tags, findings)
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

  private static func nextOpener(in bytes: [UInt8], from position: Int) -> Int? {
    bytes.indices.dropFirst(position).dropLast().first { index in
      bytes[index] == brace && [brace, UInt8(ascii: "%"), UInt8(ascii: "#")].contains(bytes[index + 1])
    }
  }

  private static func closer(of opener: UInt8, in bytes: [UInt8], from position: Int) -> Int? {
    let first = opener == brace ? closingBrace : opener
    return bytes.indices.dropFirst(position).dropLast().first { index in
      bytes[index] == first && bytes[index + 1] == closingBrace
    }
  }
}

extension [UInt8] {
  /// Places count scalars, and every scalar of UTF-8 has one byte that continues none.
  fileprivate func scalars(before end: Int) -> Int {
    prefix(end).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
