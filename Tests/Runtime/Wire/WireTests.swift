import AuthDescriptor
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

  /// The things that the language can say about unusual providers, and a pattern of the descriptors that say them.
  private static let features: [(name: String, pattern: String)] = [
    ("a provider without users", #"\nuser: none"#), ("a registration", #"registration:"#),
    ("the document of a client", #"kind: document|registration: document"#),
    ("headers of all requests", #"\nheaders: \{"#), ("alternative paths", #": "?[\w.\[\]]+ \| [\w.\[\]]+"#),
    ("a response of a second exchange", #"second_exchange:[\s\S]*response:"#),
    ("a list of hosts", #"values: \[[a-z, .]+\][\s\S]*\.\{tld\}"#), ("a part of a label", #"\{env\}-api\."#),
    ("a route in a fragment", "fragment_route"), ("an alias of the callback URL", "redirect_alias:"),
    ("a response without an access token", "access_token: none"),
    ("scopes in the callback", #"callback: \{[^}]*scope:"#),
    ("a condition on a part of a value", #"contains\("#), ("a condition on a prefix", #"prefix\("#),
    ("a page for another device", #"verification_uri: "?https:"#), ("hooks", #"\nhooks: \["#),
    ("an assertion of the client", "private_key_jwt"),
    ("a constant with the name of a signed request", #"request: \{ const:"#),
  ]

  @Test(arguments: features.map(\.name)) func `Every feature for unusual providers is in a file`(name: String) throws {
    let pattern = try #require(Self.features.first { $0.name == name }?.pattern)
    let regex = try NSRegularExpression(pattern: pattern)
    let found = try Self.names.filter { name in
      let text = try String(contentsOf: Self.folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
      let descriptor = WireTranscript(text, name: name).descriptor
      return regex.firstMatch(in: descriptor, range: NSRange(descriptor.startIndex..., in: descriptor)) != nil
    }
    #expect(!found.isEmpty)
  }

  @Test func `A sign-in widget without a token endpoint, such as Telegram's, is rejected with the reason`() throws {
    let yaml = """
      schema: 1
      id: telegram
      name: Telegram
      server: { authorization_endpoint: "https://oauth.telegram.org/auth" }
      userinfo: { source: callback.id, map: { id: "." } }
      provenance: { sources: ["https://core.telegram.org/widgets/login"], verified: "2026-11-24" }
      """
    let loader = DescriptorLoader(readFile: { $0 == "telegram.yaml" ? Data(yaml.utf8) : nil })
    let error = #expect(throws: DiagnosticsError.self) { try loader.load(path: "telegram.yaml") }
    let diagnostic = try #require(error?.diagnostics.first { $0.code.rawValue == "missing-endpoint" })
    #expect(diagnostic.message.contains("server.token_endpoint"))
    #expect(diagnostic.code.explanation.meaning.contains("a sign-in widget, such as Telegram's"))
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
