import Foundation

/// The issuer of a published key. The key verifies only tokens of that issuer.
///
/// Microsoft Entra ID publishes the keys of many issuers in one set and marks each key with the member `issuer`. In it,
/// `{tenantid}` is a placeholder for the tenant in the token's `tid` (Microsoft identity platform, "Validate the
/// issuer").
struct KeyIssuer: Sendable, Hashable {
  private static let placeholder = "{tenantid}"

  /// The key's `issuer` member.
  let text: String

  /// Whether the claims come from this issuer.
  func isIssuer(of claims: [String: JSONValue]) -> Bool {
    guard let issuer = claims["iss"]?.string else { return false }
    guard text.contains(Self.placeholder) else { return text.isExactly(issuer) }
    // The tenant must be a UUID, so that no other string in `tid` can complete the issuer.
    guard let tenant = claims["tid"]?.string, UUID(uuidString: tenant) != nil else { return false }
    return text.replacing(Self.placeholder, with: tenant).isExactly(issuer)
  }
}

/// A token whose key is needed.
struct KeyQuery: Sendable {
  let token: SignedToken
  let algorithm: SignatureAlgorithm

  var keyID: String? { token.keyID }

  /// Whether a key of this issuer may have signed the token. A key without an issuer may have signed any token.
  func mayComeFrom(_ issuer: KeyIssuer?) -> Bool {
    guard let issuer else { return true }
    return (try? token.claims()).map(issuer.isIssuer) ?? false
  }
}
