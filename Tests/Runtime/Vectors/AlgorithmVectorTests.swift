import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

/// Messages and their signatures, without a token (Project Wycheproof).
@Suite struct `Published test vectors of algorithms` {
  /// The number of vectors in each file. `Ed25519` is another name of `EdDSA`.
  private static let counts: [SignatureAlgorithm: Int] = [
    .rs256: 256, .rs384: 257, .rs512: 257, .ps256: 108, .ps384: 141, .ps512: 179, .es256: 262, .es384: 280,
    .es512: 318, .edDSA: 151, .hs256: 84, .hs384: 84, .hs512: 84,
  ]

  @Test(arguments: SignatureAlgorithm.allCases.filter { $0 != .ed25519 })
  func `A published signature is accepted if it is valid, and rejected otherwise`(algorithm: SignatureAlgorithm)
    async throws
  {
    var count = 0
    for group in Vectors.groups("wycheproof/\(algorithm.rawValue)") {
      let verifier = try await verifier(group.keys[0], algorithm)
      for test in group.tests {
        let message = try #require(test.message)
        let signature = try #require(test.signature)
        #expect(verifier.accepts(signature, of: message) == test.isValid, "\(test.name)")
        count += 1
      }
    }
    #expect(count == Self.counts[algorithm])
  }

  private func verifier(_ key: JSONValue, _ algorithm: SignatureAlgorithm) async throws -> SignatureVerifier {
    guard algorithm.isSymmetric else {
      return try await SignatureVerifier(#require(JSONWebKey(key)), algorithm: algorithm)
    }
    let secret = try #require(key.object?["k"]?.string.flatMap(Base64URL.decode))
    return try #require(await SignatureVerifier(secret: secret, algorithm: algorithm))
  }
}
