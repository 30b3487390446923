import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The names in parentheses are those of the suite `modelcontextprotocol/conformance`.
@Suite struct `The scopes of a resource` {
  @Test func `The scopes of the challenge come first (auth/scope-from-www-authenticate)`() async throws {
    try await ResourceFixture.run {
      $0.challenge = #"Bearer scope="mcp:basic""#
      $0.metadata = { $0["scopes_supported"] = ["mcp:basic", "mcp:write"] }
    } _: { fixture in
      _ = try await fixture.client().data(for: fixture.request, signIn: .ask())
      #expect(fixture.signIns.map { $0["scope"] } == ["mcp:basic"])
    }
  }

  @Test func `Without them, all scopes of the metadata are requested (auth/scope-from-scopes-supported)`() async throws
  {
    try await ResourceFixture.run {
      $0.metadata = { $0["scopes_supported"] = ["mcp:basic", "mcp:read", "mcp:write"] }
    } _: { fixture in
      try await fixture.client().signIn()
      #expect(fixture.signIns.map { $0["scope"] } == ["mcp:basic mcp:read mcp:write"])
    }
  }

  @Test func `Without scopes in the metadata, the request omits scope (auth/scope-omitted-when-undefined)`()
    async throws
  {
    try await ResourceFixture.run { fixture in
      try await fixture.client().signIn()
      #expect(fixture.signIns.map { $0["scope"] } == [nil])
    }
  }

  @Test(arguments: [true, false])
  func `A refresh token is requested where the server has offline_access (auth/offline-access-scope)`(
    wants: Bool
  ) async throws {
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["scopes_supported"] = ["offline_access", "other"] }
    } _: { fixture in
      try await fixture.client(policy: ResourcePolicy(requestsOfflineAccess: wants)).signIn(scopes: ["mine"])
      #expect(fixture.signIns.map { $0["scope"] } == [wants ? "offline_access mine" : "mine"])
    }
  }

  @Test func `offline_access is requested only if the server lists it (auth/offline-access-not-supported)`()
    async throws
  {
    try await ResourceFixture.run {
      $0.serverMetadata = { $0["scopes_supported"] = ["mcp:basic"] }
      $0.metadata = { $0["scopes_supported"] = ["mcp:basic"] }
    } _: { fixture in
      try await fixture.client().signIn()
      #expect(fixture.signIns.map { $0["scope"] } == ["mcp:basic"])
    }
  }

  @Test func `More scopes are requested together with the earlier ones (auth/scope-step-up)`() async throws {
    try await ResourceFixture.run {
      $0.challenge = #"Bearer scope="mcp:basic""#
    } _: { fixture in
      let client = fixture.client()
      _ = try await client.data(for: fixture.request, signIn: .ask())
      fixture.script.withLock { $0.responses = [ResourceFixture.insufficient("mcp:write")] }
      let (_, response) = try await client.data(for: fixture.request, signIn: .ask())
      #expect(response.status == 200)
      #expect(fixture.signIns.map { $0["scope"] } == ["mcp:basic", "mcp:basic mcp:write"])
      #expect(try await client.connection()?.requestedScopes == ["mcp:basic", "mcp:write"])
    }
  }

  @Test func `A challenge with scopes and without an error code is understood`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      fixture.script.withLock { $0.responses = [ResourceFixture.challenge(#"Bearer scope="a""#, status: 403)] }
      _ = try await client.data(for: fixture.request, signIn: .ask())
      #expect(fixture.signIns.last?["scope"] == "a")
    }
  }

  @Test func `The same demand after a sign-in ends the attempts (auth/scope-retry-limit)`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      fixture.script.withLock { $0.responses = Array(repeating: ResourceFixture.insufficient("more"), count: 20) }
      let reason = await failure(
        StepFailure.self, of: try await client.data(for: fixture.request, signIn: .ask(maximum: 5)))
      #expect(reason == .resource(.endlessChallenges(1)))
      #expect(fixture.signIns.count == 2)
      #expect(reason?.recovery == .contactAdministrator)
    }
  }

  @Test func `Demands for ever more scopes end at the app's limit`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      fixture.script.withLock { $0.responses = (1...20).map { ResourceFixture.insufficient("scope-\($0)") } }
      let reason = await failure(
        StepFailure.self, of: try await client.data(for: fixture.request, signIn: .ask(maximum: 3)))
      #expect(reason == .resource(.endlessChallenges(3)))
      #expect(fixture.signIns.count == 4)
    }
  }

  @Test func `The sign-ins that a request waited for count toward those that didn't satisfy the resource`()
    async throws
  {
    try await ResourceFixture.run { fixture in
      let connector = try fixture.client().core.get()
      let request = TransportRequest(fixture.request, nil, TransportOptions())
      let reason = await failure(
        StepFailure.self,
        of: try await connector.send(request, .ask()) { transport, request throws(TransportFailure) in
          // A sign-in of another request ends before the response arrives.
          connector.signIns.noteSuccess()
          return try await transport.send(request.head, body: request.body, options: request.options)
        })
      #expect(reason == .resource(.endlessChallenges(2 * ResourceSignIn.limit + 1)))
      #expect(fixture.signIns.isEmpty)
    }
  }

  @Test func `The failure of endless challenges states the number of sign-ins`() {
    #expect("\(StepFailure.resource(.endlessChallenges(1)))".contains("after 1 sign-in, "))
    #expect("\(StepFailure.resource(.endlessChallenges(2)))".contains("after 2 sign-ins, "))
  }

  @Test(arguments: [(-1, 1), (0, 1), (1, 1), (5, 5), (6, 5), (100, 5)])
  func `An app can allow 1 to 5 sign-ins for a request`(wanted: Int, allowed: Int) {
    #expect(ResourceSignIn.ask(maximum: wanted).maximum == allowed)
  }

  @Test func `A 403 that no scope could change is returned`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      fixture.script.withLock { $0.responses = [ScriptedResponse(403), ResourceFixture.insufficient("more")] }
      #expect(try await client.data(for: fixture.request, signIn: .ask()).1.status == 403)
      #expect(try await client.data(for: fixture.request).1.status == 403)
      #expect(fixture.signIns.count == 1)
    }
  }

  @Test func `Many requests that need a sign-in share one`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { try await client.data(for: fixture.request, signIn: .ask()).1.status.code }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(fixture.signIns.count == 1)
    }
  }
}

@Suite struct `A resource that changes its authorization server` {
  @Test func `The client registers again, and sends nothing of the old server (auth/authorization-server-migration)`()
    async throws
  {
    let new = try await ResourceFixture()
    let (issuer, store) = (new.issuer, MemoryCredentialStore())
    try await ResourceFixture.run { fixture in
      let client = fixture.client(store: store)
      try await client.signIn()
      let old = try #require(try await client.credential())
      fixture.script.withLock { script in
        script.metadata = { $0["authorization_servers"] = [.string(issuer)] }
        script.responses = Array(repeating: ResourceFixture.challenge(#"Bearer error="invalid_token""#), count: 2)
      }
      let (_, response) = try await client.data(for: fixture.request, signIn: .ask())
      #expect(response.status == 200)
      #expect(try await client.connection()?.authorizationServer == issuer)
      #expect(new.provider.requests.contains { $0.path == "/register" })
      let sent = new.provider.requests.map { $0.text + $0.query + ($0.headers["authorization"] ?? "") }.joined()
      for secret in [old.accessToken, old.refreshToken].compactMap({ $0?.reveal() }) { #expect(!sent.contains(secret)) }
      // A new process finds the new server only.
      #expect(try await fixture.client(store: store).connection()?.authorizationServer == issuer)
    }
    await new.stop()
  }

  @Test func `A client that is registered with the old server only gets an error`() async throws {
    let new = try await ResourceFixture()
    let issuer = new.issuer
    try await ResourceFixture.run {
      $0.metadata = { $0["authorization_servers"] = [.string(issuer)] }
    } _: { fixture in
      let identity = ResourceClientIdentity.registered(ClientCredentials(id: "abc"), at: fixture.issuer)
      let reason = await failure(StepFailure.self, of: try await fixture.client(identity).signIn())
      #expect(reason == .resource(.noClient(issuer: issuer)))
      #expect(new.signIns.isEmpty)
    }
    await new.stop()
  }
}
