import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A client that signs who it is` {
  private static let secret = "0123456789abcdef0123456789abcdef"

  /// What the token endpoint is sent by a client of a server that is known by its issuer.
  private func fields(
    secret: String? = nil, settings: [String: Secret] = [:],
    _ adjust: @escaping @Sendable (inout ProviderConfiguration) -> Void
  ) async throws -> (fields: [String: String], issuer: String) {
    try await withServer { _, provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let client = AuthClient<DynamicProvider>(
        issuer: issuer, clientID: "app", clientSecret: secret.map { Secret($0) },
        settings: settings.mapValues { $0 }, redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()), adjust)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let request = try #require(provider.requests.first { $0.path.hasSuffix("/token") })
      #expect(request.headers["authorization"] == nil)
      let pairs = FormEncoding.decode(request.text) ?? []
      return (Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }, issuer)
    }
  }

  private func check(_ token: SignedToken, issuer: String) throws {
    let claims = try token.claims()
    #expect(claims["iss"] == .string("app"))
    #expect(claims["sub"] == .string("app"))
    #expect(claims["aud"] == .string(issuer))
    #expect((claims["jti"]?.string ?? "").utf8.count == 43)
    let (issued, expiry) = (try #require(claims["iat"]?.number), try #require(claims["exp"]?.number))
    #expect(expiry - issued == 60)
    #expect(abs(issued - Date().timeIntervalSince1970) < 60)
  }

  @Test func `may do it with its secret`() async throws {
    let (fields, issuer) = try await fields(secret: Self.secret) { $0.client.authentication = [.clientSecretJWT] }
    #expect(fields["client_id"] == "app")
    #expect(fields["client_secret"] == nil)
    #expect(fields["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    let token = try SignedToken(try #require(fields["client_assertion"]))
    #expect(token.algorithm == "HS256")
    let code = HMAC<SHA256>.authenticationCode(
      for: token.signingInput, using: SymmetricKey(data: Data(Self.secret.utf8)))
    #expect(Data(code) == token.signature)
    try check(token, issuer: issuer)
  }

  @Test func `may do it with a private key`() async throws {
    let key = P256.Signing.PrivateKey()
    let settings = ["key": Secret(key.pemRepresentation)]
    let (fields, issuer) = try await fields(settings: settings) { it in
      it.client.settings = [.init(name: "key", isSecret: true)]
      it.client.authentication = [.privateKeyJWT]
      it.client.secretJWT = .init(keyID: "k1", key: "{settings.key}", lifetime: .seconds(60))
    }
    #expect(fields["client_id"] == "app")
    #expect(fields["client_secret"] == nil)
    let token = try SignedToken(try #require(fields["client_assertion"]))
    #expect((token.algorithm, token.keyID) == ("ES256", "k1"))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
    #expect(key.publicKey.isValidSignature(signature, for: token.signingInput))
    try check(token, issuer: issuer)
  }

  @Test func `does not do it with a secret that is too short, or a key that is none`() async throws {
    let short = await failure { () async throws(StepFailure) in
      try await refused(secret: "short") { $0.client.authentication = [.clientSecretJWT] }
    }
    #expect(short == .configuration(.clientSecretTooShort("HS256", minimumBytes: 32)))
    let noKey = await failure { () async throws(StepFailure) in
      try await refused(settings: ["key": Secret("-----BEGIN")]) { it in
        it.client.settings = [.init(name: "key", isSecret: true)]
        it.client.authentication = [.privateKeyJWT]
        it.client.secretJWT = .init(key: "{settings.key}")
      }
    }
    #expect(noKey == .configuration(.unusableKey("ES256")))
  }

  private func refused(
    secret: String? = nil, settings: [String: Secret] = [:],
    _ adjust: @escaping @Sendable (inout ProviderConfiguration) -> Void
  ) async throws(StepFailure) {
    let client = AuthClient<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", clientSecret: secret.map { Secret($0) },
      settings: settings.mapValues { $0 }, redirect: .loopback(),
      environment: AuthEnvironment(transport: AnsweringTransport { _ in HTTPResponse(status: 404) })
    ) { it in
      it.discovery.mode = .none
      it.server.tokenEndpoint = "https://id.example/token"
      adjust(&it)
    }
    _ = try await client.clientCredential()
  }
}
