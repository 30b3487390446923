import AuthCatalog
import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor

@Suite struct `Extending a descriptor` {
  @Test func `Extending a descriptor merges maps key by key and replaces lists`() throws {
    let provider = try load(
      acme + """
        extends: oidc
        scopes: { default: [openid], values: { openid: { doc: Other. } } }
        """
    ).descriptor
    #expect(provider.configuration.scopes?.defaults == ["openid"])
    let openid = try #require(provider.scopes.values.first)
    #expect(openid.doc == "Other.")
    #expect(openid.isRequired)
    #expect(provider.scopes.values.map(\.name) == ["openid", "profile", "email", "offline_access"])
  }

  @Test func `Extending a descriptor replaces the settings that request a refresh token as a whole`() throws {
    let parent =
      acme + """
        offline: { scope: offline_access }
        scopes: { values: { offline: { doc: Parent., required: true } } }

        """
    let yaml = """
      schema: 1
      id: child
      name: Child
      extends: ./parent.yaml
      offline: { parameters: { access_type: offline } }
      scopes: { values: { offline: { doc: Child. } } }
      """
    let child = try load(yaml, files: ["./parent.yaml": parent, "acme.yaml": yaml]).descriptor
    #expect(child.configuration.scopes?.offline == nil)
    #expect(child.configuration.authorization.offlineParameters == ["access_type": "offline"])
    let scope = try #require(child.scopes.values.first { $0.name == "offline" })
    #expect(scope.doc == "Child.")
    #expect(scope.isRequired)
  }

  @Test func `Extending a descriptor can replace a map with a value`() throws {
    #expect(try load(acme + "refresh: none\n").descriptor.configuration.refresh == nil)
  }

  @Test func `Extending a descriptor doesn't inherit keys about the parent file itself`() throws {
    let parent = acme + "swift: { type: Parent }\nprovenance: { reason: parent }\ntoken: { encoding: json }\n"
    let yaml = "schema: 1\nid: child\nname: Child\nextends: ./parent.yaml\n"
    let child = try load(yaml, files: ["./parent.yaml": parent, "acme.yaml": yaml]).descriptor
    #expect(child.swiftType == "Child")
    #expect(child.provenance.reason == nil)
    #expect(child.configuration.token.encoding == .json)
  }

  @Test(arguments: Catalog.builtIn.providerIDs)
  func `A descriptor with only extends, a schema, an ID, and a name is valid`(_ id: String) throws {
    let child = try load("schema: 1\nid: acme\nname: Acme\nextends: \(id)\n")
    #expect(child.warnings == [])
    #expect(child.variants.isEmpty)
    let parent = try LoadedCatalog.descriptor(id).descriptor.configuration
    let mayLackType = parent.idToken != nil && parent.token.response.tokenType != .bearer
    let sendsTokenInQuery = if case .query = parent.resources.token { true } else { false }
    let isWeak =
      parent.pkce.method == .none || parent.idToken?.otherAudiences == .allow || parent.idToken?.nonce == .optional
      || mayLackType || sendsTokenInQuery
    #expect((child.descriptor.provenance.reason != nil) == isWeak)
  }

  @Test func `A reason is inherited only together with the setting that it explains`() {
    let shopify = "schema: 1\nid: acme\nname: Acme\nextends: shopify\n"
    #expect(
      findings(shopify + "token: { method: GET }\n") == [
        """
        5:1: error: secrets in a query appear in servers' logs (RFC 6750 §5.3) [weak-without-reason]
        5:1: note: explain the reason in 'provenance.reason'; the documentation shows it
        """
      ])
    let google = "schema: 1\nid: acme\nname: Acme\nextends: google\n"
    #expect(
      findings(google + "server: { token_endpoint: \"https://b.example/t\" }\n") == [
        """
        5:11: error: codes from google.com are redeemed at b.example [different-domains]
        5:11: note: explain the reason in 'provenance.domains'
        """
      ])
  }

  @Test
  func
    `A response without token_type in OpenID Connect is allowed only with a reason`()
  {
    let rule = "token: { response: { token_type: optional_bearer } }\n"
    let google = "schema: 1\nid: acme\nname: Acme\nextends: google\n"
    #expect(
      findings(google + rule) == [
        """
        5:22: error: a response without the token type 'Bearer' may contain another kind of token (RFC 6749 §5.1) \
        [weak-without-reason]
        5:22: note: explain the reason in 'provenance.reason'; the documentation shows it
        """
      ])
    #expect(findings(google + rule + "provenance: { reason: Its responses leave it out. }\n") == [])
    #expect(findings("schema: 1\nid: acme\nname: Acme\nextends: github\n" + rule) == [])
  }

  @Test func `An inherited error is reported in the file that contains it`() {
    let yaml = "schema: 1\nid: acme\nname: Acme\nextends: ./parent.yaml\n"
    #expect(
      findings(yaml, files: ["./parent.yaml": acme + "tokn: {}\n"]) == [
        "./parent.yaml:6:1: error: unknown key 'tokn'; did you mean 'token'? [unknown-key]"
      ])
    let other = acme.replacing("https://{domain}", with: "https://{domian}")
    #expect(
      findings(yaml, files: ["./parent.yaml": other]).contains(
        """
        ./parent.yaml:5:19: error: 'server.issuer': 'variables' doesn't declare '{domian}'; did \
        you mean 'domain'? [undeclared-variable]
        """))
  }

  static let slips = [
    InvalidExample(
      "unknown family", acme + "extends: odic\n",
      "6:10: error: the catalog doesn't contain a descriptor 'odic'; did you mean 'oidc'? [unknown-descriptor]"),
    InvalidExample(
      "unknown family without a close match", acme + "extends: nobody-has-it\n",
      """
      6:10: error: the catalog doesn't contain a descriptor 'nobody-has-it'; \
      'authgen providers list' lists all IDs [unknown-descriptor]
      """),
    InvalidExample(
      "missing file", acme + "extends: ./nowhere.yaml\n",
      "6:10: error: cannot read './nowhere.yaml' [unreadable-file]"),
    InvalidExample(
      "itself", acme + "extends: acme.yaml\n",
      "6:10: error: 'extends' forms a cycle: acme → acme [extends-cycle]"),
    InvalidExample(
      "a family instead of a provider", acme + "abstract: true\n",
      "6:1: error: a family isn't a provider; write a descriptor that extends it [abstract-descriptor]"),
    InvalidExample(
      "no server", "schema: 1\nid: acme\nname: Acme\n",
      "1:1: error: 'server' is missing; expected a map [missing-key]"),
  ]

  @Test(arguments: slips)
  func `A descriptor that can't be extended is reported`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test func `A cycle is detected regardless of how its paths are spelled`() {
    let yaml = acme + "extends: ./x/../acme.yaml\n"
    #expect(
      findings(yaml, files: ["./x/../acme.yaml": yaml]) == [
        "6:10: error: 'extends' forms a cycle: acme → acme [extends-cycle]"
      ])
  }

  @Test func `A cycle with growing paths is detected`() {
    let files: @Sendable (String) -> Data? = { _ in Data((acme + "extends: x/../y/../acme.yaml\n").utf8) }
    let error = #expect(throws: DiagnosticsError.self) {
      try DescriptorLoader(readFile: files).load(path: "acme.yaml")
    }
    #expect(error?.diagnostics.map(\.code) == [.files.extendsCycle])
  }

  @Test func `A chain of too many descriptors is rejected`() {
    let files: @Sendable (String) -> Data? = { _ in Data((acme + "extends: x/acme.yaml\n").utf8) }
    let error = #expect(throws: DiagnosticsError.self) {
      try DescriptorLoader(readFile: files).load(path: "acme.yaml")
    }
    #expect(error?.diagnostics.map(\.message) == ["the chain of 'extends' is too long; it can have at most 16 files"])
  }

  @Test func `An inherited conflict is reported at the line that the user can edit`() {
    #expect(
      findings(acme + "authorize: { parameters: { prompt: { type: enum } } }\n") == [
        """
        6:28: error: a case 'none' would be mistaken for a missing value [optional-none-case]
        6:28: note: set another name with 'case:'
        """
      ])
    #expect(
      findings(acme + "authorize: { parameters: { login-hint: { type: string } } }\n") == [
        """
        6:28: error: 'login-hint' and 'login_hint' would both become 'loginHint' in signIn [name-conflict]
        6:28: note: set another name with 'case:'
        """
      ])
  }

  @Test func `A cycle of several files is detected`() {
    let files = ["a.yaml": "schema: 1\nid: a\nname: A\nextends: acme.yaml\n"]
    #expect(
      findings(acme + "extends: a.yaml\n", files: files) == [
        "a.yaml:4:10: error: 'extends' forms a cycle: acme → a → acme [extends-cycle]"
      ])
  }
}
