import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The names in parentheses are those of the suite `modelcontextprotocol/conformance`.
@Suite struct `From a resource to its authorization server` {
  private static let root = "/.well-known/oauth-protected-resource"

  @Test func `The metadata in the challenge leads to tokens (auth/metadata-default)`() async throws {
    try await ResourceFixture.run { fixture in
      let (body, response) = try await fixture.client().data(for: fixture.request, signIn: .ask())
      #expect(response.status == 200)
      #expect(String(decoding: body, as: UTF8.self) == "ok")
      let paths = fixture.server.requests.map(\.path)
      #expect(paths == ["/mcp", "/.well-known/oauth-protected-resource/mcp", "/mcp"])
      let places = fixture.provider.requests.map(\.path)
      #expect(places == ["/.well-known/oauth-authorization-server", "/register", "/authorize", "/token"])
    }
  }

  @Test func `Without a challenge, the client finds OpenID Connect metadata (auth/metadata-var1)`() async throws {
    try await ResourceFixture.run {
      $0.challenge = "Bearer"
      $0.serverPlace = "/.well-known/openid-configuration"
    } _: { fixture in
      try await fixture.client().signIn()
      #expect(fixture.server.requests.map(\.path) == ["/mcp", "\(Self.root)/mcp"])
      let places = fixture.provider.requests.map(\.path).filter { $0.contains("well-known") }
      #expect(places == ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
    }
  }

  @Test func `The metadata of the whole origin is the last resort (auth/metadata-var2)`() async throws {
    try await ResourceFixture.run(path: "/tenant1") {
      $0.challenge = ""
      $0.place = Self.root
      $0.metadata = { $0["resource"] = .string($0["resource"]?.string?.replacing("/mcp", with: "") ?? "") }
      $0.serverPlace = "/.well-known/oauth-authorization-server/tenant1"
    } _: { fixture in
      try await fixture.client().signIn()
      #expect(fixture.server.requests.map(\.path) == ["/mcp", "\(Self.root)/mcp", Self.root])
      #expect(fixture.signIns.first?["resource"] == fixture.server.url)
      #expect(fixture.provider.requests.first?.path == "/.well-known/oauth-authorization-server/tenant1")
    }
  }

  @Test func `Metadata may be at any path of the resource's origin (auth/metadata-var3)`() async throws {
    try await ResourceFixture.run(path: "/tenant1") {
      $0.place = "/custom/metadata/location.json"
      $0.challenge = #"Bearer resource_metadata="{ORIGIN}/custom/metadata/location.json""#
      $0.serverPlace = "/tenant1/.well-known/openid-configuration"
    } _: { fixture in
      try await fixture.client().signIn()
      let places = fixture.provider.requests.map(\.path).filter { $0.contains("well-known") }
      #expect(
        places == [
          "/.well-known/oauth-authorization-server/tenant1", "/.well-known/openid-configuration/tenant1",
          "/tenant1/.well-known/openid-configuration",
        ])
    }
  }

  @Test func `A resource that doesn't require a token gets none`() async throws {
    try await ResourceFixture.run {
      $0.responses = [ScriptedResponse(200, body: "open")]
    } _: { fixture in
      let (body, _) = try await fixture.client().data(for: fixture.request)
      #expect(String(decoding: body, as: UTF8.self) == "open")
      #expect(fixture.provider.requests.isEmpty)
    }
  }

  @Test func `The app chooses among the listed authorization servers before any of them gets a request`() async throws {
    try await ResourceFixture.run {
      $0.metadata = {
        $0["authorization_servers"] = .array(["https://other.example"] + ($0["authorization_servers"]?.array ?? []))
      }
    } _: { fixture in
      let policy = ResourcePolicy { metadata in metadata.authorizationServers.last }
      let found = try await fixture.client(policy: policy).discover()
      #expect(found.authorizationServer == fixture.issuer)
      #expect(found.identification == .dynamic)
      let none = await failure(
        StepFailure.self, of: try await fixture.client(policy: ResourcePolicy { _ in nil }).discover())
      #expect(none == .resource(.noAuthorizationServer))
      let unlisted = ResourcePolicy { _ in "https://elsewhere.example" }
      let other = await failure(StepFailure.self, of: try await fixture.client(policy: unlisted).discover())
      #expect(other == .resource(.unlistedAuthorizationServer("https://elsewhere.example")))
      fixture.script.withLock { script in script.metadata = { $0["authorization_servers"] = [] } }
      let empty = await failure(StepFailure.self, of: try await fixture.client(policy: unlisted).discover())
      #expect(empty == .resource(.noAuthorizationServer))
    }
  }

  @Test func `By default, the client prefers a server at which the app is registered`() async throws {
    try await ResourceFixture.run {
      $0.metadata = {
        $0["authorization_servers"] = .array(["https://other.example"] + ($0["authorization_servers"]?.array ?? []))
      }
    } _: { fixture in
      let identity = ResourceClientIdentity.registered(ClientCredentials(id: "abc"), at: fixture.issuer)
      let found = try await fixture.client(identity).discover()
      #expect(found.authorizationServer == fixture.issuer)
      #expect(found.identification == .registered)
    }
  }
}

@Suite struct `Metadata of a resource that a client rejects` {
  private static func rejection(_ change: @escaping (inout ResourceFixture.Script) -> Void) async throws -> StepFailure?
  {
    let found = Locked<StepFailure?>(nil)
    try await ResourceFixture.run(change) { fixture in
      let reason = await failure(StepFailure.self, of: try await fixture.client().signIn())
      found.withLock { $0 = reason }
      #expect(fixture.signIns.isEmpty)
      #expect(fixture.tokenRequests.isEmpty)
    }
    return found.value
  }

  @Test(arguments: [
    "https://evil.example.com/mcp", "http://127.0.0.1:1/mcp", "not a URL", "https://evil.example.com/#a",
  ])
  func `Metadata of another resource is rejected (auth/resource-mismatch)`(resource: String) async throws {
    let reason = try await Self.rejection { $0.metadata = { $0["resource"] = .string(resource) } }
    guard case .resource(.otherResource(resource, _)) = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
    #expect(reason?.recovery == .fix(.resourceURL))
  }

  @Test(arguments: ["/", "/mc", "/mcp/", "/mcp/x", "/MCP", "/mcp?a=b"])
  func `Below the resource's well-known path, the resource must match exactly`(path: String) async throws {
    let reason = try await Self.rejection { script in
      script.metadata = { $0["resource"] = .string($0["resource"]?.string?.replacing("/mcp", with: path) ?? "") }
    }
    guard case .resource(.otherResource) = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
  }

  @Test(arguments: ["https://evil.example.com/meta", "http://127.0.0.1:1/.well-known/oauth-protected-resource/mcp"])
  func `A challenge can't name metadata of another origin`(url: String) async throws {
    let reason = try await Self.rejection { $0.challenge = #"Bearer resource_metadata="\#(url)""# }
    guard case .resource(.otherOrigin) = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
  }

  @Test func `A resource that isn't on this machine can't name a server on this machine`() throws {
    let resource = try ResourceIdentifier("https://mcp.example.com/mcp")
    #expect(throws: StepFailure.self) { try resource.metadataURL("http://127.0.0.1:8080/meta") }
    #expect(throws: StepFailure.self) { try SecureURL.endpoint("http://localhost:1", namedBy: resource.text) }
  }

  @Test func `A resource without metadata, or with invalid metadata, is reported`() async throws {
    let missing = try await Self.rejection {
      $0.challenge = ""
      $0.place = "/nowhere"
    }
    guard case .resource(.missingMetadata) = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    let servers = try await Self.rejection { $0.metadata = { $0["authorization_servers"] = nil } }
    #expect(servers == .resource(.noAuthorizationServer))
    let kind = try await Self.rejection { $0.metadata = { $0["authorization_servers"] = [1] } }
    #expect(kind == .resource(.invalidMetadata("authorization_servers")))
    let scopes = try await Self.rejection { $0.metadata = { $0["scopes_supported"] = ["a b"] } }
    #expect(scopes == .resource(.invalidMetadata("scopes_supported")))
  }

  @Test func `A redirect from the metadata isn't followed`() async throws {
    let reason = try await Self.rejection { $0.document = .redirect(to: "https://evil.example.com/meta") }
    #expect(reason == .response(.redirected(endpoint: .resource, status: 302)))
  }

  @Test func `Metadata that's too large is rejected`() async throws {
    let reason = try await Self.rejection { $0.document = .json(String(repeating: " ", count: 300 << 10)) }
    #expect(reason == .response(.tooLarge(endpoint: .resource, limit: 256 << 10)))
  }

  @Test(arguments: ["http://id.example", "https://user@id.example", "ftp://id.example", "https://id.example/#a"])
  func `An authorization server at an insecure or invalid URL gets no request`(issuer: String) async throws {
    let reason = try await Self.rejection { $0.metadata = { $0["authorization_servers"] = [.string(issuer)] } }
    guard case .configuration = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
  }

  @Test func `An authorization server with a URL of more than 2048 bytes gets no request`() async throws {
    let reason = try await Self.rejection {
      $0.metadata = { fields in
        let issuer = fields["authorization_servers"]?.array?.first?.string ?? ""
        fields["authorization_servers"] = [.string("\(issuer)/\(String(repeating: "a", count: 2048))")]
      }
    }
    #expect(reason == .resource(.invalidMetadata("authorization_servers")))
  }

  @Test func `Metadata of another issuer is rejected (auth/issuer-mismatch)`() async throws {
    let reason = try await Self.rejection { $0.serverMetadata = { $0["issuer"] = "https://evil.example.com" } }
    #expect(reason == .response(.discoveryIssuerMismatch))
  }

  @Test(arguments: [
    "http://mcp.example.com/mcp", "ftp://mcp.example.com", "mcp.example.com", "https://mcp.example.com#a", "",
  ])
  func `A resource must be an https URL, or http on a loopback address`(url: String) async throws {
    let client = ResourceClient(resource: url, client: .dynamic(), redirect: .loopback())
    let reason = await failure(StepFailure.self, of: try await client.discover())
    guard case .configuration = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
  }

  @Test func `A server without PKCE is rejected, unless the app accepts it (auth/pkce-no-s256-support)`() async throws {
    let plain = try await Self.rejection { $0.serverMetadata = { $0["code_challenge_methods_supported"] = ["plain"] } }
    guard case .resource(.missingPKCE) = plain else {
      Issue.record("\(String(describing: plain))")
      return
    }
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["code_challenge_methods_supported"] = nil }
    } _: { fixture in
      let reason = await failure(StepFailure.self, of: try await fixture.client().signIn())
      #expect(reason == .resource(.missingPKCE(issuer: fixture.issuer)))
      #expect(fixture.signIns.isEmpty)
      try await fixture.client(policy: ResourcePolicy(acceptsUnadvertisedPKCE: true)).signIn()
      #expect(fixture.signIns.first?["code_challenge_method"] == "S256")
    }
  }
}
