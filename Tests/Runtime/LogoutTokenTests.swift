import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A logout token` {
  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  /// Verifies a changed token that the scripted provider's key signed.
  private func verify(
    header: [String: JSONValue] = [:], script: ScriptedProvider.Script = .init(), snippet: String = "",
    _ change: (inout [String: JSONValue]) -> Void = { _ in }
  ) async throws -> Result<LogoutToken, StepFailure> {
    return try await withScriptedProvider(try configuration(snippet, over: .oidc), script: script) { provider in
      let now = Date().timeIntervalSince1970.rounded()
      let issuer = provider.configuration.server.issuer?.text ?? ""
      var claims: [String: JSONValue] = [
        "iss": .string(issuer), "aud": .string("app"), "iat": .number(now), "exp": .number(now + 120),
        "jti": .string("j1"), "sub": .string("user-1"), "sid": .string("s1"),
        "events": .object([Self.event: .object([:])]),
      ]
      change(&claims)
      let token = try script.tokenSigner.token(claims: claims, header: header)
      do throws(StepFailure) {
        return .success(try await provider.client(clientID: "app").verifyLogoutToken(token))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test(arguments: [[:], ["typ": .string("logout+jwt")], ["typ": .null]] as [[String: JSONValue]])
  func `A logout token names the user and the session that have ended`(header: [String: JSONValue]) async throws {
    let token = try await verify(header: header).get()
    #expect((token.subject, token.sessionID, token.id) == ("user-1", "s1", "j1"))
  }

  @Test(arguments: ["sub", "sid"], [nil, .null] as [JSONValue?])
  func `A logout token names a user or a session`(missing: String, value: JSONValue?) async throws {
    let token = try await verify { $0[missing] = value }.get()
    #expect((token.subject == nil) == (missing == "sub"))
    #expect((token.sessionID == nil) == (missing == "sid"))
  }

  @Test func `A logout token may be unencrypted even if ID tokens must be encrypted`() async throws {
    let fixture = try VerifierFixture(
      settings: ["key": try DecryptionKey().pem],
      adjust: {
        $0.client.settings = [.init(name: "key", isSecret: true)]
        $0.idToken?.encryption = .init()
        $0.idToken?.encryption?.key = "{settings.key}"
      })
    let changes: [String: JSONValue] = ["jti": "j1", "events": .object([Self.event: .object([:])])]
    let token = try fixture.tokenSigner.token(claims: fixture.claims.merging(changes) { $1 })
    #expect(try await fixture.verifier.verifyLogoutToken(token).subject == "user-1")
    #expect(await fixture.failure(of: token) == .idToken(.notEncrypted))
  }

  @Test(
    arguments: [("sub", .integer(7)), ("sub", .object([:])), ("sid", .integer(7)), ("sid", .array([.string("s1")]))]
      as [(String, JSONValue)])
  func `A logout token whose sub or sid isn't a string is rejected`(name: String, value: JSONValue) async throws {
    let found = try await verify { $0[name] = value }
    let rejection = TokenRejection.claim(.wrongClaimType(name, expected: "a string"))
    #expect(throws: StepFailure.logoutToken(rejection)) { try found.get() }
  }

  @Test(arguments: [
    ("https://id.example/t1/v2", true), ("https://id.example/t2/v2", false), ("https://b.example", true),
  ])
  func `A logout token may come from any issuer of ID tokens`(issuer: String, isTaken: Bool) async throws {
    let rules =
      #"id_token: { issuer: ["https://id.example/{id_token.tid}/v2", "https://b.example"], checks: { tid: present } }"#
    let found = try await verify(snippet: rules) {
      $0["iss"] = .string(issuer)
      $0["tid"] = "t1"
    }
    guard isTaken else {
      #expect(throws: StepFailure.logoutToken(.issuerMismatch)) { try found.get() }
      return
    }
    #expect(try found.get().subject == "user-1")
  }

  @Test(
    arguments: [
      ("iss", .string("https://evil.example"), .issuerMismatch), ("aud", .string("other"), .audienceMismatch),
      ("iss", nil, .issuerMismatch), ("aud", nil, .audienceMismatch),
      ("iat", nil, .claim(.missingClaim("iat"))), ("iat", .integer(4_000_000_000), .notYetValid),
      ("exp", .integer(1), .expired), ("jti", nil, .claim(.missingClaim("jti"))),
      ("jti", .string(""), .claim(.missingClaim("jti"))),
      ("nonce", .string("n"), .unexpectedClaim("nonce")), ("events", nil, .unexpectedClaim("events")),
      ("events", .object(["x": .object([:])]), .unexpectedClaim("events")),
      ("events", .object([event: .string("")]), .unexpectedClaim("events")),
    ] as [(String, JSONValue?, TokenRejection)])
  func `A logout token with a missing or wrong claim is rejected`(
    name: String, value: JSONValue?, rejection: TokenRejection
  ) async throws {
    let found = try await verify { $0[name] = value }
    #expect(throws: StepFailure.logoutToken(rejection)) { try found.get() }
  }

  @Test(
    arguments: [
      (
        "exp", .integer(1), "expired: the logout token has expired", "check this machine's clock"
      ),
      (
        "aud", .string("other"),
        "audienceMismatch: the logout token is meant for another client",
        "check the client ID"
      ),
      (
        "nonce", .string("n"), "unexpectedClaim: the claim nonce isn't as expected in this logout token",
        "don't end any session, and check how the provider issues logout tokens for this client"
      ),
    ] as [(String, JSONValue, String, String)])
  func `A rejected logout token is described as one, and its recovery isn't a new sign-in`(
    name: String, value: JSONValue, description: String, recovery: String
  ) async throws {
    guard case .failure(let failure) = try await verify({ $0[name] = value }) else {
      Issue.record("the token was accepted")
      return
    }
    #expect((failure.description, failure.recovery.description) == (description, recovery))
  }

  @Test func `If the keys can't be fetched, a logout token isn't called invalid`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path == "/keys" ? .json(#"{"keys":[]}"#).truncated : nil }
    }
    guard case .failure(.network) = try await verify(script: script) else {
      Issue.record("the failure isn't the network's")
      return
    }
  }

  @Test func `An invalid logout token for a client with its own ID doesn't make it read the session`() async throws {
    try await withScriptedProvider(.plain) { provider in
      let (store, loads) = (FailingStore(), Locked(0))
      await store.fail { step in
        if step == .load { loads.withLock { $0 += 1 } }
        return nil
      }
      #expect(await failure(of: try await provider.client(keeping: store).verifyLogoutToken("a.b.c")) != nil)
      #expect(loads.value == 0)
    }
  }

  @Test func `ID tokens and unsigned tokens are rejected as logout tokens`() async throws {
    let other = try await verify(header: ["typ": .string("at+jwt")])
    #expect(throws: StepFailure.logoutToken(.wrongTokenType("at+jwt"))) { try other.get() }
    let identity = try await verify(header: ["typ": .string("JWT")]) {
      ($0["nonce"], $0["events"], $0["jti"]) = (.string("n"), nil, nil)
    }
    #expect(throws: StepFailure.logoutToken(.unexpectedClaim("nonce"))) { try identity.get() }
    let nonceless = try await verify(header: ["typ": .string("JWT")]) { ($0["events"], $0["jti"]) = (nil, nil) }
    #expect(throws: StepFailure.logoutToken(.unexpectedClaim("events"))) { try nonceless.get() }
    let unsigned = try await verify(header: ["alg": .string("none")])
    #expect(throws: StepFailure.logoutToken(.algorithmNotAllowed("none"))) { try unsigned.get() }
    let nobody = try await verify {
      $0["sub"] = nil; $0["sid"] = nil
    }
    #expect(throws: StepFailure.logoutToken(.claim(.missingClaim("sub")))) { try nobody.get() }
  }
}
