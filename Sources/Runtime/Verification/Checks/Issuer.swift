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
  /// Whether a string without claims names this provider's issuer, or the one of a tenant that the app accepts.
  ///
  /// The string may come from anyone, so the caller must not trust it further than that.
  func isIssuer(_ text: String) -> Bool {
    guard !issuers.isEmpty else { return issuer.map(text.isExactly) ?? false }
    return issuers.contains { template, _ in
      isIssuer(of: (claims(of: template, in: text) ?? [:]).merging(["iss": .string(text)]) { $1 })
    }
  }

  /// Returns the claims with which a template may produce the string. A claim fills one segment of a path. The caller
  /// fills in the template and compares the result.
  private func claims(of template: TextTemplate, in text: String) -> [String: JSONValue]? {
    var claims: [String: JSONValue] = [:]
    for (segment, value) in zip(template.segments, text.split(separator: "/", omittingEmptySubsequences: false)) {
      guard let name = segment.solePlaceholder, let claim = TenantRule.claim(of: name) else { continue }
      guard !value.isEmpty, claims.updateValue(.string(String(value)), forKey: claim) == nil else { return nil }
    }
    return claims
  }
}
