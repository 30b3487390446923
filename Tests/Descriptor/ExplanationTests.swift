import Testing

@testable import AuthDescriptor

@Suite struct `The explanation of a code` {
  @Test(arguments: DiagnosticCode.allCases)
  func `An explanation contains its meaning and the reason`(_ code: DiagnosticCode) {
    let explanation = code.explanation
    #expect(explanation.meaning.hasSuffix("."))
    #expect(explanation.reason.hasSuffix("."))
    #expect(!explanation.summary.hasSuffix("."))
    #expect(explanation.text(for: code).hasPrefix(code.rawValue + "\n\n"))
    #expect(explanation.text(for: code).split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  /// Codes that no descriptor can produce. The generator's tests cover the example for templates.
  static let withoutDescriptor: Set<DiagnosticCode> = [
    .files.unreadableFile, .files.fileTooLarge, .files.unusableDocument, .files.extendsDepth,
    .generation.invalidTemplate,
    .generation.unknownTemplate, .generation.invalidOutput,
    .generation.unwritableOutput, .generation.staleOutput,
    .lock.changedFact, .lock.changedUserID, .lock.unlockedDescriptor, .lock.invalidLock,
  ]

  @Test(arguments: DiagnosticCode.allCases)
  func `An explanation has an invalid and a valid example`(_ code: DiagnosticCode) {
    guard case .descriptor(let wrong, let right) = code.explanation.example else {
      #expect(Self.withoutDescriptor.contains(code), "no example")
      return
    }
    let reported = findings(Explanation.file(of: wrong))
    #expect(reported.contains { $0.contains("[\(code.rawValue)]") }, "the invalid example: \(reported)")
    #expect(findings(Explanation.file(of: right)) == [], "the valid example")
  }

  @Test func `An explanation has a different meaning for each code`() {
    let meanings = DiagnosticCode.allCases.map(\.explanation.meaning)
    #expect(Set(meanings).count == meanings.count)
  }
}
