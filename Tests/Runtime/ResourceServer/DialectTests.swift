import AuthConfiguration
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

/// Access tokens in the formats of Auth0, Scalekit, Keycloak, Cognito, and Microsoft, with the generated verifiers.
@Suite struct `Access tokens of providers` {
  private static let tokenSigner = Result { try TokenSigner(quickly: .rs256) }

  /// The caller that a generated API gets from a token.
  private func caller<Provider: DescribedProvider>(
    _: Provider.Type, _ variables: [String: String], audience: String, type: String?, _ claims: [String: JSONValue]
  ) async throws -> Caller<Provider> {
    let fixture = APIFixture(
      Provider.self,
      Provider.configuration.with {
        $0.discovery.mode = .none
        $0.server.jwksURI = $0.server.jwksURI ?? "https://id.example/keys"
      }, variables: variables,
      tokenSigner: try Self.tokenSigner.get(), audiences: [audience])
    let times: [String: JSONValue] = ["exp": .integer(1_800_000_300), "iat": .integer(1_800_000_000)]
    let token = try fixture.tokenSigner.token(
      claims: claims.merging(times) { $1 }, header: ["typ": type.map(JSONValue.string) ?? .null])
    return try await fixture.caller(token)
  }

  private func auth0(_ type: String, _ claims: [String: JSONValue]) async throws -> Caller<Auth0> {
    let common: [String: JSONValue] = [
      "iss": .string("https://acme.eu.auth0.com/"),
      "aud": .array([.string("https://api.acme.com"), .string("https://acme.eu.auth0.com/userinfo")]),
    ]
    return try await caller(
      Auth0.self, ["domain": "acme.eu.auth0.com"], audience: "https://api.acme.com", type: type,
      common.merging(claims) { $1 })
  }

  @Test(arguments: [("JWT", "azp"), ("at+jwt", "client_id")])
  func `Both of Auth0's token profiles are accepted`(type: String, client: String) async throws {
    let user = try await auth0(
      type,
      [
        "sub": .string("auth0|58454"), client: .string("q2hnj2iu"), "scope": .string("openid read:timesheets"),
        "permissions": .array([.string("read:timesheets")]), "org_id": .string("org_9"),
      ])
    #expect((user.subject, user.clientID, user.isMachine) == ("auth0|58454", "q2hnj2iu", false))
    #expect((user.permissions, user.organizationID) == (["read:timesheets"], "org_9"))
    try user.require(.scope("read:timesheets"))
    let machine = try await auth0(type, ["sub": .string("q2hnj2iu@clients"), client: .string("q2hnj2iu")])
    #expect((machine.isMachine, machine.clientID) == (true, "q2hnj2iu"))
  }

  private func scalekit(
    audience: String = "skc_1", _ claims: [String: JSONValue]
  ) async throws -> Caller<Scalekit> {
    let common: [String: JSONValue] = ["iss": .string("https://acme.scalekit.com"), "nbf": .integer(1_800_000_000)]
    return try await caller(
      Scalekit.self, ["environment": "acme.scalekit.com"], audience: audience, type: "JWT",
      common.merging(claims) { $1 })
  }

  @Test func `Scalekit's tokens for the client and for an API are accepted, with scopes in a list`() async throws {
    let user = try await scalekit([
      "sub": .string("usr_1"), "aud": .array([.string("skc_1")]), "client_id": .string("skc_1"),
      "oid": .string("org_5"), "roles": .array([.string("admin")]), "permissions": .array([.string("invoices:read")]),
      "sid": .string("ses_1"), "jti": .string("tkn_1"),
    ])
    #expect((user.subject, user.organizationID, user.roles) == ("usr_1", "org_5", ["admin"]))
    try user.require(.all([.permission("invoices:read"), .organization("org_5"), .user]))
    let machine = try await scalekit(
      audience: "https://api.acme.com",
      [
        "sub": .string("m2m_1"), "client_id": .string("m2m_1"), "aud": .string("https://api.acme.com"),
        "oid": .string("org_5"), "scopes": .array([.string("invoices:read"), .string("invoices:write")]),
      ])
    #expect((machine.isMachine, machine.scopes) == (true, ["invoices:read", "invoices:write"]))
  }

  @Test(
    arguments: [("at_hash", .unexpectedClaim("at_hash")), ("amr", .claim(.missingClaim("jti")))]
      as [(String, TokenRejection)])
  func `Scalekit's ID token for the same client is rejected as an access token`(
    claim: String, rejection: TokenRejection
  ) async throws {
    let identity: [String: JSONValue] = [
      "sub": .string("usr_1"), "aud": .array([.string("skc_1")]), "azp": .string("skc_1"), claim: .string("x"),
    ]
    await #expect(throws: AccessFailure.invalidToken(rejection)) { try await scalekit(identity) }
  }

  @Test(arguments: [("Bearer", nil), ("DPoP", nil), ("ID", "typ"), ("Refresh", "typ")] as [(String, String?)])
  func `Only Keycloak's access token is accepted, bound to a key or not`(type: String, rejected: String?) async throws {
    let claims: [String: JSONValue] = [
      "iss": .string("https://id.acme.com/realms/acme"), "aud": .array([.string("timesheets"), .string("account")]),
      "sub": .string("f:1"), "azp": .string("app"), "typ": .string(type),
      "realm_access": .object(["roles": .array([.string("staff")])]), "nonce": .string("copied"),
    ]
    let variables = ["base_url": "https://id.acme.com", "realm": "acme"]
    let failure = rejected.map { AccessFailure.invalidToken(.unexpectedClaim($0)) }
    do {
      let user = try await caller(Keycloak.self, variables, audience: "timesheets", type: "JWT", claims)
      #expect(failure == nil)
      #expect(user.roles == ["staff"])
    } catch {
      #expect(error as? AccessFailure == failure)
    }
  }

  @Test(arguments: [("access", nil), ("id", "token_use")] as [(String, String?)])
  func `Only Cognito's access token, which names the client instead of the API, is accepted`(
    use: String, rejected: String?
  ) async throws {
    let claims: [String: JSONValue] = [
      "iss": .string("https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc"), "sub": .string("u"),
      "client_id": .string("1h57"), "token_use": .string(use), "scope": .string("timesheets/read"),
      "cognito:groups": .array([.string("staff")]),
    ]
    let variables = [
      "domain": "acme.auth.eu-west-1.amazoncognito.com", "region": "eu-west-1", "user_pool_id": "eu-west-1_abc",
    ]
    let failure = rejected.map { AccessFailure.invalidToken(.unexpectedClaim($0)) }
    do {
      let user = try await caller(Cognito.self, variables, audience: "1h57", type: nil, claims)
      #expect(failure == nil)
      #expect((user.scopes, user.roles) == (["timesheets/read"], ["staff"]))
    } catch {
      #expect(error as? AccessFailure == failure)
    }
  }

  private func entra(_ claims: [String: JSONValue]) async throws -> Caller<MicrosoftEntraID> {
    let tenant = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
    let common: [String: JSONValue] = [
      "iss": .string("https://login.microsoftonline.com/\(tenant)/v2.0"), "aud": "api-1", "ver": "2.0",
      "tid": .string(tenant), "nbf": .integer(1_800_000_000), "sub": "pairwise", "oid": "object-1",
    ]
    return try await caller(
      MicrosoftEntraID.self, ["cloud": "login.microsoftonline.com", "tenant": tenant], audience: "api-1", type: "JWT",
      common.merging(claims) { $1 })
  }

  @Test func `A token of Microsoft with scopes is a user's, and one without is an app's`() async throws {
    let user = try await entra(["azp": "app-1", "scp": "read write", "roles": ["staff"]])
    #expect((user.isMachine, user.scopes, user.roles) == (false, ["read", "write"], ["staff"]))
    let machine = try await entra(["azp": "app-1", "sub": "object-1", "roles": ["reader"]])
    #expect((machine.isMachine, machine.clientID) == (true, "app-1"))
    #expect(throws: AccessFailure.self) { try machine.require(.user) }
  }

  @Test func `Microsoft's ID token for an app that is also the API is rejected as an access token`() async throws {
    await #expect(throws: AccessFailure.invalidToken(.unexpectedClaim("azp"))) {
      try await entra(["name": "Ada Lovelace", "preferred_username": "ada@example.com", "roles": ["staff"]])
    }
  }
}
