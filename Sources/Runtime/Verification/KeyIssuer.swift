import Foundation

/// The issuer that a published key belongs to. The key verifies tokens of that issuer only.
///
/// Microsoft Entra ID publishes the keys of many issuers in one set and marks each key with the member `issuer`. In it,
/// `{tenantid}` stands for the tenant in the token's `tid` (Microsoft identity platform, "Validate the issuer").
struct KeyIssuer: Sendable, Hashable {
  private static let placeholder = "{tenantid}"

  /// The member `issuer` of the key.
  let text: String

  /// Whether the claims come from this issuer.
  func isIssuer(of claims: [String: JSONValue]) -> Bool {
    guard let issuer = claims["iss"]?.string else { return false }
    guard text.contains(Self.placeholder) else { return text.isExactly(issuer) }
    // A tenant is a UUID, so that no other text in `tid` can complete the issuer.
    guard let tenant = claims["tid"]?.string, UUID(uuidString: tenant) != nil else { return false }
    return text.replacing(Self.placeholder, with: tenant).isExactly(issuer)
  }
}

/// A token whose key is wanted.
struct KeyQuery: Sendable {
  let token: SignedToken
  let algorithm: SignatureAlgorithm

  var keyID: String? { token.keyID }

  /// Whether a key of this issuer may have signed the token; a key without one may have signed any.
  func mayComeFrom(_ issuer: KeyIssuer?) -> Bool {
    guard let issuer else { return true }
    return (try? token.claims()).map(issuer.isIssuer) ?? false
  }
}
