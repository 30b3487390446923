import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The values of templates` {
  private func values(_ derived: [String: DerivedValue] = [:]) -> TemplateValues {
    TemplateValues(ProviderConfiguration.plain.with { $0.derived = derived }) { Date(timeIntervalSince1970: 1) }
  }

  @Test func `A client without an ID has no value for it`() throws {
    for (clientID, value) in [("", nil), ("app", "app")] {
      let provider = try ResolvedProvider(.plain, variables: ["domain": "id.example"], clientID: clientID)
      #expect(provider.values.value("client_id") == value)
    }
  }

  @Test func `A derived value follows the values that it's computed from, and a random one stays the same`() {
    let before = values(["fixed": "base64({a})", "id": "uuid()"])
    let request = before.adding("a", "1").withFreshValues
    #expect(request.value("derive.fixed") == "MQ==")
    let id = request.value("derive.id")
    let later = request.adding("a", "2")
    #expect(later.value("derive.fixed") == "Mg==")
    #expect(id != nil && later.value("derive.id") == id)
  }

  @Test func `A derived value without one of its arguments, or that depends on itself, has no value`() {
    let values = values([
      "missing": "base64({a})", "half": "hmac_sha256_hex({b}, {a})", "one": "base64({derive.two})",
      "two": "sha256hex({derive.one})",
    ]).adding("b", "1")
    for name in ["missing", "half", "one", "two", "unknown"] { #expect(values.value("derive.\(name)") == nil) }
  }

  @Test func `The path of a value in a response has no alternatives`() {
    let values = values().adding(tree: ["a": "1", "b": ["c": "2"], "a | d": "3"], as: "token")
    #expect(values.value("token.a") == "1")
    #expect(values.value("token.b.c") == "2")
    #expect(values.value("token.a | d") == "3", "the name of a member")
    #expect(values.value("token.x | a") == nil)
    #expect(values.value("token.a | b.c") == nil)
  }

  @Test func `A template with a missing value is left out only if that's allowed`() throws {
    let templates: [String: TextTemplate] = ["a": "{missing}", "b": "2"]
    #expect(throws: StepFailure.configuration(.missingVariable("missing", example: "a value"))) {
      try values().pairs(templates)
    }
    #expect(try values().pairs(templates, allowsMissing: true).map(\.name) == ["b"])
  }

  @Test(arguments: [".", ".."])
  func `A dot segment is rejected in the path of a URL, and not after it`(value: String) throws {
    let values = values().adding(tree: ["user": .string(value)], as: "token")
    for template: TextTemplate in ["https://a.example/{token.user}", "https://a.example/{token.user}/b?c=d#e"] {
      #expect(throws: StepFailure.configuration(.invalidURL(template.text))) { try values.address(template) }
    }
    #expect(try values.address("https://a.example/b?c=/{token.user}/d") == "https://a.example/b?c=/\(value)/d")
    #expect(try values.address("https://a.example/b#/{token.user}/d") == "https://a.example/b#/\(value)/d")
  }
}
