import Testing

@testable import AuthRuntime

@Suite struct `Text from outside` {
  @Test(arguments: [
    ("plain", "plain"), ("a\nb\u{1B}[2Jc", "a\u{FFFD}b\u{FFFD}[2Jc"), ("\u{202E}x\u{2028}", "\u{FFFD}x\u{FFFD}"),
    ("0123456789", "0123456789"), ("0123456789a", "0123456789…"),
  ])
  func `is shown in one line, cut, without anything invisible`(text: String, shown: String) {
    #expect(text.plainText(limit: 10) == shown)
  }

  @Test func `is cut also where a thousand marks make one character`() {
    let marks = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(marks.count == 1)
    #expect(marks.plainText(limit: 10).unicodeScalars.count == 41)
    #expect(marks.plainText(limit: .max) == marks)
  }
}
