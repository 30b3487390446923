import AuthConfiguration
import AuthTesting
import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client that authenticates with a signed assertion` {
  private static let secret = "0123456789abcdef0123456789abcdef"

  /// The fields that the token endpoint receives from a client that knows the server only by its issuer.
  private func fields(
    secret: String? = nil, settings: [String: Secret] = [:],
    _ adjust: @escaping @Sendable (inout ProviderConfiguration) -> Void
  ) async throws -> (fields: [String: String], issuer: String) {
    try await withServer { _, provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let client = AuthClient<DynamicProvider>(
        issuer: issuer, clientID: "app", clientSecret: secret.map { Secret($0) },
        settings: settings.mapValues { $0 }, redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects, adjust)
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

  @Test func `An assertion can be signed with the client secret`() async throws {
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

  @Test func `An assertion can be signed with a private key`() async throws {
    let key = P256.Signing.PrivateKey()
    let settings = ["key": Secret(key.pemRepresentation)]
    let (fields, issuer) = try await fields(settings: settings) { it in
      it.client.settings = [.init(name: "key", isSecret: true)]
      it.client.authentication = [.privateKeyJWT]
      it.client.assertion = .init(keyID: "k1", key: "{settings.key}", lifetime: .seconds(60))
    }
    #expect(fields["client_id"] == "app")
    #expect(fields["client_secret"] == nil)
    let token = try SignedToken(try #require(fields["client_assertion"]))
    #expect((token.algorithm, token.keyID) == ("ES256", "k1"))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
    #expect(key.publicKey.isValidSignature(signature, for: token.signingInput))
    try check(token, issuer: issuer)
  }

  /// OpenID Connect Core 1.0 §9 uses the token endpoint as the audience, and some servers accept nothing else.
  @Test(arguments: [ProviderConfiguration.ClientAuthenticationMethod.clientSecretJWT, .privateKeyJWT])
  func `An assertion's audience can be the token endpoint`(
    method: ProviderConfiguration.ClientAuthenticationMethod
  ) async throws {
    let settings = ["key": Secret(P256.Signing.PrivateKey().pemRepresentation)]
    let (fields, _) = try await fields(secret: Self.secret, settings: settings) { it in
      it.client.settings = [.init(name: "key", isSecret: true)]
      it.client.authentication = [method]
      it.client.assertion = .init(key: "{settings.key}", claims: ["aud": "https://id.example/token"])
    }
    let claims = try SignedToken(try #require(fields["client_assertion"])).claims()
    #expect(claims["aud"] == .string("https://id.example/token"))
    #expect(claims["iss"] == .string("app"))
  }

  @Test func `A client secret that is too short and an unusable key are rejected`() async throws {
    let short = await failure(of: try await rejected(secret: "short") { $0.client.authentication = [.clientSecretJWT] })
    #expect(short == .configuration(.clientSecretTooShort("HS256", minimumBytes: 32)))
    let noKey = await failure(
      of: try await rejected(settings: ["key": Secret("-----BEGIN")]) { it in
        it.client.settings = [.init(name: "key", isSecret: true)]
        it.client.authentication = [.privateKeyJWT]
        it.client.assertion = .init(key: "{settings.key}")
      })
    #expect(noKey == .configuration(.unusableKey("a supported algorithm")))
  }

  @Test(
    arguments: [
      ([.privateKeyJWT], nil, .missingClientKey), ([.privateKeyJWT], "hush", .missingClientKey),
      ([.tlsClientAuth], nil, .missingClientCertificate), ([.tlsClientAuth], "hush", .missingClientCertificate),
      ([.clientSecretJWT], nil, .missingClientSecret), ([.clientSecretJWT, .privateKeyJWT], nil, .missingClientSecret),
      ([.clientSecretBasic, .clientSecretPost, .clientSecretJWT], nil, nil), ([.clientSecretJWT, .none], nil, nil),
    ] as [([ProviderConfiguration.ClientAuthenticationMethod], String?, ConfigurationFailure?)])
  func `A client that has to sign an assertion never falls back to its bare ID`(
    methods: [ProviderConfiguration.ClientAuthenticationMethod], secret: String?, expected: ConfigurationFailure?
  ) async throws {
    let (failure, sent) = await introspection(secret: secret) { $0.client.authentication = methods }
    #expect(failure == expected.map { .configuration($0) })
    #expect(sent == (expected == nil ? ["token=t&client_id=app"] : []))
  }

  @Test func `A client without a secret stays public at a server that supports only assertions`() async throws {
    let (failure, sent) = await introspection(announced: ["client_secret_jwt", "private_key_jwt"]) { _ in }
    #expect(failure == nil)
    #expect(sent == ["token=t&client_id=app"])
  }

  /// The failure of an introspection, and the forms that were posted.
  private func introspection(
    secret: String? = nil, announced: [String] = [], _ adjust: @escaping @Sendable (inout ProviderConfiguration) -> Void
  ) async -> (failure: StepFailure?, sent: [String]) {
    let (sent, methods) = (Locked<[String]>([]), announced.map { "\"\($0)\"" }.joined(separator: ","))
    let transport = ScriptedTransport { request in
      if request.head.method == .post {
        sent.withLock { $0.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
        return TransportResponse(status: 200, body: Data(#"{"active":false}"#.utf8))
      }
      let document = """
        {"issuer":"https://id.example","introspection_endpoint":"https://id.example/introspect",\
        "token_endpoint_auth_methods_supported":[\(methods)]}
        """
      return TransportResponse(status: 200, body: Data(document.utf8))
    }
    let client = AuthClient<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", clientSecret: secret.map { Secret($0) }, redirect: .loopback(),
      environment: AuthEnvironment(transport: transport).withOwnRedirects, adjust)
    let failure = await failure(of: try await client.introspect(Secret("t")))
    return (failure, sent.value)
  }

  /// A client assertion signed with the app's RSA key.
  private func signed(
    by key: _RSA.Signing.PrivateKey, _ algorithm: SignatureAlgorithm
  ) async throws(StepFailure) -> String {
    let rules = ProviderConfiguration.ClientJWT(algorithms: [algorithm], key: TextTemplate(key.pemRepresentation))
    let values = TemplateValues(.plain) { Date() }
    return try await ClientSecretJWT(rules: rules, values: values, now: Date()).sign().reveal()
  }

  @Test(arguments: [SignatureAlgorithm.rs256, .rs384, .rs512, .ps256, .ps384, .ps512])
  func `RSA signs assertions with every hash algorithm`(algorithm: SignatureAlgorithm) async throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let token = try SignedToken(try await signed(by: key, algorithm))
    #expect((token.algorithm, token.keyID) == (algorithm.rawValue, nil))
    let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
    let padding: _RSA.Signing.Padding = algorithm.rawValue.hasPrefix("P") ? .PSS : .insecurePKCS1v1_5
    let (data, publicKey) = (token.signingInput, key.publicKey)
    let isValid =
      switch algorithm.rawValue.suffix(3) {
      case "256": publicKey.isValidSignature(signature, for: SHA256.hash(data: data), padding: padding)
      case "384": publicKey.isValidSignature(signature, for: SHA384.hash(data: data), padding: padding)
      default: publicKey.isValidSignature(signature, for: SHA512.hash(data: data), padding: padding)
      }
    #expect(isValid)
  }

  @Test(arguments: [SignatureAlgorithm.hs256, .hs384, .hs512])
  func `An RSA key can't be used for an HMAC algorithm`(algorithm: SignatureAlgorithm) async throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    await #expect(throws: StepFailure.configuration(.unusableKey(algorithm.rawValue))) {
      try await signed(by: key, algorithm)
    }
  }

  private func rejected(
    secret: String? = nil, settings: [String: Secret] = [:],
    _ adjust: @escaping @Sendable (inout ProviderConfiguration) -> Void
  ) async throws(StepFailure) {
    let client = AuthClient<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", clientSecret: secret.map { Secret($0) },
      settings: settings.mapValues { $0 }, redirect: .loopback(),
      environment: AuthEnvironment(transport: ScriptedTransport { _ in TransportResponse(status: 404) })
    ) { it in
      it.discovery.mode = .none
      it.server.tokenEndpoint = "https://id.example/token"
      adjust(&it)
    }
    _ = try await client.clientCredential()
  }
}
