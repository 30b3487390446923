#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// A DPoP proof with a valid signature, as a server reads it (RFC 9449 §4.3).
  struct ReceivedProof {
    let header: [String: JSONValue]
    let claims: [String: JSONValue]
    let algorithm: SignatureAlgorithm
    let key: PublicKey

    init?(_ text: String) {
      guard let head = text.split(separator: ".").first.flatMap({ Base64URL.decode($0) }),
        let jwk = JSONValue(parsing: head)?.object?["jwk"]?.object,
        Set(jwk.keys).isDisjoint(with: ["d", "p", "q", "k"]), let key = try? PublicKey(jwk),
        let (header, claims) = key.content(of: text),
        let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init)
      else { return nil }
      (self.header, self.claims, self.algorithm, self.key) = (header, claims, algorithm, key)
    }
  }
#endif
