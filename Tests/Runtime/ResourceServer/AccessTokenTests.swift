import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An access token` {
  @Test func `The caller has the token's user, client, scopes, permissions, and claims`() async throws {
    let fixture = APIFixture()
    let caller = try await fixture.caller(
      try fixture.token([
        "permissions": .array([.string("approve")]), "realm": ["roles": ["staff", "Support admin"]],
        "org_id": .string("org_42"), "https://acme.com/department": .string("tax"),
      ]))
    #expect((caller.subject, caller.clientID, caller.isMachine) == ("user-1", "app", false))
    #expect(caller.scopes == ["read:timesheets", "openid"])
    #expect(
      (caller.permissions, caller.roles, caller.organizationID) == (["approve"], ["staff", "Support admin"], "org_42"))
    #expect(caller.audiences == ["https://api.example"])
    #expect(caller.expiration == fixture.time.value.addingTimeInterval(600))
    #expect(caller.tokenID == "t1")
    #expect(try caller.claim("https://acme.com/department") == "tax")
    #expect(try caller.claim("nothing", as: Int.self) == nil)
    #expect(throws: ClaimFailure.wrongClaimType("sub", expected: Int.claimExpectation)) {
      try caller.claim("sub", as: Int.self)
    }
  }

  static let wrongClaims: [(String, JSONValue, TokenRejection)] = [
    ("iss", .null, .issuerMismatch), ("iss", .string("https://id.example/"), .issuerMismatch),
    ("iss", .string("https://ID.example"), .issuerMismatch),
    ("iss", .array([.string("https://id.example")]), .issuerMismatch),
    ("aud", .null, .audienceMismatch), ("aud", .string("https://api.example/"), .audienceMismatch),
    ("aud", .array([]), .audienceMismatch),
    ("aud", .array([.string("https://api.example"), .integer(1)]), .audienceMismatch),
    ("exp", .null, .claim(.missingClaim("exp"))), ("exp", .integer(1_799_999_940), .expired),
    ("exp", .string("tomorrow"), .claim(.wrongClaimType("exp", expected: Date.claimExpectation))),
    ("nbf", .integer(1_800_000_061), .notYetValid), ("iat", .integer(1_800_000_061), .notYetValid),
    ("nbf", .string("x"), .claim(.wrongClaimType("nbf", expected: Date.claimExpectation))),
    ("cnf", .string("x"), .senderConstrained),
    ("cnf", .object(["jkt": .string("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")]), .senderConstrained),
  ]

  @Test(arguments: wrongClaims)
  func `An access token with a wrong issuer, audience, or time is rejected`(
    name: String, value: JSONValue, rejection: TokenRejection
  ) async throws {
    let fixture = APIFixture()
    #expect(await fixture.failure(of: try fixture.token([name: value])) == .invalidToken(rejection))
  }

  static let rightClaims: [(String, JSONValue)] = [
    ("aud", .array([.string("https://other.example"), .string("https://api.example")])), ("iat", .null),
    ("exp", .integer(1_799_999_941)), ("nbf", .integer(1_800_000_060)), ("nbf", .null), ("sub", .integer(7)),
    ("scope", .null), ("client_id", .null), ("cnf", .object([:])), ("nonce", .string("n")),
  ]

  @Test(arguments: rightClaims)
  func `An access token within the leeway or without an optional claim is accepted`(name: String, value: JSONValue)
    async throws
  {
    let fixture = APIFixture()
    #expect(await fixture.failure(of: try fixture.token([name: value])) == nil)
  }

  @Test(arguments: [.null, .string(""), .array([])] as [JSONValue])
  func `An access token without a subject is rejected, because all users of a client would be the same`(
    subject: JSONValue
  ) async throws {
    let fixture = APIFixture()
    let token = try fixture.token(["sub": subject])
    #expect(await fixture.failure(of: token) == .invalidToken(.claim(.missingClaim("sub"))))
  }

  @Test(
    arguments: [
      ([], "at+jwt", nil), ([], "application/AT+JWT", nil), ([], "JWT", "jwt"), ([], nil, "none"),
      (["JWT"], "JWT", nil), (["JWT"], nil, nil), (["JWT"], "at+jwt", "at+jwt"), (["JWT", "at+jwt"], "at+jwt", nil),
      (["JWT", "at+jwt"], "logout+jwt", "logout+jwt"), (["JWT"], "dpop+jwt", "dpop+jwt"),
      (["application/at+jwt"], "at+jwt", nil),
    ] as [([String], String?, String?)])
  func `The access token's type must be one that the descriptor lists`(
    types: [String], type: String?, rejected: String?
  ) async throws {
    let fixture = APIFixture(DynamicProvider.self, .api.with { $0.accessToken.types = types })
    let token = try fixture.token(header: ["typ": type.map(JSONValue.string) ?? .null])
    #expect(await fixture.failure(of: token) == rejected.map { .invalidToken(.wrongTokenType($0)) })
  }

  @Test(arguments: ["nonce", "at_hash", "c_hash", "s_hash", "events"])
  func `ID tokens and logout tokens are rejected as access tokens even if the header doesn't show their type`(
    claim: String
  ) async throws {
    let fixture = APIFixture(DynamicProvider.self, .api.with { $0.accessToken.types = ["JWT"] })
    let token = try fixture.token([claim: .string("x")], header: [:])
    #expect(await fixture.failure(of: token) == .invalidToken(.unexpectedClaim(claim)))
  }

  @Test func `An access token must have the claims that the descriptor checks`() async throws {
    let rules = ProviderConfiguration.api.with {
      $0.accessToken.types = ["JWT"]
      $0.accessToken.checks = ["tenant": "present"]
      $0.accessToken.kindChecks = ["typ": "equals(Bearer)"]
    }
    let unfillable = ProviderConfiguration.api.with { $0.accessToken.checks = ["typ": "equals({nothing})"] }
    let nobody = APIFixture(DynamicProvider.self, unfillable)
    let nothing = try nobody.token(["typ": .string("{nothing}")])
    #expect(await nobody.failure(of: nothing) == .invalidToken(.unexpectedClaim("typ")))
    let fixture = APIFixture(DynamicProvider.self, rules)
    let good: [String: JSONValue] = ["typ": .string("Bearer"), "tenant": .integer(4), "nonce": .string("copied")]
    #expect(await fixture.failure(of: try fixture.token(good, header: [:])) == nil)
    for (name, value) in [("typ", JSONValue.string("ID")), ("typ", .null), ("tenant", .null)] {
      let token = try fixture.token(good.merging([name: value]) { $1 }, header: [:])
      #expect(await fixture.failure(of: token) == .invalidToken(.unexpectedClaim(name)))
    }
  }

  @Test func `An ID token with the claims that the descriptor checks is rejected unless they identify access tokens`()
    async throws
  {
    let fixture = APIFixture(
      DynamicProvider.self,
      .api.with {
        $0.accessToken.types = ["JWT"]
        $0.accessToken.checks = ["tenant": "present"]
      })
    let claims: [String: JSONValue] = ["tenant": "acme", "scope": .null, "jti": .null, "client_id": .null]
    let silent = try fixture.token(claims, header: [:])
    #expect(await fixture.failure(of: silent) == .invalidToken(.claim(.missingClaim("jti"))))
    let usual = try fixture.token(claims.merging(["nonce": "n"]) { $1 }, header: [:])
    #expect(await fixture.failure(of: usual) == .invalidToken(.unexpectedClaim("nonce")))
  }

  @Test func `An access token must be signed by the provider with an allowed algorithm`() async throws {
    let fixture = APIFixture()
    let token = try fixture.token()
    let forged = try TokenSigner().token(claims: fixture.claims, header: ["typ": .string("at+jwt")])
    let parts = token.split(separator: ".")
    let changed = "\(parts[0]).\(Base64URL.encode(Data(#"{"sub":"root"}"#.utf8))).\(parts[2])"
    let rejected: [(String, TokenRejection)] = [
      (forged, .invalidSignature), (changed, .invalidSignature), ("\(parts[0]).\(parts[1]).", .invalidSignature),
      (try fixture.token(header: ["typ": .string("at+jwt"), "alg": .string("none")]), .algorithmNotAllowed("none")),
      (try fixture.token(header: ["typ": .string("at+jwt"), "alg": .string("RS256")]), .algorithmNotAllowed("RS256")),
      (try fixture.token(header: ["typ": .string("at+jwt"), "kid": .string("other")]), .noMatchingKey),
      (
        try fixture.token(header: ["typ": .string("at+jwt"), "crit": .array([.string("exp")])]), .criticalHeader
      ),
      ("a.b.c.d.e", .encrypted), ("a.b", .malformed("it doesn't have three parts")),
      ("\(token)=", .malformed("the signature isn't valid base64url")),
    ]
    for (token, rejection) in rejected { #expect(await fixture.failure(of: token) == .invalidToken(rejection)) }
  }

  @Test(arguments: ["jku", "x5u", "jwk", "x5c"])
  func `A key in the access token's own header is never used`(name: String) async throws {
    let fixture = APIFixture()
    let forger = TokenSigner()
    let values: [String: JSONValue] = [
      "jku": .string("https://evil.example/keys"), "x5u": .string("https://evil.example/chain"), "jwk": forger.jwk,
      "x5c": .array([.string("MIIB")]),
    ]
    let header: [String: JSONValue] = ["typ": .string("at+jwt"), name: values[name] ?? .null]
    let forged = try forger.token(claims: fixture.claims, header: header)
    #expect(await fixture.failure(of: forged) == .invalidToken(.invalidSignature))
    #expect(
      await fixture.failure(of: try fixture.token(header: header)) == nil, "a token that a known key signed is accepted"
    )
    #expect(fixture.server.asked.value == 1, "only the provider's keys were requested")
  }

  @Test func `An access token of a server known only by its issuer is verified`() async throws {
    let tokenSigner = TokenSigner()
    let server = ScriptedTransport { request in
      guard request.url.path != "/keys" else { return .keySet([tokenSigner.jwk]) }
      let document = #"{"issuer":"https://id.example","jwks_uri":"https://id.example/keys","#
      let rest = #""id_token_signing_alg_values_supported":["ES256"]}"#
      return TransportResponse(status: 200, headers: [:], body: Data((document + rest).utf8))
    }
    let environment = AuthEnvironment(transport: server, now: { Date(timeIntervalSince1970: 1_800_000_000) })
    let api = ResourceServer(issuer: "https://id.example", audiences: ["https://api.example"], environment: environment)
    try await api.checkReadiness()
    #expect(server.asked.value == 2, "the metadata and the keys")
    let token = try tokenSigner.token(claims: APIFixture().claims, header: ["typ": "at+jwt"])
    #expect(try await api.caller(authorization: "Bearer \(token)").subject == "user-1")
    #expect(server.asked.value == 2)
  }

  @Test func `An access token is never verified with a client secret`() async throws {
    let secret = Secret("a-secret-of-at-least-thirty-two-bytes")
    let tokenSigner = try TokenSigner(.hs256, secret: secret)
    let fixture = APIFixture(
      DynamicProvider.self, .api.with { $0.idToken?.algorithms = [.es256, .hs256] }, tokenSigner: tokenSigner,
      client: ClientCredentials(id: "api", secret: secret))
    #expect(await fixture.failure(of: try fixture.token()) == .invalidToken(.algorithmNotAllowed("HS256")))
    let only = APIFixture(DynamicProvider.self, .api.with { $0.accessToken.algorithms = [.hs256] })
    await #expect(throws: AccessFailure.configuration(.noAllowedAlgorithm)) { try await only.api.checkReadiness() }
  }

  @Test func `A caller's scopes, permissions, and roles satisfy a requirement, or the missing scopes are reported`()
    async throws
  {
    let fixture = APIFixture()
    let caller = try await fixture.caller(
      try fixture.token([
        "permissions": .array([.string("approve")]), "realm": .object(["roles": .array([.string("staff")])]),
        "org_id": .string("org_42"),
      ]))
    let allowed: [(Requirement<DynamicProvider>, Bool)] = [
      (.scope("read:timesheets"), true), (.scope("read"), false), (.permission("approve"), true),
      (.permission("read:timesheets"), false), (.role("staff"), true), (.role("admin"), false),
      (.organization("org_42"), true), (.organization("org_4"), false), (.user, true), (.machine, false),
      (.all([]), true), (.any([]), false), (.all([.scope("openid"), .role("staff")]), true),
      (.all([.scope("openid"), .role("admin")]), false), (.any([.role("admin"), .scope("openid")]), true),
    ]
    for (requirement, isAllowed) in allowed { #expect(caller.satisfies(requirement) == isAllowed, "\(requirement)") }
    try caller.require(.scope("read:timesheets"))
    let needed: Requirement<DynamicProvider> = .all([.scope("create:timesheets"), .any([.scope("a"), .role("b")])])
    #expect(throws: AccessFailure.insufficientScope(["create:timesheets", "a"])) { try caller.require(needed) }
    // A scope that the token has isn't requested again.
    for (requirement, scopes) in [
      (.all([.machine, .scope("openid")]), []), (.all([.scope("openid"), .scope("b")]), ["b"]),
    ] as [(Requirement<DynamicProvider>, [String])] {
      #expect(throws: AccessFailure.insufficientScope(scopes)) { try caller.require(requirement) }
    }
  }
}
