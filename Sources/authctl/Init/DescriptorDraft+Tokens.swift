import AuthDescriptor
import AuthRuntime

extension DescriptorDraft {
  /// The announced algorithms that clients can verify; `nil` when nothing is announced.
  func usableAlgorithms() throws(ReportedFailure) -> [SignatureAlgorithm]? {
    let names = document.list("id_token_signing_alg_values_supported") ?? []
    guard !names.isEmpty else { return nil }
    guard let known = document.idTokenAlgorithms, !known.isEmpty else {
      throw ReportedFailure(
        line: "noAllowedAlgorithm: the server signs ID tokens with \(names.listed) only, which clients cannot verify")
    }
    return known
  }

  func tokens(_ yaml: inout YAMLText, _ algorithms: [SignatureAlgorithm]?) {
    yaml.blank()
    guard let algorithms else {
      yaml.comment("TODO: the document does not say what signs ID tokens; the family allows RS256 and ES256.")
      return
    }
    let names = algorithms.map(\.rawValue)
    let others = (document.list("id_token_signing_alg_values_supported") ?? []).filter { !names.contains($0) }
    yaml.add("id_token:")
    yaml.add("  algorithms: [\(names.joined(separator: ", "))]")
    if !others.isEmpty {
      yaml.comment("announced and left out, for clients cannot or must not verify it: \(others.listed)", indentation: 2)
    }
  }

  /// Claims become typed only if a person says what they hold.
  func claims(_ yaml: inout YAMLText) {
    yaml.blank()
    guard let announced = document.list("claims_supported") else {
      yaml.comment("TODO: claims of the provider's own; none are announced.")
      return
    }
    let own = announced.filter { !Self.standardClaims.contains($0) }
    guard !own.isEmpty else {
      yaml.comment("Claims: only standard ones are announced.")
      return
    }
    let (words, left) = DraftNames.usable(own)
    yaml.comment("TODO: announced beside the standard claims; keep what apps need, with the right type:")
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

  /// Claims of ID tokens themselves (OpenID Connect Core 1.0 §2, §3.1.3.6), and those with typed members (§5.1).
  private static let standardClaims: Set<String> = [
    "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "auth_time", "nonce", "acr", "azp", "at_hash", "c_hash", "sid",
    "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
    "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at", "email", "email_verified",
  ]
}
