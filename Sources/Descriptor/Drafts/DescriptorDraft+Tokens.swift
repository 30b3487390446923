import AuthConfiguration

extension DescriptorDraft {
  /// The listed algorithms that clients can verify, or `nil` if none are listed.
  func usableAlgorithms() throws(DraftFailure) -> [SignatureAlgorithm]? {
    let names = document.list("id_token_signing_alg_values_supported") ?? []
    guard !names.isEmpty else { return nil }
    guard let known = document.idTokenAlgorithms, !known.isEmpty else {
      throw DraftFailure(
        line: "noAllowedAlgorithm: the server signs ID tokens only with \(names.listed), which clients can't verify")
    }
    return known
  }

  func tokens(_ yaml: inout YAMLText, _ algorithms: [SignatureAlgorithm]?) {
    yaml.blank()
    guard let algorithms else {
      yaml.comment("TODO: the document doesn't list the algorithms for ID tokens; the family allows RS256 and ES256.")
      return
    }
    let names = algorithms.map(\.rawValue)
    let others = (document.list("id_token_signing_alg_values_supported") ?? []).filter { !names.contains($0) }
    yaml.add("id_token:")
    yaml.add("  algorithms: [\(names.joined(separator: ", "))]")
    if !others.isEmpty {
      yaml.comment("listed but left out, because clients don't accept it: \(others.listed)", indentation: 2)
    }
  }

  /// Claims become typed only if a person adds their types.
  func claims(_ yaml: inout YAMLText) {
    yaml.blank()
    guard let announced = document.list("claims_supported") else {
      yaml.comment("TODO: add the provider's own claims; the document doesn't list any.")
      return
    }
    let own = announced.filter { !Self.standardClaims.contains($0) }
    guard !own.isEmpty else {
      yaml.comment("Claims: only standard claims are listed.")
      return
    }
    let (words, left) = DraftNames.usable(own)
    yaml.comment("TODO: listed in addition to the standard claims; keep those that apps need, with the right types:")
    if !words.isEmpty {
      yaml.sample("claims:")
      yaml.sample("  custom:")
    }
    for word in words {
      let claim = YAMLText.word(word)
      yaml.sample(
        "    \(SwiftName.lowerCamel(word)): { claim: \(claim), type: \(Self.type(of: word)), optional: true }")
    }
    if !left.isEmpty { yaml.comment("and \(left.listed)") }
  }

  private static func type(of claim: String) -> String {
    ["amr", "groups", "roles", "permissions", "entitlements"].contains(claim) ? "\"[string]\"" : "string"
  }

  /// The claims of ID tokens themselves (OpenID Connect Core 1.0 §2, §3.1.3.6), and those with typed properties (§5.1).
  private static let standardClaims: Set<String> = [
    "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "auth_time", "nonce", "acr", "azp", "at_hash", "c_hash", "sid",
    "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
    "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at", "email", "email_verified",
  ]
}
