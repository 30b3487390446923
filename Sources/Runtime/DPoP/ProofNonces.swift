import Foundation
import HTTPTypes

/// The nonces that servers require in proofs (RFC 9449 §8, §9). Each origin has its own.
final class ProofNonces: Sendable {
  /// The number of origins whose nonces are remembered. A forgotten nonce costs one request.
  static let capacity = 64
  /// The longest nonce in bytes. A longer one is ignored.
  static let maximumLength = 1024

  typealias Origin = WebOrigin

  private let nonces = Guarded(RecentKeys<Origin, String>(capacity: capacity))

  /// The nonce for the next request to an origin.
  subscript(origin: Origin) -> String? { nonces.withLock { $0[origin] } }

  /// Remembers the nonce of a response, if there is one (§8.2).
  func read(_ response: HTTPResponse, from origin: Origin) {
    guard let nonce = response.proofNonce else { return }
    nonces.withLock { nonces in _ = nonces.keep(nonce, as: origin) }
  }
}

extension HTTPField.Name {
  fileprivate static let proofNonce = HTTPField.Name(constant: "DPoP-Nonce")
}

extension HTTPResponse {
  /// The nonce for the next proof, if there is one and it's valid (RFC 9449 §8.1).
  var proofNonce: String? {
    guard let nonce = headerFields[.proofNonce] else { return nil }
    // A nonce has the characters of a scope (NQCHAR).
    let isValid = !nonce.isEmpty && nonce.utf8.allSatisfy(\.isScopeCharacter)
    return isValid && nonce.utf8.count <= ProofNonces.maximumLength ? nonce : nil
  }
}
