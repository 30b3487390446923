import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import Testing

@testable import AuthRuntime

@Suite struct `The tenant that an app configures` {
  private static let own = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
  private static let other = "11111111-2222-3333-4444-555555555555"
  private static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"

  @Test(
    arguments: [
      (own, own, true), (own, other, false), (own, personal, false), (own.uppercased(), own, true),
      ("common", own, true), ("common", personal, true), ("consumers", personal, true), ("consumers", own, false),
      ("organizations", own, true), ("organizations", personal, false),
    ] as [(String, String, Bool)])
  func `The ID token's issuer must contain the configured tenant`(
    named: String, actual: String, isTaken: Bool
  ) async throws {
    let configuration = MicrosoftEntraID.configuration.with { it in
      for index in it.variables.indices where it.variables[index].name == "tenant" {
        it.variables[index].defaultValue = named
      }
    }
    let script = ScriptedProvider.Script {
      $0.claims = {
        $0["iss"] = .string("https://login.microsoftonline.com/\(actual)/v2.0")
        ($0["tid"], $0["oid"]) = (.string(actual), .string("user-1"))
      }
    }
    try await withProvider(configuration, script: script) { provider in
      let failure = await failure(
        of: try await provider.client().signIn(scopes: [], parameters: .init(), timeout: .seconds(60)))
      #expect(failure == (isTaken ? nil : .idToken(.issuerMismatch)))
    }
  }

  @Test(arguments: ["acme.example", "acme", "8eaef023"])
  func `A tenant can't be a domain, because tokens don't contain it`(named: String) async throws {
    let example = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
    let rejected = ConfigurationFailure.invalidVariable("tenant", example: example)
    let api = ResourceServer<DynamicProvider>(
      configuration: MicrosoftEntraID.configuration.with { $0.accessToken.format = .jwt },
      variables: ["tenant": named], audiences: ["api"])
    await #expect(throws: AccessFailure.configuration(rejected)) { try await api.checkReadiness() }
    let lenient = MicrosoftEntraID.configuration.with { it in
      for index in it.variables.indices { it.variables[index].pattern = nil }
      for index in it.variables.indices where it.variables[index].name == "tenant" { it.variables[index].values = [] }
    }
    #expect(throws: StepFailure.configuration(rejected)) {
      try ResolvedProvider(lenient, variables: ["tenant": named], clientID: "app")
    }
  }

  @Test func `A claim other than the tenant ID must be exactly the configured value`() throws {
    let values = TemplateValues(.plain) { Date() }.adding("org", "common")
    let rules = try TenantRule.rules(
      of: "https://id.example/{id_token.org}", at: "https://id.example/{org}", values, variables: [])
    let rule = try #require(rules.first)
    #expect(rules.count == 1)
    #expect(rule.accepts(["org": "common"]))
    for other: [String: JSONValue] in [["org": "acme"], ["org": "COMMON"], ["org": 7], [:], ["tid": "common"]] {
      #expect(!rule.accepts(other))
    }
  }

  @Test(
    arguments: [
      ("https://id.example/{id_token.org}-eu", "https://id.example/{org}"),
      ("https://id.example/{id_token.org}", "https://id.example/{org}-eu"),
    ] as [(TextTemplate, TextTemplate)])
  func `A segment with other text contains no configured tenant`(issuer: TextTemplate, server: TextTemplate) throws {
    let values = TemplateValues(.plain) { Date() }.adding("org", "acme")
    #expect(try TenantRule.rules(of: issuer, at: server, values, variables: []).isEmpty)
  }

  @Test func `An issuer with another number of segments than the server's contains no configured tenant`() throws {
    let values = TemplateValues(.plain) { Date() }.adding("tenant", "common")
    for server: TextTemplate? in ["https://id.example/{tenant}", "https://id.example/{tenant}/v2.0/x", nil] {
      let rules = try TenantRule.rules(
        of: "https://id.example/{id_token.tid}/v2.0", at: server, values, variables: [])
      #expect(rules.isEmpty)
    }
  }
}
