import Testing

@testable import AuthConfiguration

/// Most paths consist of ASCII names. A faster parser reads those.
@Suite struct `The two parsers of a path` {
  /// Returns every string of at most `length` of these characters.
  private static func texts(of characters: [String], upTo length: Int) -> [String] {
    var (all, longest) = ([""], [""])
    for _ in 0..<length {
      longest = longest.flatMap { text in characters.map { text + $0 } }
      all += longest
    }
    return all
  }

  @Test func `Both parsers of paths read and reject the same paths of ASCII names`() {
    let texts = Self.texts(of: ["a", "Z", "9", "_", "-", "."], upTo: 5)
    for text in texts { #expect(FieldPath.plainSteps(text) == FieldPath.generalSteps(text), "\(text)") }
    #expect(texts.count { FieldPath.plainSteps($0) != nil } > texts.count / 4)
  }

  @Test func `The faster parser of paths leaves any other path to the general one`() {
    // The last two form one character with the character before.
    let others = [
      "[", "]", "'", "\"", "{", "}", "|", "=", " ", "\n", "é", "\u{FF41}", "\u{661}", "\0", "\u{301}", "\u{200D}",
    ]
    for text in Self.texts(of: ["a", "0", "."] + others, upTo: 3) {
      let isPlain = others.allSatisfy { !text.unicodeScalars.contains($0.unicodeScalars.first ?? " ") }
      let steps = FieldPath.plainSteps(text)
      #expect(isPlain ? steps == FieldPath.generalSteps(text) : steps == nil, "\(text)")
    }
  }
}
