import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

/// Machines and companies get tokens for a resource without the user's browser: the client finds the authorization server, and
/// another client gets the token there.
@Suite struct `Tokens of a resource without its sign-in page` {
  private static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  private static let idJAG = "urn:ietf:params:oauth:token-type:id-jag"
  /// A JWT of another server is the assertion of a JWT bearer grant (RFC 7523 §2.1).
  private static let assertion = ProviderConfiguration.TokenExchange(
    name: "assertion", grantType: jwtBearer, subject: .external, subjectParameter: "assertion", resource: .optional,
    scope: .optional)

  /// Finds the resource's authorization server.
  private func discover(_ fixture: ResourceFixture) async throws -> ResourceDiscovery {
    try await fixture.client(.registered(ClientCredentials(id: "machine"), at: fixture.issuer)).discover()
  }

  /// The client of a machine at that server.
  private func machine(
    at discovery: ResourceDiscovery, secret: Secret? = nil, key: ClientKey? = nil
  ) -> AuthClient<DynamicProvider> {
    AuthClient(
      issuer: discovery.authorizationServer, clientID: "machine", clientSecret: secret, key: key,
      redirect: .loopback(), environment: AuthEnvironment().withOwnRedirects
    ) { it in
      it.idToken = nil
      it.userInfo.sources = []
      it.exchanges = [Self.assertion]
    }
  }

  /// The status of a request to the resource.
  private func status(_ fixture: ResourceFixture, with token: Secret) async throws -> Int {
    var request = fixture.request
    request.headerFields[.authorization] = "Bearer \(token.reveal())"
    return try await AuthEnvironment.platformTransport.send(request).1.status.code
  }

  @Test(arguments: ["client_secret_basic", "private_key_jwt"])
  func `A machine has its own token (auth/client-credentials-basic, auth/client-credentials-jwt)`(
    method: String
  ) async throws {
    let key = try PrivateKey(generating: .es256, keyID: "k1")
    try await ResourceFixture.run {
      $0.metadata = { $0["scopes_supported"] = ["notes:read"] }
      $0.serverMetadata = {
        $0["token_endpoint_auth_methods_supported"] = [.string(method)]
        $0["token_endpoint_auth_signing_alg_values_supported"] = ["ES256"]
      }
    } _: { fixture in
      let discovery = try await discover(fixture)
      let isBasic = method == "client_secret_basic"
      let client = machine(
        at: discovery, secret: isBasic ? Secret("s3cret") : nil, key: isBasic ? nil : .pem(key.pem, keyID: "k1"))
      let credential = try await client.clientCredential(
        scopes: discovery.scopes, parameters: ["resource": fixture.resource])
      let sent = try #require(fixture.tokenRequests.first)
      #expect(sent["grant_type"] == "client_credentials" && sent["scope"] == "notes:read")
      #expect(sent["resource"] == fixture.resource)
      let header = fixture.provider.requests.last { $0.path == "/token" }?.headers["authorization"]
      #expect((header?.hasPrefix("Basic ") ?? false) == isBasic)
      let claims = sent["client_assertion"].map { Secret($0).claimsOfJWT }
      #expect(claims?["aud"] == (isBasic ? nil : .string(fixture.issuer)))
      #expect(claims?["iss"] == (isBasic ? nil : "machine"))
      let (_, response) = try await client.data(for: fixture.request, with: credential)
      #expect(response.status == .ok && fixture.tokens == ["Bearer \(credential.accessToken.reveal())"])
    }
  }

  @Test func `A workload's token is the assertion, and a rejected one isn't sent again (auth/wif-jwt-bearer)`()
    async throws
  {
    try await ResourceFixture.run(exchanges: [Self.assertion]) { fixture in
      await fixture.provider.rewrite { $0.subjectTokens = ["a.b.c"] }
      let client = machine(at: try await discover(fixture))
      var request = ExchangeRequest<DynamicProvider>("assertion")
      request.subject = .token(Secret("a.b.c"))
      (request.resource, request.scopes) = (fixture.resource, ["notes:read"])
      let token = try await client.exchange(request)
      #expect(
        fixture.tokenRequests == [
          [
            "grant_type": Self.jwtBearer, "assertion": "a.b.c", "client_id": "machine", "scope": "notes:read",
            "resource": fixture.resource,
          ]
        ])
      #expect(try await status(fixture, with: token.token) == 200)
      request.subject = .token(Secret("d.e.f"))
      let reason = await failure(StepFailure.self, of: try await client.exchange(request))
      guard case .server(_, let error) = reason else {
        Issue.record("\(String(describing: reason))")
        return
      }
      #expect(error.code == "invalid_grant" && fixture.tokenRequests.count == 2)
    }
  }

  @Test(arguments: [ProviderConfiguration.TokenExchange.Token.idToken, .refreshToken])
  func `A company's server issues the assertion for its user (auth/enterprise-managed-authorization, -refresh-token)`(
    subject: ProviderConfiguration.TokenExchange.Token
  ) async throws {
    let company = ProviderConfiguration.openIDConnect(issuer: "https://company.example") { it in
      it.exchanges = [
        .init(
          name: "grant", subject: subject, subjectTokenType: subject.type, requestedTokenType: Self.idJAG,
          audience: .required, resource: .required, scope: .optional)
      ]
    }
    let script = ScriptedProvider.Script { script in
      script.tokens = { members in
        guard members["issued_token_type"] == .string(Self.idJAG) else { return }
        (members["token_type"], members["expires_in"]) = ("N_A", nil)
      }
    }
    try await ResourceFixture.run(exchanges: [Self.assertion]) { fixture in
      let provider = try await ScriptedProvider.start(as: company, script: script)
      defer { Task { await provider.stop() } }
      let user = AuthClient<DynamicProvider>(
        configuration: provider.configuration, variables: [:], clientID: "employee",
        redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      try await user.signIn()
      let discovery = try await discover(fixture)
      var first = ExchangeRequest<DynamicProvider>("grant")
      (first.audience, first.resource) = (discovery.authorizationServer, fixture.resource)
      let grant = try await user.exchange(first)
      #expect(grant.issuedTokenType == Self.idJAG && !grant.isAccessToken)
      let sent = try #require(exchanges(provider).first)
      #expect(sent["subject_token_type"] == subject.type && sent["requested_token_type"] == Self.idJAG)
      #expect(sent["audience"] == fixture.issuer && sent["resource"] == fixture.resource)

      var second = ExchangeRequest<DynamicProvider>("assertion")
      second.subject = .token(grant.token)
      let token = try await machine(at: discovery).exchange(second)
      #expect(fixture.tokenRequests.first?["assertion"] == grant.token.reveal())
      #expect(try await status(fixture, with: token.token) == 200)
    }
  }
}
