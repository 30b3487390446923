import AuthConfiguration
import Foundation
import TestSupport
import Testing

/// Some questions of `scripts/fuzz-differential`. Other implementations gave the same verdicts when these were recorded, except where a
/// rule of that script states why they differ.
@Suite struct `Verdicts compared with those of other implementations` {
  private static let folder = "Tests/Fuzzing/Differential"
  private static let kinds = ["claims", "form", "json", "jwe", "jwk", "jws", "url"]

  /// The levels around a value of a question or a verdict, which may be as deep as the parser allows.
  private static let levels = 4

  @Test func `Each kind of question has a file`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.file(Self.folder).path)
    #expect(names.filter { !$0.hasPrefix(".") }.sorted() == Self.kinds.map { "\($0).json" })
  }

  @Test(arguments: kinds) func `The verdict on each question matches the recorded one`(kind: String) async throws {
    let data = try Data(contentsOf: Repository.file("\(Self.folder)/\(kind).json"))
    let questions = try #require(JSONValue(parsing: data, wrappedIn: Self.levels)?.array)
    var accepted = 0
    for recording in questions {
      var question = try #require(recording.object)
      let removed = question.removeValue(forKey: "verdict")
      let recorded = try #require(removed)
      let text = await Answers.text(for: String(decoding: JSONValue.object(question).encoded, as: UTF8.self))
      #expect(JSONValue(parsing: Data(text.utf8), wrappedIn: Self.levels) == recorded, "\(question)")
      accepted += recorded == .null ? 0 : 1
    }
    #expect(accepted >= questions.count / 10 && accepted <= questions.count * 9 / 10)
    #expect(questions.count >= 20)
  }
}
