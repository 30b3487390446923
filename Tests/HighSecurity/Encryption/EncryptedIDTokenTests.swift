import AuthConfiguration
import AuthTesting
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import AuthRuntime

/// A provider that encrypts ID tokens, and a client with a key.
private func withClient(
  key: DecryptionKey, content: TokenEncrypter.Content = .a128CBCHS256,
  _ adjust: (inout ProviderConfiguration) -> Void = { _ in },
  _ test: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Void
) async throws {
  let configuration = ProviderConfiguration(id: "bank", name: "Bank") { it in
    it.server.issuer = "https://bank.example"
    it.scopes?.required = ["openid"]
    it.userInfo.map = ["id": "sub"]
    it.client.settings = [.init(name: "decryption_key", isSecret: true)]
    it.idToken = .init()
    it.idToken?.encryption = .init()
    it.idToken?.encryption?.key = "{settings.decryption_key}"
    adjust(&it)
  }
  let provider = try await ScriptedProvider.start(
    as: configuration, script: .init { $0.encrypter = TokenEncrypter(for: key.publicKey, content: content) })
  do {
    try await test(provider.client(settings: ["decryption_key": key.pem]), provider)
    await provider.stop()
  } catch {
    await provider.stop()
    throw error
  }
}

private func rejection(of client: AuthClient<DynamicProvider>) async -> TokenRejection? {
  do {
    try await client.signIn()
    return nil
  } catch {
    if case .idToken(let reason) = error { return reason }
    Issue.record("\(error)")
    return nil
  }
}

@Suite struct `Encrypted ID tokens` {
  private static let x25519 = Curve25519.KeyAgreement.PrivateKey().pemRepresentation
  private static let rsa = try? _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation

  @Test(arguments: [nil, x25519, rsa ?? ""], TokenEncrypter.Content.allCases)
  func `A client with any key decrypts any content, and then verifies the ID token`(
    pem: String?, content: TokenEncrypter.Content
  ) async throws {
    let key = try pem.map { try DecryptionKey(pem: Secret($0), keyID: "enc") } ?? DecryptionKey(keyID: "enc")
    try await withClient(key: key, content: content) { client, provider in
      let user = try await client.signIn()
      #expect(user.subject == TestUser.ada.subject)
      // The session keeps the signed token, because a sign-out sends it as a hint.
      let kept = try await client.credential()?.idToken?.reveal() ?? ""
      #expect(try SignedToken(kept).claims()["sub"]?.string == user.subject)
      #expect(try await client.refresh().claims?.subject == user.subject)
    }
  }

  @Test(arguments: [
    (ScriptedFault.EncryptionFault.missing, TokenRejection.notEncrypted), (.tag, .undecryptable),
    (.otherKey, .undecryptable), (.compressed, .malformed("its content is compressed")),
    (.algorithm, .encryptionNotAllowed("RSA1_5")), (.nested, .encrypted),
  ])
  func `An ID token with wrong encryption is rejected`(
    fault: ScriptedFault.EncryptionFault, reason: TokenRejection
  ) async throws {
    try await withClient(key: DecryptionKey()) { client, provider in
      await provider.inject(.encryption(fault))
      #expect(await rejection(of: client) == reason)
      let user = try await client.user()
      #expect(user == nil)
    }
  }

  @Test func `The signed token inside is verified like any other`() async throws {
    try await withClient(key: DecryptionKey()) { client, provider in
      for (fault, reason) in [
        (ScriptedFault.TokenFault.signature, TokenRejection.invalidSignature), (.nonce, .nonceMismatch),
        (.issuer, .issuerMismatch), (.audience, .audienceMismatch), (.expired, .expired),
      ] {
        await provider.clearFaults()
        await provider.inject(.idToken(fault))
        #expect(await rejection(of: client) == reason)
      }
    }
  }

  @Test func `A signed token is accepted if the descriptor doesn't require encryption`() async throws {
    try await withClient(key: DecryptionKey(), { $0.idToken?.encryption?.required = false }) { client, provider in
      await provider.inject(.encryption(.missing))
      let user = try await client.signIn()
      #expect(user.subject == TestUser.ada.subject)
    }
  }

  @Test func `An encryption algorithm that the descriptor doesn't list is rejected`() async throws {
    try await withClient(key: DecryptionKey(), content: .a128GCM, { $0.idToken?.encryption?.content = [.a256GCM] }) {
      client, _ in
      #expect(await rejection(of: client) == .encryptionNotAllowed("A128GCM"))
    }
  }

  @Test func `A client without a usable key fails before the browser opens`() async throws {
    try await withClient(key: DecryptionKey(), { $0.idToken?.encryption?.algorithms = [.rsaOAEP256] }) {
      client, provider in
      await #expect(throws: AuthFailure<AnyErrorCode>.configuration(.unusableDecryptionKey)) {
        try await client.signIn()
      }
      #expect(provider.requests.allSatisfy { $0.path.contains(".well-known") })
    }
  }

  @Test func `A failed decryption at a refresh doesn't lose the new tokens`() async throws {
    try await withClient(key: DecryptionKey()) { client, provider in
      try await client.signIn()
      let old = try await client.credential()?.refreshToken
      await provider.inject(.encryption(.tag), times: 1)
      await #expect(throws: AuthFailure<AnyErrorCode>.idToken(.undecryptable)) { try await client.refresh() }
      let new = try await client.credential()?.refreshToken
      #expect(new != nil && new != old)
      try await client.refresh()
    }
  }
}
