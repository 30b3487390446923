import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import Testing

@testable import AuthRuntime

/// The key of a service account, and its file as the provider's console writes it.
private struct AccountFile {
  let key: PrivateKey
  let json: Secret

  init(keyID: String = "key-1") throws {
    let pem = P256.Signing.PrivateKey().pemRepresentation
    key = try PrivateKey(pem: Secret(pem), keyID: keyID)
    let members: [String: JSONValue] = [
      "type": "service_account", "private_key": .string(pem), "private_key_id": .string(keyID),
      "client_email": "robot@project.example", "token_uri": "https://thief.example/token",
    ]
    json = Secret(String(decoding: try JSONEncoder().encode(members), as: UTF8.self))
  }
}

private func run(
  _ change: @Sendable (inout ProviderConfiguration) -> Void = { _ in },
  now: @escaping @Sendable () -> Date = { Date() },
  _ test: (ScriptedProvider, Vault.Client, AccountFile) async throws -> Void
) async throws {
  let file = try AccountFile()
  var configuration = Vault.configuration
  change(&configuration)
  let provider = try await ScriptedProvider.start(as: configuration)
  await provider.rewrite {
    $0.serviceAccountKeys = [file.key.publicKey]
    $0.now = now
  }
  let environment = AuthEnvironment(browser: FollowingBrowser(), now: now)
  do { try await test(provider, provider.client(Vault.self, environment: environment), file) } catch {
    await provider.stop()
    throw error
  }
  await provider.stop()
}

/// The claims of the assertions that a provider received, and the other parameters.
private func received(_ provider: ScriptedProvider) throws -> [(claims: [String: JSONValue], fields: [String: String])]
{
  try provider.requests.filter { $0.path.hasSuffix("token") }.map { request in
    var fields = Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { $1 }
    let removed = fields.removeValue(forKey: "assertion")
    let assertion = try #require(removed)
    return (Secret(assertion).claimsOfJWT, fields)
  }
}

@Suite struct `Service accounts` {
  @Test func `An account in a JSON file signs a JWT with its name, its scopes, and the descriptor's claims`()
    async throws
  {
    try await run { provider, vault, file in
      let token = try await vault.serviceCredential(of: .json(file.json), scopes: [.profile, .openid])
      let (claims, fields) = try #require(try received(provider).first)
      #expect(claims["iss"] == "robot@project.example")
      #expect(claims["sub"] == "robot@project.example")
      #expect(claims["aud"]?.string == provider.configuration.server.issuer?.text)
      #expect(claims["scope"] == "openid profile")
      #expect(claims["client"] != nil)
      #expect((claims["exp"]?.number ?? 0) - (claims["iat"]?.number ?? 0) == 120)
      #expect(fields == ["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer"])
      #expect(token.scopes == ["openid", "profile"])
      #expect(token.refreshToken == nil)
      #expect(!provider.requests.contains { $0.path.contains("thief") })
    }
  }

  @Test func `An account acts for a user, and each user gets a separate token`() async throws {
    try await run { provider, vault, file in
      let ada = try await vault.serviceCredential(of: .json(file.json), subject: "ada@acme.example")
      let grace = try await vault.serviceCredential(of: .json(file.json), subject: "grace@acme.example")
      let itself = try await vault.serviceCredential(of: .json(file.json))
      #expect(Set([ada, grace, itself].map(\.accessToken)).count == 3)
      #expect(
        try received(provider).map { $0.claims["sub"] } == [
          "ada@acme.example", "grace@acme.example", "robot@project.example",
        ])
    }
  }

  @Test func `A token is used until it expires, and many callers share one request`() async throws {
    let date = Guarded(Date())
    try await run(now: { date.withLock { $0 } }) { provider, vault, file in
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for _ in 0..<50 {
          group.addTask { try await vault.serviceCredential(of: .json(file.json), scopes: [.openid]).accessToken }
        }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(provider.requests.count == 1)
      date.withLock { $0 += 3590 }
      let later = try await vault.serviceCredential(of: .json(file.json), scopes: [.openid])
      #expect(!tokens.contains(later.accessToken))
      #expect(try await vault.credential() == nil)
    }
  }

  @Test func `A token without a lifetime isn't used again, because it could have expired`() async throws {
    try await run { provider, vault, file in
      await provider.rewrite { $0.tokens = { $0["expires_in"] = nil } }
      let token = try await vault.serviceCredential(of: .json(file.json))
      #expect(token.expiresAt == nil)
      #expect(try await vault.serviceCredential(of: .json(file.json)).accessToken != token.accessToken)
    }
  }

  @Test func `A PEM, a JSON Web Key, and the app's signer sign for an account with the client's ID`() async throws {
    struct Signer: JWTSigning {
      let key: PrivateKey
      var algorithm: SignatureAlgorithm { key.algorithm }
      var publicKey: PublicKey { key.publicKey }
      func signature(of message: Data) async throws -> Data { try key.signature(of: message) }
    }
    for make in [
      { key in ClientKey.pem(key.pem) }, { key in ClientKey.key(key) }, { key in .signer(Signer(key: key)) },
    ] as [(PrivateKey) -> ClientKey] {
      try await run { provider, vault, file in
        _ = try await vault.serviceCredential(of: .key(make(file.key)))
        _ = try await vault.serviceCredential(of: .key(make(file.key), issuer: "another"))
        let issuers = try received(provider).map { $0.claims["iss"] }
        #expect(issuers == ["client", "another"] || issuers.last == "another")
      }
    }
  }

  @Test func `A descriptor sends the scopes as a parameter, its own audience, and the client's secret`() async throws {
    try await run { configuration in
      configuration.jwtBearer.scope = .parameter
      configuration.jwtBearer.audience = "https://login.vault.example"
      configuration.jwtBearer.authentication = .clientSecretPost
      configuration.jwtBearer.parameters = ["mode": "fast"]
    } _: { provider, _, file in
      let vault = provider.client(Vault.self, clientSecret: Secret("app-secret"))
      _ = try await vault.serviceCredential(of: .json(file.json), scopes: [.openid])
      let (claims, fields) = try #require(try received(provider).first)
      #expect(claims["aud"] == "https://login.vault.example")
      #expect(claims["scope"] == nil)
      #expect(fields["scope"] == "openid")
      #expect(fields["client_secret"] == "app-secret")
      #expect(fields["mode"] == "fast")
    }
  }

  @Test(arguments: ProviderConfiguration.JWTBearerRules.ScopePlace.allCases)
  func `Without scopes, the JWT and the request have no scope`(
    place: ProviderConfiguration.JWTBearerRules.ScopePlace
  ) async throws {
    try await run {
      $0.jwtBearer.scope = place
    } _: { provider, vault, file in
      _ = try await vault.serviceCredential(of: .json(file.json))
      let (claims, fields) = try #require(try received(provider).first)
      #expect(claims["scope"] == nil && fields["scope"] == nil)
    }
  }

  @Test func `A key that can't be used fails before a request`() async throws {
    try await run { provider, vault, file in
      let unnamed = Secret(file.json.reveal().replacing("robot@project.example", with: ""))
      let accounts: [ServiceAccount] = [
        .json(Secret("")), .json(Secret("{}")), .json(Secret(#"{"client_email": "a", "private_key": "b"}"#)),
        .json(Secret(#"{"client_email": "", "private_key": "b"}"#)), .json(unnamed), .key(.pem(Secret("x"))),
        .key(.rotation([])),
      ]
      for account in accounts {
        do throws(Vault.Failure) {
          _ = try await vault.serviceCredential(of: account)
          Issue.record("no error")
        } catch {
          guard case .configuration = error else { throw error }
        }
      }
      #expect(provider.requests.isEmpty)
    }
  }

  @Test func `A rejected account fails with the server's error, and the next call tries again`() async throws {
    try await run { provider, vault, file in
      await provider.inject(.exchange(.rejected), times: 1)
      do throws(Vault.Failure) {
        _ = try await vault.serviceCredential(of: .json(file.json))
        Issue.record("no error")
      } catch {
        guard case .server(_, let reason) = error else { throw error }
        #expect(reason.code == "invalid_grant")
      }
      _ = try await vault.serviceCredential(of: .json(file.json))
    }
  }

  @Test func `An account with another key is rejected, and the error doesn't contain the JWT`() async throws {
    try await run { provider, vault, _ in
      let other = try AccountFile()
      await provider.rewrite { script in
        script.instead = { request in
          let sent = FormEncoding.decode(request.text)?.first { $0.name == "assertion" }?.value ?? ""
          return .json(#"{"error":"invalid_grant","error_description":"bad \#(sent)"}"#, status: 400)
        }
      }
      do throws(Vault.Failure) {
        _ = try await vault.serviceCredential(of: .json(other.json))
        Issue.record("no error")
      } catch {
        #expect(!error.description.contains("eyJ"))
      }
    }
  }

  @Test func `Printing an account shows its name, and never its key`() throws {
    let file = try AccountFile()
    var text = ""
    dump(ServiceAccount.json(file.json), to: &text)
    text += "\(ServiceAccount.json(file.json))"
    #expect(text.contains("robot@project.example"))
    #expect(!text.contains("PRIVATE"))
  }

  @Test func `The client's accounts share the tokens of a service account`() async throws {
    try await run { provider, vault, file in
      let token = try await vault.serviceCredential(of: .json(file.json))
      #expect(try await vault.account("other").serviceCredential(of: .json(file.json)) == token)
      #expect(provider.requests.count == 1)
    }
  }
}
