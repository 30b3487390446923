import AuthConfiguration
import AuthTesting
import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A private key in PEM format, and the check of its signatures.
private struct ClientKey: Sendable {
  let pem: String
  let isValid: @Sendable (_ signature: Data, _ data: Data, _ algorithm: String) -> Bool

  static func rsa() throws -> ClientKey {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    return ClientKey(pem: key.pemRepresentation) { signature, data, algorithm in
      let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
      let padding: _RSA.Signing.Padding = algorithm.hasPrefix("P") ? .PSS : .insecurePKCS1v1_5
      return switch algorithm.suffix(3) {
      case "256": key.publicKey.isValidSignature(signature, for: SHA256.hash(data: data), padding: padding)
      case "384": key.publicKey.isValidSignature(signature, for: SHA384.hash(data: data), padding: padding)
      default: key.publicKey.isValidSignature(signature, for: SHA512.hash(data: data), padding: padding)
      }
    }
  }

  static func p256() -> ClientKey {
    let key = P256.Signing.PrivateKey()
    return ClientKey(pem: key.pemRepresentation) { signature, data, _ in
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.publicKey.isValidSignature($0, for: data) } ?? false
    }
  }

  static func p384() -> ClientKey {
    let key = P384.Signing.PrivateKey()
    return ClientKey(pem: key.pemRepresentation) { signature, data, _ in
      (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.publicKey.isValidSignature($0, for: data) } ?? false
    }
  }

  static func p521() -> ClientKey {
    let key = P521.Signing.PrivateKey()
    return ClientKey(pem: key.pemRepresentation) { signature, data, _ in
      (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.publicKey.isValidSignature($0, for: data) } ?? false
    }
  }

  /// The key in the structure of RFC 8410 §7.
  static func ed25519() -> ClientKey {
    let key = Curve25519.Signing.PrivateKey()
    let head: [UInt8] = [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]
    let body = (Data(head) + key.rawRepresentation).base64EncodedString()
    return ClientKey(pem: "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n") { signature, data, _ in
      key.publicKey.isValidSignature(signature, for: data)
    }
  }

  static func suitable(for algorithm: String) throws -> ClientKey {
    switch algorithm {
    case "ES256": p256()
    case "ES384": p384()
    case "ES512": p521()
    case "EdDSA": ed25519()
    default: try rsa()
    }
  }
}

@Suite struct `A descriptor with private_key_jwt` {
  private static func snippet(_ more: String) -> String {
    """
    client:
      types: [public, confidential]
      authentication: [private_key_jwt]
      settings: { key: { type: pem }, kid: { type: string, optional: true } }
      assertion: { key: "{settings.key}"\(more) }
    """
  }

  /// Signs in, refreshes, and returns the assertions and the issuer.
  private func assertions(_ key: ClientKey, _ more: String) async throws -> (tokens: [SignedToken], issuer: String) {
    var scenario = SignInScenario(Self.snippet(more), over: .oidc)
    scenario.settings = ["key": Secret(key.pem), "kid": Secret("K1")]
    scenario.scopes = ["openid", "offline_access"]
    let issuer = Locked("")
    let outcome = try await scenario.signIn { client, provider in
      issuer.withLock { $0 = provider.configuration.server.issuer?.text ?? "" }
      try await client.refresh()
    }
    let tokens = try outcome.transcript.requests.filter { $0.path == "/token" }.map { request in
      let fields = Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { $1 }
      #expect(fields["client_id"] == "app")
      #expect(fields["client_secret"] == nil)
      #expect(request.headers["authorization"] == nil)
      #expect(fields["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      return try SignedToken(try #require(fields["client_assertion"]))
    }
    return (tokens, issuer.value)
  }

  @Test(arguments: SignatureAlgorithm.allowed(for: .clientKeys).map(\.rawValue))
  func `Every algorithm signs token requests and refreshes for the issuer`(algorithm: String) async throws {
    let key = try ClientKey.suitable(for: algorithm)
    let (tokens, issuer) = try await assertions(key, ", kid: \"{settings.kid}\", alg: \(algorithm), lifetime: 60")
    #expect(tokens.count == 2)
    #expect(Set(try tokens.map { try $0.claims()["jti"] }).count == 2)
    for token in tokens {
      #expect((token.algorithm, token.keyID) == (algorithm, "K1"))
      #expect(key.isValid(token.signature, token.signingInput, algorithm))
      let claims = try token.claims()
      #expect((claims["iss"], claims["sub"], claims["aud"]) == (.string("app"), .string("app"), .string(issuer)))
      #expect(try #require(claims["exp"]?.number) - (try #require(claims["iat"]?.number)) == 60)
    }
  }

  @Test func `The key determines the algorithm`() async throws {
    let keys = [
      ("RS256", try ClientKey.rsa()), ("ES256", .p256()), ("ES384", .p384()), ("ES512", .p521()), ("EdDSA", .ed25519()),
    ]
    for (algorithm, key) in keys {
      let tokens = try await assertions(key, "").tokens
      #expect(tokens.map(\.algorithm) == [algorithm, algorithm])
      #expect(tokens.allSatisfy { key.isValid($0.signature, $0.signingInput, algorithm) && $0.keyID == nil })
    }
  }

  @Test func `Of a list, the first algorithm that the key supports is used`() async throws {
    let list = ", alg: [ES384, PS256, RS256, EdDSA]"
    #expect(try await assertions(.rsa(), list).tokens.first?.algorithm == "PS256")
    #expect(try await assertions(.ed25519(), list).tokens.first?.algorithm == "EdDSA")
    var scenario = SignInScenario(Self.snippet(list), over: .oidc)
    scenario.settings = ["key": Secret(ClientKey.p256().pem)]
    let failure = try await scenario.rejection().failure
    #expect(failure == .configuration(.unusableKey("ES384, PS256, RS256, EdDSA")))
  }

  @Test func `The claims may name another audience`() async throws {
    let token = try await assertions(.p256(), #", claims: { aud: "https://id.example.com/token" }"#).tokens.first
    #expect(try token?.claims()["aud"] == .string("https://id.example.com/token"))
  }

  @Test(arguments: [
    (#"["PS256"]"#, "PS256"), (#"["HS256","PS384","RS256"]"#, "RS256"), (#"["ES256"]"#, "RS256"), ("[]", "RS256"),
  ])
  func `An algorithm in the server's metadata is preferred`(listed: String, expected: String) async throws {
    let sent = Locked<[String]>([])
    let transport = ScriptedTransport { request in
      if request.head.method == .post {
        sent.withLock { $0.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
        return TransportResponse(status: 200, body: Data(#"{"active":false}"#.utf8))
      }
      let document = """
        {"issuer":"https://id.example","introspection_endpoint":"https://id.example/introspect",\
        "token_endpoint_auth_signing_alg_values_supported":\(listed)}
        """
      return TransportResponse(status: 200, body: Data(document.utf8))
    }
    let client = AuthClient<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", settings: ["key": Secret(try ClientKey.rsa().pem)],
      redirect: .loopback(), environment: AuthEnvironment(transport: transport).withOwnRedirects
    ) { it in
      it.client.settings = [.init(name: "key", isSecret: true)]
      it.client.authentication = [.privateKeyJWT]
      it.client.assertion = .init(key: "{settings.key}")
    }
    _ = try await client.introspect(Secret("t"))
    let fields = FormEncoding.decode(sent.value.first ?? "") ?? []
    let token = try SignedToken(try #require(fields.first { $0.name == "client_assertion" }?.value))
    #expect(token.algorithm == expected)
  }
}
