import AuthDescriptor
import AuthRuntime
import AuthTesting
import Foundation
import Testing

@testable import authctl

/// Documents of servers that try to write other content into a descriptor.
@Suite struct `A hostile discovery document` {
  private static let payloads = [
    "\nserver: { issuer: \"https://evil.example\" }\n", "\r\nextends: evil\r\n", "x\" }\nhooks: [signTokenRequest]\n#",
    "# comment", "a # b", "': {", "\"", "\\", "\\\"", "\\n", "{domain}", "{{", "}}", "[a, b]", "&a", "*a", "!!str x",
    "- x", "? x", "| x", "> x", "%YAML", "---", "...", "~", "null", "true", "no", "1e3", "0x10", "<<",
    "\u{85}extends: a",
    "\u{2028}extends: a", "\u{2029}extends: a", "\u{B}extends: a", "\u{C}x", "\u{0}", "\u{1B}[2J", "\t", "\u{202E}evil",
    "\u{2066}evil", "\u{200B}", "\u{FEFF}", "\u{E000}", "\u{FFFE}", "\u{E0041}", "\u{301}\u{301}\u{301}", "e\u{301}",
    "🧑‍🚀", "ﷺ", String(repeating: "a", count: 100_000), String(repeating: "\u{301}", count: 128), "", " ", "  ",
    "https://evil.example/\n#", "https://evil.example/{x}", "https://evil.example/#fragment", "javascript:alert(1)",
    "https://evil.example/\"", "self", "init", "constructor", "openid", "RS256", "none", "S256", "code",
  ]
  private static let names = [
    "authorization_endpoint", "token_endpoint", "jwks_uri", "revocation_endpoint", "end_session_endpoint",
    "userinfo_endpoint", "registration_endpoint", "service_documentation", "op_policy_uri", "op_tos_uri",
  ]
  private static let lists = [
    "scopes_supported", "response_types_supported", "response_modes_supported", "grant_types_supported",
    "id_token_signing_alg_values_supported", "token_endpoint_auth_methods_supported", "prompt_values_supported",
    "claims_supported", "ui_locales_supported", "acr_values_supported", "display_values_supported",
    "code_challenge_methods_supported",
  ]
  private static let keys: Set<String> = [
    "schema", "id", "name", "server", "discovery", "client", "authorize", "scopes", "id_token", "refresh", "revocation",
    "logout", "provenance",
  ]

  private let base = "https://login.acme.example"

  @Test(arguments: 0..<400)
  func `A hostile document produces a file with only expected keys, or is rejected`(seed: Int) {
    do throws(ReportedFailure) {
      check(try written(seed))
    } catch {
      #expect(error.line.count < 700)
      #expect(error.line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      let name = error.line.prefix { $0 != ":" }
      #expect(name.allSatisfy { $0.isLetter }, "\(error.line)")
    }
  }

  /// Makes sure that the test above doesn't test only rejections.
  @Test func `A hostile document is rejected in some cases and accepted in others`() {
    let accepted = (0..<100).filter { (try? written($0)) != nil }.count
    #expect((25...75).contains(accepted), "\(accepted)")
  }

  @Test(arguments: 0..<200)
  func `A hostile document can't add lines to the doctor's report`(seed: Int) throws {
    let facts = try DescriptorFacts(Acme.load(Acme.descriptor, base: base), variables: [:])
    let server = ServerResponses(document: .success(document(seed)))
    for line in Comparison(facts: facts, server: server).findings.map(\.description) {
      #expect(line.hasPrefix("acme.yaml:") && line.hasSuffix("]") && line.utf8.count < 6000, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
    }
  }

  private func document(_ seed: Int) -> ServerDocument {
    var random = Random(state: UInt64(seed + 1))
    var fields = Acme.document("{}", base: base)
    for _ in 0...Int.random(in: 0...6, using: &random) { Self.spoil(&fields, &random) }
    return ServerDocument(url: URL(fileURLWithPath: "/document"), fields: fields)
  }

  private func written(_ seed: Int) throws(ReportedFailure) -> String {
    let document = document(seed)
    let writing = DescriptorWriter(issuer: base, id: "acme")
    return try writing.describe(document, host: "login.acme.example", date: Acme.noon).text
  }

  private func check(_ text: String) {
    let loaded: LoadedDescriptor
    do {
      loaded = try Acme.load(text, base: base)
    } catch {
      Issue.record("\(error)")
      return
    }
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.descriptor.configuration.server.issuer?.text == base)
    #expect(loaded.descriptor.id == "acme")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let written = lines.filter { !$0.hasPrefix(" ") && !$0.hasPrefix("#") && !$0.isEmpty }.map {
      $0.prefix { $0 != ":" }
    }
    #expect(Set(written.map(String.init)).isSubset(of: Self.keys), "\(written)")
    #expect(lines.allSatisfy { $0.utf8.count < 4000 })
  }

  private static func spoil(_ fields: inout [String: JSONValue], _ random: inout Random) {
    func payload() -> JSONValue { .string(payloads.randomElement(using: &random) ?? "") }
    if Int.random(in: 0...9, using: &random) == 0 {
      fields[(payloads.randomElement(using: &random) ?? "") + "_endpoint"] = payload()
    } else if Bool.random(using: &random), let name = names.randomElement(using: &random) {
      fields[name] = payload()
    } else if let list = lists.randomElement(using: &random) {
      let old = fields[list]?.array ?? []
      let new = (0...Int.random(in: 0...80, using: &random)).map { _ in payload() }
      fields[list] = .array(Bool.random(using: &random) ? old + new : new)
    }
  }

  /// A generator with the same numbers in every run.
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
