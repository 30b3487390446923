extension ResolvedProvider {
  /// Whether signed claims come from this provider (OpenID Connect Core 1.0 §3.1.3.7, RFC 9068 §4).
  ///
  /// Character by character: a trailing slash more or less is another issuer. A provider of many tenants has an issuer
  /// for each, made of a claim of the token itself, which its signature vouches for; it has to be the app's own tenant where
  /// the app has named one.
  func isIssuer(of claims: [String: JSONValue]) -> Bool {
    guard let issuer = claims["iss"]?.string else { return false }
    guard !issuers.isEmpty else { return self.issuer.map(issuer.isExactly) ?? false }
    let values = values.adding(tree: .object(claims), as: "id_token")
    return issuers.contains { template, tenants in
      // A claim is filled in as it is; a template that it cannot fill accepts nothing.
      let isFilled = (try? template.filled { values.value($0) }).map(issuer.isExactly) ?? false
      return isFilled && tenants.allSatisfy { $0.accepts(claims) }
    }
  }
}
