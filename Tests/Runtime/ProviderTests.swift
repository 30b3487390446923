import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Variables and URLs` {
  @Test(arguments: ["acme.eu.auth0.com", "localhost:8443", "127.0.0.1", "[::1]:443", "a-b.example"])
  func `A host is a name or an address with an optional port`(host: String) throws {
    let provider = try ResolvedProvider(.plain, variables: ["domain": host], clientID: "app")
    #expect(provider.issuer == "https://\(host)")
    let template = try #require(provider.configuration.server.tokenEndpoint)
    #expect(try provider.values.url(template).absoluteString == "https://\(host)/token")
  }

  @Test(arguments: [
    "", "https://acme.com", "acme.com/x", "acme.com?x", "acme.com#x", "user@acme.com", "a b", "acme..com", "-a.com",
    "acme.com:", "acme.com:0", "acme.com:99999", "acme.com:443/", "acme.com\n", "ácme.com", "acme%2ecom", "{domain}",
    "[zz]", "acme.com:443@evil.com",
  ])
  func `Anything other than a host and a port is rejected as a host`(host: String) {
    #expect(throws: StepFailure.configuration(.invalidVariable("domain", example: "id.example.com"))) {
      try ResolvedProvider(.plain, variables: ["domain": host], clientID: "app")
    }
  }

  @Test func `A listed host may have a port`() throws {
    let hosts = ProviderConfiguration.Variable("node", .pathSegment, values: ["a.example.com", "b.example.com:8443"])
    var configuration = ProviderConfiguration.plain
    configuration.variables.append(hosts)
    let provider = try ResolvedProvider(
      configuration, variables: ["domain": "id.example.com", "node": "b.example.com:8443"], clientID: "app")
    #expect(try provider.values.url("https://{node}/token").absoluteString == "https://b.example.com:8443/token")
  }

  @Test(arguments: [".", "..", "a/../b", "%2e%2e"])
  func `A value from a server can't leave the path of an endpoint`(value: String) throws {
    let provider = try ResolvedProvider(.plain, variables: ["domain": "id.example.com"], clientID: "app")
    let values = provider.values.adding(tree: ["user": .string(value)], as: "token")
    let template: TextTemplate = "https://{domain}/users/{token.user}/me"
    guard value.first == "." else {
      #expect(try values.url(template).path(percentEncoded: true).hasPrefix("/users/"))
      return
    }
    #expect(throws: StepFailure.configuration(.invalidURL(template.text))) { try values.url(template) }
  }

  @Test func `A missing variable is reported with an example`() {
    #expect(throws: StepFailure.configuration(.missingVariable("domain", example: "id.example.com"))) {
      try ResolvedProvider(.plain, variables: [:], clientID: "app")
    }
  }

  @Test func `A missing variable is reported even if no URL contains it`() {
    let configuration = ProviderConfiguration.plain.with {
      $0.variables.append(.init("tier", .pathSegment, example: "gold"))
    }
    #expect(throws: StepFailure.configuration(.missingVariable("tier", example: "gold"))) {
      try ResolvedProvider(configuration, variables: ["domain": "id.example.com"], clientID: "app")
    }
  }

  @Test(arguments: [
    ("http://id.example.com", ConfigurationFailure.insecureURL("http://id.example.com")),
    ("http://127.0.0.1.evil.com", .insecureURL("http://127.0.0.1.evil.com")),
    ("ftp://id.example.com", .insecureURL("ftp://id.example.com")), ("ftp://[::1]/", .insecureURL("ftp://[::1]")),
    ("ws://localhost:9/", .insecureURL("ws://localhost:9")),
    ("https://user:pass@id.example.com", .invalidURL("https://…@id.example.com")),
    ("http://id.example.com/secret?token=x", .insecureURL("http://id.example.com")),
    ("id.example.com", .invalidURL("id.example.com")),
    ("https://203.0.113.7:65536/k", .invalidURL("https://203.0.113.7:65536")),
    ("https://[2001:db8::1]:99999/k", .invalidURL("https://[2001:db8::1]:99999")),
    ("https://id.example.com:0/", .invalidURL("https://id.example.com:0")),
    ("https://id.example.com:/", .invalidURL("https://id.example.com:")),
    ("https://1.2.3.4:18446744073709551617/", .invalidURL("https://1.2.3.4:18446744073709551617")),
    ("https://999.1.1.1/", .invalidURL("https://999.1.1.1")),
    ("https://0x7f000001:9/k", .invalidURL("https://0x7f000001:9")),
    ("https://0x7f.0x1/", .invalidURL("https://0x7f.0x1")),
    ("https://[bad?\u{301}token=SECRET", .invalidURL("https://[bad")),
    ("https://[bad/\u{301}token/SECRET", .invalidURL("https://[bad")),
    ("https://a%0AFAKE.example/", .invalidURL("https://a%0AFAKE.example")),
    ("https://%1B]0;x%07.example/", .invalidURL("https://%1B]0;x%07.example")),
    ("https:/path", .invalidURL("https:/path")),
  ])
  func `URLs with neither https nor http on loopback, or with an invalid host or port, are rejected`(
    url: String, expected: ConfigurationFailure
  ) {
    #expect(throws: StepFailure.configuration(expected)) { try SecureURL.parse(url) }
  }

  @Test(arguments: ["http://127.0.0.1:1/x", "http://localhost/x", "http://[::1]/x", "https://a.b/x"])
  func `An http URL on loopback is accepted`(url: String) throws {
    #expect(try SecureURL.parse(url).absoluteString == url)
  }

  @Test func `An endpoint with a fragment is rejected, even with an empty one`() throws {
    for end in ["#", "#a", "?b=c#d"] {
      #expect(throws: StepFailure.configuration(.endpointWithFragment("https://id.example.com"))) {
        try SecureURL.endpoint("https://id.example.com/token" + end)
      }
    }
    #expect(try SecureURL.parse("https://id.example.com/page#part").fragment == "part")
    let configuration = ProviderConfiguration.plain.with { $0.server.tokenEndpoint = "https://{domain}/token#x" }
    #expect(throws: StepFailure.configuration(.endpointWithFragment("https://id.example.com"))) {
      try ResolvedProvider(configuration, variables: ["domain": "id.example.com"], clientID: "app")
    }
  }

  @Test func `Templates keep doubled braces and report missing names`() throws {
    let values = TemplateValues(.plain) { Date() }.adding(["a": "1", "b": "2"])
    #expect(try values.text("https://{a}/{{x}}/{b}") == "https://1/{x}/2")
    #expect(throws: StepFailure.configuration(.missingVariable("c", example: "a value"))) { try values.text("{c}") }
    #expect(throws: StepFailure.configuration(.invalidURL("{c"))) { try values.text("{c") }
  }
}

@Suite struct `Discovery` {
  /// A provider known only by its issuer.
  private static func provider(at server: ScriptedServer) throws(StepFailure) -> ResolvedProvider {
    let configuration = ProviderConfiguration(id: "test", name: "Test") { it in
      it.server.issuer = TextTemplate(server.url)
    }
    return try ResolvedProvider(configuration, variables: [:], clientID: "app")
  }

  /// The number of discovery requests of a sign-in and a refresh.
  private func discoveries(_ change: @escaping (inout ProviderConfiguration) -> Void) async throws -> Int {
    try await withProvider { provider in
      let client = AuthClient<DynamicProvider>(
        configuration: provider.configuration.with(change), variables: [:], clientID: "test-client",
        redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      _ = try await client.signIn(scopes: [], parameters: .init())
      _ = try await client.refresh()
      return provider.requests.filter { $0.path == "/.well-known/openid-configuration" }.count
    }
  }

  @Test func `Discovery runs once, and only if a required value is missing`() async throws {
    #expect(try await discoveries { _ in } == 0)
    #expect(try await discoveries { $0.server.tokenEndpoint = nil } == 1)
    #expect(
      try await discoveries {
        let issuer = $0.server.issuer
        $0.server = .init()
        $0.server.issuer = issuer
      } == 1)
    #expect(try await discoveries { $0.idToken?.algorithms = [] } == 1)
  }

  @Test func `Discovery isn't tried if the descriptor disables it`() async throws {
    try await withProvider(.plain.with { ($0.discovery.mode, $0.server.tokenEndpoint) = (.none, nil) }) { provider in
      let failure = await failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(failure == .configuration(.missingEndpoint(.token)))
    }
  }

  @Test(arguments: [
    (#"{"issuer":"https://other.example"}"#, 200, "discoveryIssuerMismatch"),
    ("<html>", 200, "notJSON"),
    ("[]", 200, "notJSON"),
    ("{}", 404, "unexpectedStatus"),
    ("oops", 502, "unexpectedStatus"),
  ])
  func `A discovery document that isn't JSON or isn't the issuer's is rejected`(
    body: String, status: Int, caseName: String
  ) async throws {
    let server = try await ScriptedServer.start { _ in .json(body, status: status) }
    let failure = await failure(
      of: try await DiscoveryDocument.fetch(
        for: Self.provider(at: server), transport: AuthEnvironment.platformTransport))
    await server.stop()
    #expect(failure?.caseName == caseName)
  }

  @Test func `A discovered endpoint without TLS is rejected`() async throws {
    let server = try await ScriptedServer.start { request in
      .json(#"{"issuer":"http://\#(request.headers["host"] ?? "")","token_endpoint":"http://evil.example/token"}"#)
    }
    let transport = AuthEnvironment.platformTransport
    let failure = await failure(
      of: try await DiscoveryDocument.fetch(for: Self.provider(at: server), transport: transport).url(.token))
    await server.stop()
    #expect(failure == .configuration(.insecureURL("http://evil.example")))
  }

  @Test(arguments: [
    ("revocation_endpoint", "http://evil.example/revoke", ConfigurationFailure.insecureURL("http://evil.example")),
    ("revocation_endpoint", "", .invalidURL("")),
  ])
  func `A wrong discovered endpoint is rejected when it's used, and not before`(
    name: String, address: String, expected: ConfigurationFailure
  ) async throws {
    let configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example")
    try await withProvider(configuration) { provider in
      let root = try #require(provider.configuration.server.issuer?.text)
      let document = """
        {"issuer":"\(root)","authorization_endpoint":"\(root)/authorize","token_endpoint":"\(root)/token",\
        "jwks_uri":"\(root)/keys","id_token_signing_alg_values_supported":["ES256"],"\(name)":"\(address)"}
        """
      await provider.rewrite { script in
        script.instead = { $0.path.hasSuffix("openid-configuration") ? .json(document) : nil }
      }
      let client = AuthClient<DynamicProvider>(
        issuer: root, clientID: "app", redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let rejection = await failure(of: try await client.revokeTokens())
      #expect(rejection == .configuration(expected))
    }
  }

  @Test(arguments: [
    ("https://id.example?tenant=1", "https://id.example?…"), ("https://id.example/?", "https://id.example/?…"),
    ("https://id.example/a#b", "https://id.example/a#…"),
  ])
  func `An issuer with a query or a fragment is rejected without a request`(issuer: String, shown: String) async throws
  {
    let transport = ScriptedTransport { _ in TransportResponse(status: 404) }
    let client = AuthClient<DynamicProvider>(
      issuer: issuer, clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(transport: transport).withOwnRedirects)
    let rejection = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    #expect(rejection == .configuration(.invalidURL(shown)))
    #expect(throws: StepFailure.configuration(.invalidURL(shown))) { try DiscoveryDocument.locations(of: issuer) }
    #expect(transport.asked.value == 0)
  }
}
