import Foundation
import TestSupport
import Testing

/// The sign-ins of providers with unusual protocols, byte by byte.
///
/// To write the requests and results of new files, run the tests with `AUTH_UPDATE_REFERENCE=1`, and review them.
@Suite struct `The wire` {
  private static let folder = Repository.file("Tests/Runtime/Wire/Providers")

  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func `At least twenty providers are compared`() {
    #expect(Self.names.count >= 20)
  }

  @Test(arguments: names) func `A sign-in sends and reads exactly these bytes`(name: String) async throws {
    let file = Self.folder.appendingPathComponent("\(name).txt")
    let expected = WireTranscript(try String(contentsOf: file, encoding: .utf8), name: name)
    let played = try await expected.played()
    if ProcessInfo.processInfo.environment["AUTH_UPDATE_REFERENCE"] == "1" {
      try Data(played.text.utf8).write(to: file)
    } else {
      #expect(played.text == expected.text)
    }
  }
}
