import Testing

@testable import AuthRuntime

@Suite struct `Untrusted text in messages` {
  @Test(arguments: [
    ("plain", "plain"), ("a\nb\u{1B}[2Jc", "a\u{FFFD}b\u{FFFD}[2Jc"), ("\u{202E}x\u{2028}", "\u{FFFD}x\u{FFFD}"),
    ("0123456789", "0123456789"), ("0123456789a", "0123456789…"),
  ])
  func `Untrusted text is shown in one line, shortened, without invisible characters`(text: String, shown: String) {
    #expect(text.plainText(limit: 10) == shown)
  }

  @Test(arguments: [
    0x00, 0x1B, 0x7F, 0x9B, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x180B, 0x180D, 0x180E, 0x180F, 0x200B, 0x200E, 0x2028,
    0x202E, 0x2065, 0x2066, 0x206A, 0x206F, 0x2800, 0x3164, 0xE000, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB,
    0xE0001, 0xE007F, 0xE0100, 0xE01EF,
  ])
  func `Invisible characters and terminal control characters are replaced`(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    #expect("a\(scalar)b".plainText() == "a\u{FFFD}b")
    let error = ServerError(code: "x\(scalar)", endpoint: .token, text: "y\(scalar)", requestID: "z\(scalar)")
    #expect(error.requestID == "z\u{FFFD}")
  }

  @Test func `Text of several lines keeps its line feeds`() {
    #expect("a\u{1B}\n\nb\r\n".plainLines == "a\u{FFFD}\n\nb\u{FFFD}\n")
  }

  @Test(arguments: ["a\nb", "a\u{9B}b", "a\u{202E}b"])
  func `No failure's description or recovery contains control characters`(text: String) {
    let failures: [StepFailure] = [
      .network(.unreachable(host: text), endpoint: .token),
      .network(.untrustedServer(host: text), endpoint: .token), .network(.noResponse(host: text), endpoint: .token),
      .network(.interrupted(host: text), endpoint: .token), .configuration(.unreadableTrustRoot(text)),
      .configuration(.unsuitableRedirect(text)),
      .configuration(.invalidVariable(text, example: text)), .configuration(.unknownParameter(text, known: [text])),
      .configuration(.invalidURL(text)), .configuration(.insecureURL(text)), .store(.unavailable(text)),
      .session(.offline(.network(.unreachable(host: text), endpoint: .token))), .callback(.missingField(text)),
      .response(.missingField(text, endpoint: .token, status: 200)),
      .browser(.timedOut(lastRejection: nil, toRegister: text)),
    ]
    for failure in failures {
      for shown in [failure.description, failure.recovery.description] {
        #expect(shown.isSafeToShow, "\(shown)")
      }
    }
    for failure in [AccessFailure.malformedRequest(text), .insufficientScope([text]), .unavailable(failures[0])] {
      #expect(failure.description.isSafeToShow)
      #expect(failure.recovery.description.isSafeToShow)
    }
  }

  @Test func `A character with a thousand combining marks is shortened too`() {
    let marks = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(marks.count == 1)
    #expect(marks.plainText(limit: 10).unicodeScalars.count == 41)
    #expect(marks.plainText(limit: .max) == marks)
  }
}

extension String {
  /// Whether no character of this string can control a terminal.
  var isSafeToShow: Bool { !unicodeScalars.contains { $0.isUnsafeToShow } }
}
