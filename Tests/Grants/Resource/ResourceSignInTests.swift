import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

/// The names in parentheses are those of the suite `modelcontextprotocol/conformance`.
@Suite struct `The identity of a client at a resource's authorization server` {
  private static let url = "https://app.example.com/client.json"

  @Test func `A registered client is used first (auth/pre-registration)`() async throws {
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["client_id_metadata_document_supported"] = true }
    } _: { fixture in
      await fixture.provider.rewrite { $0.clientSecret = Secret("s3cret") }
      var identity = ResourceClientIdentity.document(Self.url)
      identity.registered[fixture.issuer] = ClientCredentials(id: "abc", secret: Secret("s3cret"))
      _ = await failure(StepFailure.self, of: try await fixture.client(identity).signIn())
      #expect(fixture.signIns.first?["client_id"] == "abc")
      #expect(!fixture.provider.requests.contains { $0.path == "/register" })
    }
  }

  @Test func `Then the app's metadata document, if the server supports it (auth/basic-cimd)`() async throws {
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["client_id_metadata_document_supported"] = true }
    } _: { fixture in
      let found = try await fixture.client(.document(Self.url)).discover()
      #expect(found.identification == .document)
      _ = await failure(StepFailure.self, of: try await fixture.client(.document(Self.url)).signIn())
      #expect(fixture.signIns.first?["client_id"] == Self.url)
      #expect(!fixture.provider.requests.contains { $0.path == "/register" })
    }
  }

  @Test func `Then a registration with the type of a native app, kept for the issuer (auth/basic-dcr)`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      let client = fixture.client(.document(Self.url), store: store)
      try await client.signIn()
      let body = try #require(fixture.provider.requests.first { $0.path == "/register" }?.body)
      let members = try #require(JSONValue(parsing: body)?.object)
      #expect(members["application_type"] == "native")
      #expect(members["grant_types"] == ["authorization_code", "refresh_token"])
      #expect(members["redirect_uris"]?.array?.first?.string?.contains(Redirect.component(for: fixture.issuer)) == true)
      try await fixture.client(.document(Self.url), store: store).signIn()
      #expect(fixture.provider.requests.count { $0.path == "/register" } == 1)
      #expect(try await client.connection()?.clientID == "client-1")
    }
  }

  @Test func `A client without any identity at the server learns which issuer to register with`() async throws {
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["registration_endpoint"] = nil }
    } _: { fixture in
      let reason = await failure(StepFailure.self, of: try await fixture.client().signIn())
      #expect(reason == .resource(.noClient(issuer: fixture.issuer)))
      #expect(reason?.recovery == .fix(.resourceClient, ["issuer": fixture.issuer]))
      #expect(fixture.signIns.isEmpty)
    }
  }

  @Test func `A rejected registration fails with the server's error`() async throws {
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["registration_endpoint"] = .string(($0["issuer"]?.string ?? "") + "/reject") }
    } _: { fixture in
      await fixture.provider.rewrite { script in
        let instead = script.instead
        script.instead = { request in
          request.path == "/reject"
            ? .json(#"{"error":"invalid_redirect_uri","error_description":"no"}"#, status: 400) : instead(request)
        }
      }
      let reason = await failure(StepFailure.self, of: try await fixture.client().signIn())
      guard case .server(_, let error) = reason else {
        Issue.record("\(String(describing: reason))")
        return
      }
      #expect(error.endpoint == .registration)
      #expect(error.code == "invalid_redirect_uri")
      #expect(fixture.signIns.isEmpty)
    }
  }
}

@Suite struct `The tokens of a resource` {
  @Test func `Both requests and each refresh name the resource`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      try await client.client().refresh()
      #expect(fixture.signIns.map { $0["resource"] } == [fixture.resource])
      #expect(fixture.tokenRequests.map { $0["grant_type"] } == ["authorization_code", "refresh_token"])
      #expect(fixture.tokenRequests.map { $0["resource"] } == [fixture.resource, fixture.resource])
    }
  }

  @Test func `A rejected token is refreshed first (auth/token-refresh-basic, auth/token-refresh-rotation)`()
    async throws
  {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      fixture.script.withLock { $0.responses = [ResourceFixture.challenge(#"Bearer error="invalid_token""#)] }
      #expect(try await client.data(for: fixture.request).1.status == 200)
      fixture.script.withLock { $0.responses = [ResourceFixture.challenge(#"Bearer error="invalid_token""#)] }
      #expect(try await client.data(for: fixture.request).1.status == 200)
      #expect(fixture.signIns.count == 1)
      #expect(fixture.tokenRequests.compactMap { $0["grant_type"] }.suffix(2) == ["refresh_token", "refresh_token"])
      #expect(Set(fixture.tokenRequests.compactMap { $0["refresh_token"] }).count == 2)
    }
  }

  @Test func `Another process finds the session without a request, and shares it`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      try await fixture.client(store: store).signIn()
      let before = [fixture.server.requests.count, fixture.provider.requests.count]
      let other = fixture.client(store: store)
      let connection = try #require(try await other.connection())
      #expect(connection.authorizationServer == fixture.issuer)
      #expect(connection.identification == .dynamic)
      _ = try await other.accessToken()
      #expect([fixture.server.requests.count, fixture.provider.requests.count] == before)
      try await other.client().refresh()
      let (_, response) = try await other.data(for: fixture.request)
      #expect(response.status == 200)
      #expect(fixture.signIns.count == 1)
    }
  }

  @Test func `Without a session, the client doesn't open the browser unless it's allowed`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      let data = await failure(StepFailure.self, of: try await client.data(for: fixture.request))
      #expect(data == .notSignedIn)
      let token = await failure(StepFailure.self, of: try await client.accessToken())
      #expect(token == .notSignedIn)
      #expect(try await client.connection() == nil)
      let no = ResourceSignIn.ask { _ in false }
      let denied = await failure(StepFailure.self, of: try await client.data(for: fixture.request, signIn: no))
      #expect(denied == .notSignedIn)
      #expect(fixture.signIns.isEmpty)
    }
  }

  @Test func `A request to another origin gets no token`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      let other = HTTPRequest(method: .get, url: try #require(URL(string: "https://mcp.example.com/mcp")))
      let reason = await failure(StepFailure.self, of: try await client.data(for: other))
      #expect(reason == .resource(.foreignRequest("https://mcp.example.com", expected: fixture.resource)))
    }
  }

  @Test func `After sign-out, the tokens are revoked and the session is gone`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      let client = fixture.client(store: store)
      try await client.signIn()
      try await client.signOut(forgetsRegistration: true)
      #expect(fixture.provider.requests.contains { $0.path == "/revoke" })
      #expect(fixture.provider.requests.contains { $0.path == "/register" && $0.method == "DELETE" })
      #expect(try await client.credential() == nil)
      #expect(try await fixture.client(store: store).connection() == nil)
      try await client.signOut()
    }
  }

  @Test func `Two accounts have separate sessions`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.account("work").signIn()
      #expect(try await client.credential() == nil)
      #expect(try await client.account("work").credential() != nil)
    }
  }

  @Test func `Tokens are bound to a key if the resource accepts that (auth/dpop, auth/dpop-nonce)`() async throws {
    try await ResourceFixture.run(dpop: true) {
      $0.challenge = #"DPoP resource_metadata="{ORIGIN}/.well-known/oauth-protected-resource/mcp""#
      $0.serverMetadata = { $0["dpop_signing_alg_values_supported"] = ["ES256"] }
    } _: { fixture in
      await fixture.provider.rewrite { $0.proofNonces = .constant }
      let (_, response) = try await fixture.client().data(for: fixture.request, signIn: .ask())
      #expect(response.status == 200)
      #expect(fixture.tokens.allSatisfy { $0.hasPrefix("DPoP ") })
      #expect(!fixture.tokens.isEmpty)
    }
  }

  @Test(arguments: [true, nil])
  func `The issuer in the callback must match exactly (auth/iss-supported, auth/iss-not-advertised)`(
    promise: Bool?
  ) async throws {
    try await ResourceFixture.run(promisesIssuer: promise) {
      $0.serverMetadata = { $0["authorization_response_iss_parameter_supported"] = promise.map { .bool($0) } }
    } _: { fixture in
      try await fixture.client().signIn()
      #expect(fixture.tokenRequests.count == 1)
    }
  }

  @Test(
    arguments: [
      (true, nil), (true, "https://evil.example.com"), (nil, "https://evil.example.com"), (true, "/"),
    ] as [(Bool?, String?)])
  func `A missing or wrong issuer is rejected (auth/iss-supported-missing, auth/iss-wrong-issuer, auth/iss-unexpected)`(
    promise: Bool?, found: String?
  ) async throws {
    try await ResourceFixture.run(promisesIssuer: promise) {
      $0.serverMetadata = { $0["authorization_response_iss_parameter_supported"] = promise.map { .bool($0) } }
    } _: { fixture in
      let issuer = fixture.issuer
      await fixture.provider.rewrite { script in
        script.callback = { callback in
          callback.removeAll { $0.name == "iss" }
          if let found { callback.append((name: "iss", value: found == "/" ? issuer + "/" : found)) }
        }
      }
      let reason = await failure(StepFailure.self, of: try await fixture.client().signIn())
      #expect("\(String(describing: reason))".contains("issuer"))
      #expect(fixture.tokenRequests.isEmpty)
    }
  }
}
