import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The stored session of a resource` {
  private static let issuer = "https://id.example.com"
  private static let document = "https://app.example.com/client.json"

  private func isValid(
    _ identity: ResourceClientIdentity, _ kind: ClientIdentification, _ clientID: String,
    resource: String = "https://mcp.example.com/notes"
  ) throws -> Bool {
    ResourceBinding(resource: resource, issuer: Self.issuer, identification: kind, clientID: clientID)
      .isValid(for: identity, try ResourceIdentifier("https://mcp.example.com/notes"))
  }

  @Test(arguments: [
    ("https://MCP.example.com:443/notes", true), ("https://mcp.example.com/", true),
    ("https://mcp.example.com/other", false), ("https://evil.example/notes", false), ("https://evil.example", false),
    ("not a URL", false),
  ])
  func `It's only used for the same resource or its origin`(resource: String, isUsed: Bool) throws {
    #expect(try isValid(.dynamic(), .dynamic, "", resource: resource) == isUsed)
  }

  @Test func `It's only used if the app still has the same client ID`() throws {
    #expect(try isValid(.dynamic(), .dynamic, ""))
    #expect(try !isValid(.dynamic(), .dynamic, "abc"))
    let registered = ResourceClientIdentity.registered(ClientCredentials(id: "abc"), at: Self.issuer)
    #expect(try !isValid(registered, .dynamic, ""))
    #expect(try isValid(registered, .registered, "abc"))
    #expect(try !isValid(registered, .registered, "other"))
    #expect(try isValid(.document(Self.document), .document, Self.document))
    #expect(try !isValid(.document(Self.document), .document, "\(Self.document)?other"))
    #expect(try !isValid(.dynamic(), .document, Self.document))
  }

  @Test func `An app with another client doesn't use it`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      try await fixture.client(store: store).signIn()
      let identity = ResourceClientIdentity.registered(ClientCredentials(id: "abc"), at: fixture.issuer)
      let other = fixture.client(identity, store: store)
      #expect(try await other.connection() == nil)
      #expect(await failure(StepFailure.self, of: try await other.data(for: fixture.request)) == .notSignedIn)
      #expect(fixture.tokens.isEmpty)
      #expect(try await fixture.client(store: store).connection() != nil)
    }
  }

  @Test(arguments: [false, true])
  func `If the client ID changes, a sign-out or a new sign-in removes the old session`(signsIn: Bool) async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      let old = ResourceBinding(
        resource: fixture.resource, issuer: fixture.issuer, identification: .registered, clientID: "abc")
      let resource = try ResourceIdentifier(fixture.resource)
      await store.save(old.stored, for: .binding(of: resource.text, account: nil))
      await store.save(old.stored, for: old.sessionKey(nil))
      let client = fixture.client(store: store)
      if signsIn { try await client.signIn() } else { try await client.signOut() }
      #expect(await store.load(old.sessionKey(nil)) == nil)
      #expect((try await client.connection() != nil) == signsIn)
    }
  }

  @Test func `A second sign-in with the same client keeps the new session in the store`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      let client = fixture.client(store: store)
      try await client.signIn()
      try await client.signIn()
      // Another process has only the store.
      #expect(try await fixture.client(store: store).connection() != nil)
    }
  }

  @Test func `A sign-in at another authorization server removes the session at the earlier one`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      let old = ResourceBinding(
        resource: fixture.resource, issuer: "https://other.example", identification: .dynamic, clientID: "")
      let resource = try ResourceIdentifier(fixture.resource)
      await store.save(old.stored, for: .binding(of: resource.text, account: nil))
      await store.save(old.stored, for: old.sessionKey(nil))
      let client = fixture.client(store: store)
      try await client.signIn()
      #expect(await store.load(old.sessionKey(nil)) == nil)
      #expect(try await client.connection()?.authorizationServer == fixture.issuer)
    }
  }

  @Test func `The stored session has the key that a sign-in uses`() async throws {
    try await ResourceFixture.run { fixture in
      let store = MemoryCredentialStore()
      try await fixture.client(store: store).signIn()
      let binding = ResourceBinding(
        resource: fixture.resource, issuer: fixture.issuer, identification: .dynamic, clientID: "")
      #expect(await store.load(binding.sessionKey(nil)) != nil)
    }
  }

  @Test func `Its scopes are only for its authorization server`() async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn(scopes: ["mine"])
      let connector = try client.core.get()
      #expect(try await connector.requestedScopes(at: fixture.issuer) == ["mine"])
      #expect(try await connector.requestedScopes(at: "https://other.example").isEmpty)
    }
  }

  @Test(
    arguments: [
      ("invalid_grant", ResourceSignIn.never, "ended"), ("server_error", .ask(), "offline"),
      ("invalid_grant", .ask(), nil),
    ] as [(String, ResourceSignIn, String?)])
  func `The user only signs in again if the session has ended and the app allows it`(
    code: String, signIn: ResourceSignIn, expected: String?
  ) async throws {
    try await ResourceFixture.run { fixture in
      let client = fixture.client()
      try await client.signIn()
      await fixture.provider.rewrite { script in
        let instead = script.instead
        script.instead = { request in
          request.text.contains("grant_type=refresh_token")
            ? .json(#"{"error":"\#(code)"}"#, status: 400) : instead(request)
        }
      }
      fixture.script.withLock { $0.responses = [ResourceFixture.challenge(#"Bearer error="invalid_token""#)] }
      let reason = await failure(StepFailure.self, of: try await client.data(for: fixture.request, signIn: signIn))
      #expect(reason?.caseName == expected)
      #expect(fixture.signIns.count == (expected == nil ? 2 : 1))
    }
  }
}

@Suite struct `The clients of a resource's authorization servers` {
  @Test func `Only the client of the running sign-in stays when there are too many`() throws {
    let client = ResourceClient(
      resource: "https://mcp.example.com", client: .dynamic(), redirect: .loopback(),
      environment: AuthEnvironment(store: MemoryCredentialStore()).withOwnRedirects)
    let connector = try client.core.get()
    let issuers = (0...16).map { "https://id\($0).example" }
    func add(_ issuer: String) throws -> ResourceConnection.Client {
      try connector.client(
        of: ResourceBinding(
          resource: "https://mcp.example.com", issuer: issuer, identification: .dynamic, clientID: ""))
    }
    func known() -> [String] { issuers.filter { connector.knownMetadata(of: $0) != nil } }
    connector.setPending(try add(issuers[0]))
    for issuer in issuers[1..<16] { _ = try add(issuer) }
    #expect(known() == Array(issuers[..<16]))
    _ = try add(issuers[16])
    #expect(known() == [issuers[0], issuers[16]])
  }

  @Test func `An invalid redirect is reported by the first call, before it uses the store or sends a request`()
    async throws
  {
    let client = ResourceClient(
      resource: "https://mcp.example.com", client: .dynamic(), redirect: .loopback(port: 80),
      environment: AuthEnvironment(store: MemoryCredentialStore()).withOwnRedirects)
    guard case .configuration(.unsuitableRedirect) = await failure(StepFailure.self, of: try await client.connection())
    else {
      Issue.record("a different failure")
      return
    }
  }

  private static let choices: [ProofChoice] = [
    ProofChoice("Bearer", use: .none),
    ProofChoice(#"Bearer algs="ES384""#, use: .none),
    ProofChoice("DPoP", use: .optional, algorithms: SignatureAlgorithm.ofSessionKeys),
    ProofChoice(#"DPoP algs="ES384 RS256""#, use: .optional, algorithms: [.es384]),
    ProofChoice(#"DPoP algs="RS256""#, use: .none),
    ProofChoice("Bearer", metadata: ["ES384"], use: .optional, algorithms: [.es384]),
    ProofChoice("Bearer", metadata: ["RS256"], use: .none),
    ProofChoice("Bearer", metadata: ["RS256"], isRequired: true, use: .required),
    ProofChoice("Bearer", isRequired: true, use: .required, algorithms: SignatureAlgorithm.ofSessionKeys),
  ]

  @Test(arguments: choices)
  fileprivate func `Tokens are only bound to a key if the resource accepts an algorithm of the client`(
    choice: ProofChoice
  ) async throws {
    try await ResourceFixture.run {
      $0.challenge = choice.challenge
      $0.metadata = {
        $0["dpop_signing_alg_values_supported"] = .array(choice.metadata.map(JSONValue.string))
        $0["dpop_bound_access_tokens_required"] = .bool(choice.isRequired)
      }
    } _: { fixture in
      let found = try await fixture.client().core.get().discover(nil)
      #expect(found.client.key.dpop.use == choice.use)
      #expect(found.client.key.dpop.algorithms == choice.algorithms)
    }
  }
}

/// The statements of a resource about DPoP, and the client's rules.
private struct ProofChoice: Sendable {
  let challenge: String
  let metadata: [String]
  let isRequired: Bool
  let use: ProviderConfiguration.DPoPRules.Use
  let algorithms: [SignatureAlgorithm]

  init(
    _ challenge: String, metadata: [String] = [], isRequired: Bool = false,
    use: ProviderConfiguration.DPoPRules.Use, algorithms: [SignatureAlgorithm] = [.es256]
  ) {
    (self.challenge, self.metadata, self.isRequired) = (challenge, metadata, isRequired)
    (self.use, self.algorithms) = (use, algorithms)
  }
}
