import Testing

@testable import AuthGenerator

@Suite struct `The scan for comments` {
  /// - Parameter kinds: The kind at each position: outside a comment, in a line, or the depth in a block.
  @Test(arguments: [
    ("", "o"), ("a // b\nc", "oooollloo"), ("// b\rc", "oollloo"), ("a /* b */ c", "oooo11111ooo"), ("/**/a", "oo11oo"),
    ("/*/ a */b", "oo111111oo"), ("/* */* a", "oo111oooo"), ("/*a*/ //b", "oo111oooll"), ("/ / * */ a", "ooooooooooo"),
  ]) func `A comment extends from its delimiter to the end of its line or to its closing delimiter`(
    _ text: String, _ kinds: String
  ) {
    expect(kinds, in: text)
  }

  @Test func `A block comment ends after the comments inside it`() {
    expect("oo1122211oo", in: "/*/*a*/*/b")
  }

  @Test(arguments: [("// /* b\nc", "oolllllloo"), ("/* // b\n*/c", "oo11111111oo")])
  func `A delimiter of the other kind doesn't begin a comment inside a comment`(_ text: String, _ kinds: String) {
    expect(kinds, in: text)
  }

  @Test(arguments: [("/* // a", 3, "l"), ("/* a", 1, "o"), ("// a", 1, "o")])
  func `The scan ignores the bytes before its start`(_ text: String, _ start: Int, _ kind: Character) {
    let bytes = Array(text.utf8)
    var scan = CommentScan(bytes, from: start)
    #expect(scan.letter(at: bytes.count) == kind)
  }

  @Test func `The scan continues where the last call ended`() {
    var scan = CommentScan(Array("// a\n/* b */ // c".utf8), from: 0)
    let kinds = [3, 3, 5, 8, 12, 17].map { scan.letter(at: $0) }
    #expect(String(kinds) == "llo1ol")
  }

  private func expect(_ kinds: String, in text: String) {
    let bytes = Array(text.utf8)
    let found = (0...bytes.count).map { end in
      var scan = CommentScan(bytes, from: 0)
      return scan.letter(at: end)
    }
    #expect(String(found) == kinds)
  }
}

extension CommentScan {
  fileprivate mutating func letter(at end: Int) -> Character {
    switch kind(at: end) {
    case .outside: "o"
    case .line: "l"
    case .block(let depth): Character("\(depth)")
    }
  }
}

@Suite struct `A pair of bytes` {
  @Test(arguments: ["ab", "aab", "xaby", "ba ab"])
  func `A sequence contains a pair if its bytes follow each other`(_ text: String) {
    #expect(text.utf8.contains((UInt8(ascii: "a"), UInt8(ascii: "b"))))
  }

  @Test(arguments: ["", "a", "b", "ba", "axb", "aa", "bb", "xa", "bx"])
  func `A sequence doesn't contain a pair in another order, or with a byte between`(_ text: String) {
    #expect(!text.utf8.contains((UInt8(ascii: "a"), UInt8(ascii: "b"))))
  }

  @Test func `A pair of equal bytes needs both of them`() {
    #expect("xaa".utf8.contains((UInt8(ascii: "a"), UInt8(ascii: "a"))))
    #expect(!"axa".utf8.contains((UInt8(ascii: "a"), UInt8(ascii: "a"))))
  }
}
