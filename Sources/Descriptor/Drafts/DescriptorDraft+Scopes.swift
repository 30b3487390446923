extension DescriptorDraft {
  /// The family's scopes, in its order. The family describes all of them.
  private static let inherited = ["openid", "profile", "email", "offline_access"]
  /// OpenID Connect Core 1.0 §5.4.
  private static let standard = [
    ("address", "Postal address."), ("phone", "Phone number and whether it's verified."),
  ]

  func scopes(_ yaml: inout YAMLText) {
    yaml.blank()
    guard let announced = document.list("scopes_supported"), !announced.isEmpty else {
      yaml.comment("Scopes: not listed. TODO: add the provider's own scopes, such as:")
      yaml.sample("scopes: { values: { \"read:things\": { doc: Read things. } } }")
      return
    }
    let isAnnounced = Set(announced).contains
    if !isAnnounced("openid") {
      yaml.comment("TODO: the scope openid isn't listed. The server issues ID tokens only with it.")
    }
    yaml.add("scopes:")
    // Every sign-in requests openid, so it stays.
    let defaults = ["openid"] + ["profile", "email"].filter(isAnnounced)
    yaml.add("  default: \(YAMLText.list(defaults))")
    yaml.comment("described by the family: \(Self.inherited.filter(isAnnounced).listed)", indentation: 2)
    values(&yaml, announced)
    if !isAnnounced("offline_access") {
      yaml.comment("TODO: offline_access isn't listed. How do clients request a refresh token here?", indentation: 2)
    }
  }

  private func values(_ yaml: inout YAMLText, _ announced: [String]) {
    let standard = Self.standard.filter { announced.contains($0.0) }
    let known = Self.inherited + standard.map(\.0)
    let unknown = announced.filter { !known.contains($0) }
    let (words, left) = DraftNames.scopes(unknown, reserved: Set(known.map(SwiftName.lowerCamel)))
    if !standard.isEmpty || !words.isEmpty { yaml.add("  values:") }
    for (name, doc) in standard { yaml.add("    \(name): { doc: \(doc) }") }
    for word in words { yaml.add("    \(YAMLText.word(word)): {}") }
    if !words.isEmpty { yaml.comment("TODO: add a 'doc' to each of these", indentation: 4) }
    if !left.isEmpty {
      yaml.comment("left out, because they have no Swift name or there are too many: \(left.listed)", indentation: 2)
    }
  }
}
