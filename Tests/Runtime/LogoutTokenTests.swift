import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A logout token` {
  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  /// Verifies a token that the scripted provider's key signed, with something changed.
  private func verify(
    header: [String: JSONValue] = [:], script: ScriptedProvider.Script = .init(), snippet: String = "",
    _ change: (inout [String: JSONValue]) -> Void = { _ in }
  ) async throws -> Result<LogoutToken, StepFailure> {
    return try await withPassing(try configuration(snippet, over: .oidc), script: script) { provider in
      let now = Date().timeIntervalSince1970.rounded()
      let issuer = provider.configuration.server.issuer?.text ?? ""
      var claims: [String: JSONValue] = [
        "iss": .string(issuer), "aud": .string("app"), "iat": .number(now), "exp": .number(now + 120),
        "jti": .string("j1"), "sub": .string("user-1"), "sid": .string("s1"),
        "events": .object([Self.event: .object([:])]),
      ]
      change(&claims)
      let token = try script.mint.token(claims: claims, header: header)
      do throws(StepFailure) {
        return .success(try await provider.client(clientID: "app").verifyLogoutToken(token))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test(arguments: [[:], ["typ": .string("logout+jwt")], ["typ": .null]] as [[String: JSONValue]])
  func `says whose session has ended`(header: [String: JSONValue]) async throws {
    let token = try await verify(header: header).get()
    #expect((token.subject, token.sessionID, token.id) == ("user-1", "s1", "j1"))
  }

  @Test(arguments: ["sub", "sid"])
  func `names a user or a session`(missing: String) async throws {
    let token = try await verify { $0[missing] = nil }.get()
    #expect((token.subject == nil) == (missing == "sub"))
  }

  @Test(
    arguments: [("sub", .integer(7)), ("sub", .object([:])), ("sid", .integer(7)), ("sid", .array([.string("s1")]))]
      as [(String, JSONValue)])
  func `with a sub or sid that isn't a string is rejected`(name: String, value: JSONValue) async throws {
    let found = try await verify { $0[name] = value }
    let rejection = TokenRejection.claim(.wrongClaimType(name, expected: "a string"))
    #expect(throws: StepFailure.logoutToken(rejection)) { try found.get() }
  }

  @Test(arguments: [
    ("https://id.example/t1/v2", true), ("https://id.example/t2/v2", false), ("https://b.example", true),
  ])
  func `comes from any of the issuers of ID tokens`(issuer: String, isTaken: Bool) async throws {
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
      ("iat", nil, .claim(.missingClaim("iat"))), ("iat", .integer(4_000_000_000), .notYetValid),
      ("exp", .integer(1), .expired), ("jti", nil, .claim(.missingClaim("jti"))),
      ("nonce", .string("n"), .unexpectedClaim("nonce")), ("events", nil, .unexpectedClaim("events")),
      ("events", .object(["x": .object([:])]), .unexpectedClaim("events")),
      ("events", .object([event: .string("")]), .unexpectedClaim("events")),
    ] as [(String, JSONValue?, TokenRejection)])
  func `is rejected when a rule is broken`(name: String, value: JSONValue?, rejection: TokenRejection) async throws {
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
  func `is called what it is, and asks nobody to sign in`(
    name: String, value: JSONValue, said: String, recovery: String
  ) async throws {
    guard case .failure(let failure) = try await verify({ $0[name] = value }) else {
      Issue.record("it was taken")
      return
    }
    #expect((failure.description, failure.recovery.description) == (said, recovery))
  }

  @Test func `is not called wrong when only the keys cannot be had`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path == "/keys" ? .json(#"{"keys":[]}"#).truncated : nil }
    }
    guard case .failure(.network) = try await verify(script: script) else {
      Issue.record("another failure than that of the network")
      return
    }
  }

  @Test func `is rejected when it is an ID token, or signed by nobody`() async throws {
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
