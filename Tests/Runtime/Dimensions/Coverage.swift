import Foundation
import Testing

/// The dimensions in which providers differ that have no test in this folder, and the reasons.
private let withoutTests: [String: String] = [
  "D15": "documentation: an endpoint that moves is a new value in the catalog",
  "D33": "later: pushed authorization requests",
  "D109": "later: device flow",
  "D110": "later: device flow",
  "D111": "later: client credentials",
  "D112": "later: token exchange and a provider's custom grants",
  "D113": "later: dynamic registration",
  "D114": "later: DPoP",
  "D115": "documentation: a provider's own SDK",
  "D116": "the initializer in generated code; every test without a secret has a public client",
  "D119": "out of scope: no token endpoint",
]

@Suite struct `Every dimension` {
  private var folder: URL { URL(filePath: #filePath).deletingLastPathComponent() }

  private func named() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let tests = files.filter { $0.pathExtension == "swift" && $0.lastPathComponent != "Coverage.swift" }
    let texts = try tests.map { try String(contentsOf: $0, encoding: .utf8) }
    return Set(texts.flatMap { text in text.matches(of: #/\bD\d{2,3}\b/#).map { String($0.output) } })
  }

  @Test func `Every dimension has a test or a reason`() throws {
    let known = (1...121).map { $0 < 10 ? "D0\($0)" : "D\($0)" }
    let named = try named()
    #expect(known.filter { !named.contains($0) && withoutTests[$0] == nil } == [])
    #expect(named.subtracting(known).sorted() == [])
    #expect(Set(withoutTests.keys).subtracting(known).sorted() == [])
    #expect(withoutTests.keys.filter(named.contains).sorted() == [])
  }
}
