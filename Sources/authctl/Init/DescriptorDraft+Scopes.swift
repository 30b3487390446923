import AuthDescriptor

extension DescriptorDraft {
  /// Scopes of the family, in its order; all of them have a description there.
  private static let inherited = ["openid", "profile", "email", "offline_access"]
  /// OpenID Connect Core 1.0 §5.4.
  private static let standard = [
    ("address", "Postal address."), ("phone", "Phone number and whether it was verified."),
  ]

  func scopes(_ yaml: inout YAMLText) {
    yaml.blank()
    guard let announced = document.list("scopes_supported"), !announced.isEmpty else {
      yaml.comment("Scopes: none are announced. TODO: those of the provider's own, such as:")
      yaml.sample("scopes: { values: { \"read:things\": { doc: Read things. } } }")
      return
    }
    let isAnnounced = Set(announced).contains
    if !isAnnounced("openid") {
      yaml.comment("TODO: the scope openid is not announced. Without it there is no ID token.")
    }
    yaml.add("scopes:")
    // Every sign-in asks for openid, so it stays.
    let defaults = ["openid"] + ["profile", "email"].filter(isAnnounced)
    yaml.add("  default: \(YAMLText.list(defaults))")
    yaml.comment("described by the family: \(Self.inherited.filter(isAnnounced).listed)", indentation: 2)
    values(&yaml, announced)
    if !isAnnounced("offline_access") {
      yaml.comment("TODO: offline_access is not announced. What asks for a refresh token here?", indentation: 2)
    }
  }

  private func values(_ yaml: inout YAMLText, _ announced: [String]) {
    let standard = Self.standard.filter { announced.contains($0.0) }
    let known = Self.inherited + standard.map(\.0)
    let unknown = announced.filter { !known.contains($0) }
    let names = Set(known.map(SwiftName.lowerCamel)).union(["defaults", "rawValue", "description", "hashValue"])
    let (words, left) = DraftNames.usable(unknown, reserved: names)
    if !standard.isEmpty || !words.isEmpty { yaml.add("  values:") }
    for (name, doc) in standard { yaml.add("    \(name): { doc: \(doc) }") }
    for word in words { yaml.add("    \(YAMLText.word(word)): {}") }
    if !words.isEmpty { yaml.comment("TODO: a 'doc' for each of these", indentation: 4) }
    if !left.isEmpty {
      yaml.comment("left out, for want of a Swift name or of room: \(left.listed)", indentation: 2)
    }
  }
}
