import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import Testing

@testable import AuthRuntime

/// A descriptor's rule for ID tokens, the token's claims, and the expected rejection.
struct IDTokenRow: Sendable, CustomTestStringConvertible {
  var dimension: String
  var scenario: SignInScenario
  var rejection: TokenRejection?

  init(
    _ dimension: String, _ rules: String, _ rejection: TokenRejection? = nil,
    _ claims: @escaping @Sendable (inout [String: JSONValue]) -> Void
  ) {
    (self.dimension, self.rejection) = (dimension, rejection)
    scenario = SignInScenario("id_token: { \(rules) }", over: .oidc) { scenario in
      scenario.script.claims = claims
      // The token is signed with ES256 even if the descriptor requires another algorithm.
      scenario.script.tokenSigner = TokenSigner()
    }
  }

  var testDescription: String { dimension }
}

@Suite struct `Rules for ID tokens` {
  private static let issuers = [
    IDTokenRow("D14 an alias of the issuer", "issuer: ['https://a.example', a.example]") {
      $0["iss"] = .string("a.example")
    },
    IDTokenRow("D14 none of the aliases", "issuer: [a.example]", .issuerMismatch) { $0["iss"] = .string("a.example/") },
    IDTokenRow("D14 the issuer of a tenant", "issuer: 'https://a.example/{id_token.tid}/v2.0'") {
      $0["tid"] = .string("7")
      $0["iss"] = .string("https://a.example/7/v2.0")
    },
    IDTokenRow("D14 another tenant", "issuer: 'https://a.example/{id_token.tid}/v2.0'", .issuerMismatch) {
      $0["tid"] = .string("7")
      $0["iss"] = .string("https://a.example/8/v2.0")
    },
    IDTokenRow("D14 no tenant", "issuer: 'https://a.example/{id_token.tid}/v2.0'", .issuerMismatch) {
      $0["iss"] = .string("https://a.example/{id_token.tid}/v2.0")
    },
    IDTokenRow("D106 another audience", "audience: 'https://a.example'") { $0["aud"] = .string("https://a.example") },
    IDTokenRow("D106 another listed audience, alone", "audience: [client_id, b]", .audienceMismatch) {
      $0["aud"] = .string("b")
    },
    IDTokenRow("D106 another listed audience as the authorized party", "audience: [client_id, b]", .audienceMismatch) {
      ($0["aud"], $0["azp"]) = (.array([.string("app"), .string("b")]), .string("b"))
    },
    IDTokenRow("D106 no listed audience", "audience: ['https://a.example']", .audienceMismatch) {
      $0["aud"] = .string("app")
    },
    IDTokenRow("D106 two audiences, no authorized party", "other_audiences: allow", .audienceMismatch) {
      $0["aud"] = .array([.string("app"), .string("b")])
    },
    IDTokenRow("D106 an untrusted audience", "other_audiences: reject", .untrustedAudience("b")) {
      ($0["aud"], $0["azp"]) = (.array([.string("app"), .string("b")]), .string("app"))
    },
    IDTokenRow("D106 a listed audience", "audience: [client_id, b]") {
      ($0["aud"], $0["azp"]) = (.array([.string("app"), .string("b")]), .string("app"))
    },
    IDTokenRow("D106 an unlisted audience that is allowed", "other_audiences: allow") {
      ($0["aud"], $0["azp"]) = (.array([.string("app"), .string("b")]), .string("app"))
    },
    IDTokenRow("D106 braces in a claim", "issuer: '{id_token.x}'", .issuerMismatch) {
      $0["x"] = .string("{client_id}")
      $0["iss"] = .string("app")
    },
  ]

  private static let nonces = [
    IDTokenRow("D30 no nonce", "nonce: optional") { $0["nonce"] = nil },
    IDTokenRow("D30 a wrong nonce", "nonce: optional", .nonceMismatch) { $0["nonce"] = .string("x") },
    IDTokenRow("D30 a missing nonce that is required", "nonce: exact", .nonceMismatch) { $0["nonce"] = nil },
    IDTokenRow("D30 the nonce's digest", "nonce: exact_or_sha256") {
      $0["nonce"] = $0["nonce"]?.string.map { .string(Self.digest($0)) }
    },
    IDTokenRow("D30 the nonce's digest, but the nonce itself is required", "nonce: exact", .nonceMismatch) {
      $0["nonce"] = $0["nonce"]?.string.map { .string(Self.digest($0)) }
    },
    IDTokenRow("D30 no nonce was sent", "nonce: none") { $0["nonce"] = nil },
    IDTokenRow("D30 no nonce was sent, and the token has an empty one", "nonce: none") { $0["nonce"] = .string("") },
    IDTokenRow("D30 an empty nonce is a wrong one", "nonce: optional", .nonceMismatch) { $0["nonce"] = .string("") },
  ]

  private static let checks = [
    IDTokenRow("D108 a fixed claim", "checks: { hd: equals(acme.example) }") { $0["hd"] = .string("acme.example") },
    IDTokenRow("D108 a wrong claim", "checks: { hd: equals(acme.example) }", .unexpectedClaim("hd")) {
      $0["hd"] = .string("evil.example")
    },
    IDTokenRow("D108 a required claim", "checks: { amr: present }") { $0["amr"] = .array([.string("pwd")]) },
    IDTokenRow("D108 a missing required claim", "checks: { amr: present }", .unexpectedClaim("amr")) {
      $0["amr"] = .null
    },
    IDTokenRow("D106 an unlisted algorithm", "algorithms: [RS256]", .algorithmNotAllowed("ES256")) { _ in },
  ]

  private static func digest(_ text: String) -> String { Hex.encode(SHA256.hash(data: Data(text.utf8))) }

  @Test(arguments: issuers + nonces + checks)
  func `ID tokens are verified as the descriptor says`(row: IDTokenRow) async throws {
    if let rejection = row.rejection {
      #expect(try await row.scenario.rejection().failure == .idToken(rejection))
    } else {
      let outcome = try await row.scenario.signIn()
      #expect(outcome.user.subject == "user-1")
      #expect(outcome.transcript.authorization?.contains("&nonce=") == !row.scenario.snippet.contains("nonce: none"))
    }
  }

  @Test(arguments: ["passed", "default", "constant"])
  func `A claim must match the parameter, a default, or a constant (D108)`(kind: String) async throws {
    let rule = ["default": ", default: org_1", "constant": ", const: org_1"][kind] ?? ""
    var scenario = SignInScenario(
      """
      authorize: { parameters: { organization: { type: string\(rule) } } }
      id_token: { checks: { org_id: "equals({authorize.organization})" } }
      """, over: .oidc)
    if kind == "passed" { scenario.set("organization", "org_1") }
    scenario.script.claims = { $0["org_id"] = .string("org_2") }
    #expect(try await scenario.rejection().failure == .idToken(.unexpectedClaim("org_id")))
    scenario.script.claims = { $0["org_id"] = .string("org_1") }
    #expect(try await scenario.signIn().user.subject == "user-1")
  }

  @Test func `If the descriptor checks acr, the ID token must have the requested one`() async throws {
    var scenario = SignInScenario(
      """
      authorize: { parameters: { acr_values: { type: string } } }
      id_token: { checks: { acr: "equals({authorize.acr_values})" } }
      """, over: .oidc)
    scenario.set("acr_values", "phr")
    for wrong in [JSONValue.null, .string("pwd"), .array([.string("phr")]), .string("phrh")] {
      scenario.script.claims = { $0["acr"] = wrong }
      #expect(try await scenario.rejection().failure == .idToken(.unexpectedClaim("acr")))
    }
    scenario.script.claims = { $0["acr"] = .string("phr") }
    #expect(try await scenario.signIn().user.subject == "user-1")
  }

  @Test func `If the descriptor sets max_age, auth_time must be recent enough (D16)`() async throws {
    var scenario = SignInScenario(
      "authorize: { parameters: { max_age: { type: seconds, default: '60' } } }", over: .oidc)
    scenario.script.claims = { $0["auth_time"] = nil }
    #expect(try await scenario.rejection().failure == .idToken(.authenticationTooOld))
    scenario.script.claims = { $0["auth_time"] = $0["iat"] }
    #expect(try await scenario.signIn().transcript.authorization?.contains("&max_age=60") == true)
  }

  @Test func `The ID token may be missing if the descriptor makes it optional (D72)`() async throws {
    var scenario = SignInScenario(
      "id_token: { required: false }\nuserinfo: { source: [id_token, userinfo], map: { id: id } }", over: .oidc)
    scenario.script.tokens = { $0["id_token"] = nil }
    let outcome = try await scenario.signIn()
    #expect(outcome.user.id == "user-1")
    #expect(outcome.credential?.idToken == nil)
    scenario.snippet = ""
    #expect(try await scenario.rejection().failure == .idToken(.missingIDToken))
  }

  @Test func `An ID token may have a setting of the app as its audience (D106)`() async throws {
    var scenario = SignInScenario(
      """
      client: { settings: { bundle: { type: string, optional: true } } }
      id_token: { audience: [client_id, settings.bundle] }
      """, over: .oidc)
    scenario.script.claims = { $0["aud"] = .string("com.acme.app") }
    #expect(try await scenario.rejection().failure == .idToken(.audienceMismatch))
    scenario.settings = ["bundle": Secret("com.acme.app")]
    #expect(try await scenario.signIn().user.subject == "user-1")
  }

  @Test func `Claims are read by their types from any token (D107 D108)`() async throws {
    var scenario = SignInScenario("claims: { namespace: 'https://ns/' }\naccess_token: { format: jwt }", over: .oidc)
    scenario.script.claims = { claims in
      claims["email_verified"] = .string("true")
      claims["https://ns/roles"] = .array([.string("admin")])
      claims["app"] = .object(["tier": .integer(3)])
    }
    let jwt = try scenario.script.tokenSigner.token(claims: ["permissions": .array([.string("read")])])
    scenario.script.tokens = { $0["access_token"] = .string(jwt) }
    let user = try await scenario.signIn().user
    #expect(user.isEmailVerified)
    #expect(try user.claims.required("https://ns/roles") == ["admin"])
    #expect(try user.claims.required("app.tier") == 3)
    #expect(try user.claims.required("permissions", in: .accessToken) == ["read"])
    #expect(throws: ClaimFailure.missingClaim("permissions")) { try user.claims.required("permissions") as String }
  }
}
