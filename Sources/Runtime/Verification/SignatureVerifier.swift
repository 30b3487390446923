import Foundation
import JWTKit

/// The jwt-kit implementation of one algorithm with one key. It never sees the token's header, so the header can't
/// influence the choice.
package final class SignatureVerifier: Sendable {
  private let implementation: any JWTAlgorithm

  /// - Throws: An error if the cryptography library rejects the key.
  init(_ key: JSONWebKey, algorithm: SignatureAlgorithm) async throws {
    let keys = JWTKeyCollection()
    let digest = algorithm.facts.hash.digest
    switch algorithm.facts.scheme {
    case .rsaPKCS1: await keys.add(rsa: try key.rsa(), digestAlgorithm: digest)
    case .rsaPSS: await keys.add(pss: try key.rsa(), digestAlgorithm: digest)
    case .ecdsa(.p256): await keys.add(ecdsa: try ES256PublicKey(parameters: key.point(on: .p256)))
    case .ecdsa(.p384): await keys.add(ecdsa: try ES384PublicKey(parameters: key.point(on: .p384)))
    case .ecdsa(.p521): await keys.add(ecdsa: try ES512PublicKey(parameters: key.point(on: .p521)))
    case .ed25519: await keys.add(eddsa: try EdDSA.PublicKey(x: key.text("x", bytes: 32), curve: .ed25519))
    // A published key isn't secret.
    case .hmac: throw JSONWebKey.UnusableKey()
    }
    implementation = try await keys.getKey()
  }

  /// Creates an HMAC verifier. Returns `nil` if the secret is too short for the algorithm, or if the algorithm uses
  /// public keys.
  init?(secret: Data, algorithm: SignatureAlgorithm) async {
    guard let minimum = algorithm.minimumSecretBytes, secret.count >= minimum else { return nil }
    let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: algorithm.facts.hash.digest)
    guard let made = try? await keys.getKey() else { return nil }
    implementation = made
  }

  /// Whether this key made the token's signature. An unusable key accepts no token.
  func accepts(_ token: SignedToken) -> Bool {
    accepts(token.signature, of: token.signingInput)
  }

  /// Whether this key made the signature of the message. The signature has the form that RFC 7518 §3 defines.
  func accepts(_ signature: Data, of message: Data) -> Bool {
    (try? implementation.verify(signature, signs: message)) ?? false
  }
}

extension SignatureAlgorithm.Hash {
  /// The algorithm's name in jwt-kit.
  var digest: DigestAlgorithm {
    switch self {
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
