extension ResolvedProvider {
  /// Whether signed claims come from this provider (OpenID Connect Core 1.0 §3.1.3.7, RFC 9068 §4).
  ///
  /// Issuers are compared character by character, including a trailing slash. A provider with many tenants has one
  /// issuer for each. Its template contains a claim of the token, which the signature protects. If the app names its
  /// tenant, the token must come from that tenant.
  func isIssuer(of claims: [String: JSONValue]) -> Bool {
    guard let issuer = claims["iss"]?.string else { return false }
    guard !issuers.isEmpty else { return self.issuer.map(issuer.isExactly) ?? false }
    let values = values.adding(tree: .object(claims), as: "id_token")
    return issuers.contains { template, tenants in
      // Claims are inserted unchanged. A template that can't be filled accepts no issuer.
      let isFilled = (try? template.filled { values.value($0) }).map(issuer.isExactly) ?? false
      return isFilled && tenants.allSatisfy { $0.accepts(claims) }
    }
  }
}
