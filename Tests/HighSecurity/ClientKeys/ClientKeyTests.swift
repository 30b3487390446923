import AuthConfiguration
import AuthTesting
import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The key of a client` {
  private static let key = PrivateKeyFixture.ec("k1")

  @Test(arguments: SignatureAlgorithm.allowed(for: .clientKeys))
  func `Every algorithm authenticates a client whose key is a PEM`(algorithm: SignatureAlgorithm) async throws {
    let own = try PrivateKeyFixture.key(for: algorithm)
    try await KeyProvider.run(accepting: [own.publicKey]) { provider in
      _ = try await provider.client(key: .pem(own.pem, algorithm: algorithm)).signIn()
      let assertion = try #require(provider.assertions.last)
      #expect(assertion.algorithm == algorithm.rawValue)
    }
  }

  @Test func `A key can be a JSON Web Key, and the assertion contains its key ID`() async throws {
    let raw = P256.Signing.PrivateKey()
    var members = try PrivateKey(pem: Secret(raw.pemRepresentation), keyID: "2026-11").publicKey.jwk
    members["d"] = .string(Base64URL.encode(raw.rawRepresentation))
    let text = Secret(String(decoding: try JSONEncoder().encode(members), as: UTF8.self))
    let known = try PublicKey(members)
    try await KeyProvider.run(accepting: [known]) { provider in
      _ = try await provider.client(key: .jwk(text)).signIn()
      #expect(provider.assertions.last?.keyID == "2026-11")
    }
  }

  @Test func `The app's signer signs assertions, and its private key stays where it is`() async throws {
    let signer = CountingSigner(Self.key)
    try await KeyProvider.run(accepting: [Self.key.publicKey]) { provider in
      let client = provider.client(key: .signer(signer))
      _ = try await client.signIn()
      #expect(signer.count == 1)
      _ = try await client.clientCredential(scopes: [], parameters: AuthorizationParameters())
      #expect(signer.count == 2)
      #expect(Set(try provider.assertions.map { try $0.claims()["jti"] }).count == 2)
    }
  }

  @Test func `A signer that fails sends no request, and its error isn't shown`() async throws {
    try await KeyProvider.run(accepting: [Self.key.publicKey]) { provider in
      let client = provider.client(key: .signer(FailingSigner(publicKey: Self.key.publicKey)))
      let failure = await stepFailure(of: try await client.checkReadiness())
      #expect(failure == .configuration(.unusableKey("ES256")))
      #expect(failure?.description.contains("PIN 1234") == false)
      #expect(!provider.requests.contains { $0.path == "/token" })
    }
  }

  @Test func `An RSA key uses an algorithm that the server lists`() async throws {
    let key = try PrivateKeyFixture.key(for: .rs256)
    let listed: JSONValue = ["ES256", "PS512"]
    try await KeyProvider.run(accepting: [key.publicKey]) { provider in
      let members: [String: JSONValue] = ["token_endpoint_auth_signing_alg_values_supported": listed]
      let client = provider.discoveringClient(key: .pem(key.pem), document: members)
      _ = try await client.signIn()
      #expect(provider.assertions.last?.algorithm == "PS512")
    }
  }

  @Test func `The descriptor limits the algorithms, the claims, and the lifetime of the app's key`() async throws {
    try await KeyProvider.run(accepting: [Self.key.publicKey]) { provider in
      func client(_ jwt: ProviderConfiguration.ClientJWT) -> AuthClient<DynamicProvider> {
        provider.client(key: .key(Self.key)) { $0.client.assertion = jwt }
      }
      let other = await stepFailure(of: try await client(.init(algorithms: [.ps256, .edDSA])).checkReadiness())
      #expect(other == .configuration(.unusableKey("PS256, EdDSA")))
      _ = try await client(.init(keyID: "k1", lifetime: .seconds(20), claims: ["team": "a"])).signIn()
      let claims = try #require(try provider.assertions.last?.claims())
      let (issued, expiry) = (try #require(claims["iat"]?.number), try #require(claims["exp"]?.number))
      #expect((expiry - issued, claims["team"]) == (20, "a"))
      _ = try await client(.init(lifetime: .seconds(600))).signIn()
      let last = try #require(try provider.assertions.last?.claims())
      #expect(try #require(last["exp"]?.number) - (try #require(last["iat"]?.number)) == 60)
    }
  }

  @Test(arguments: [
    (ProviderConfiguration.ClientJWT.Audience.issuer, ""), (.tokenEndpoint, "/token"), (.endpoint, "/introspect"),
  ])
  func `The audience is the issuer, the token endpoint, or the endpoint of the request`(
    audience: ProviderConfiguration.ClientJWT.Audience, path: String
  ) async throws {
    let configuration = KeyProvider.configuration.changed { $0.client.assertion = .init(audience: audience) }
    try await KeyProvider.run(as: configuration, accepting: [Self.key.publicKey]) { provider in
      let api = provider.introspectingAPI(key: .key(Self.key))
      await #expect(throws: AccessFailure.invalidToken(.inactive)) { try await api.caller(bearing: Secret("unknown")) }
      let issuer = try #require(provider.configuration.server.issuer?.text)
      #expect(try provider.assertions.last?.claims()["aud"] == .string(issuer + path))
    }
  }

  @Test func `A client without the key that it needs fails before the browser opens`() async throws {
    try await KeyProvider.run(accepting: []) { provider in
      let client = provider.client(key: nil)
      #expect(await stepFailure(of: try await client.checkReadiness()) == .configuration(.missingClientKey))
      let empty = provider.client(key: .rotation([]))
      #expect(await stepFailure(of: try await empty.checkReadiness()) == .configuration(.missingClientKey))
      let broken = provider.client(key: .pem(Secret("no key")))
      #expect(await stepFailure(of: try await broken.checkReadiness())?.caseName == "unusableKey")
      #expect(!provider.requests.contains { ["/authorize", "/token"].contains($0.path) })
    }
  }

  @Test func `A key is used before a secret, and a secret only without a key`() async throws {
    let configuration = KeyProvider.configuration.changed {
      $0.client.authentication = [.clientSecretBasic, .privateKeyJWT]
    }
    try await KeyProvider.run(as: configuration, accepting: []) { provider in
      _ = try await provider.client(key: .key(Self.key)).signIn()
      #expect(provider.assertions.count == 1)
      _ = try await provider.client(key: nil, clientSecret: Secret("hush")).signIn()
      #expect(provider.requests.last { $0.path == "/token" }?.headers["authorization"] != nil)
    }
  }

  @Test func `A description of a key never contains the key`() {
    var text = "\(ClientKey.key(Self.key)) \(ClientKey.pem(Self.key.pem))"
    dump(ClientKey.pem(Self.key.pem), to: &text)
    #expect(!text.contains("PRIVATE") && !text.contains("MIG"))
  }
}
