import AuthConfiguration

/// Parts that drafts have in common.
enum DraftText {
  /// Adds an endpoint, or a TODO if the document lacks it or clients can't use it.
  static func endpoint(_ yaml: inout YAMLText, _ name: String, _ url: String?) {
    guard let url else {
      yaml.comment("TODO: \(name): the document doesn't contain it", indentation: 2)
      return
    }
    if let problem = DraftURL.problem(with: url) {
      yaml.comment("TODO: \(name): \(problem)", indentation: 2)
    } else {
      yaml.add("  \(name): \(YAMLText.template(url))")
    }
  }

  /// The path to a member through the objects that contain it, or `nil` if a descriptor can't express it.
  static func path(_ members: [String]) -> String? {
    let text = members.reduce("") { text, name in
      let isPlain = FieldPath(name).alternatives == [[.member(name)]]
      return text + (isPlain ? (text.isEmpty ? name : ".\(name)") : "['\(name)']")
    }
    return members.isEmpty || FieldPath(text).alternatives == [members.map(FieldPath.Step.member)] ? text : nil
  }

  /// Adds what such a document never contains.
  static func openPoints(_ yaml: inout YAMLText, source: String) {
    yaml.blank()
    yaml.comment("TODO: PKCE: clients send S256. Does the provider check it?")
    yaml.comment("TODO: client: can clients without a secret be registered, and how do the others authenticate?")
    yaml.comment("TODO: authorize.parameters, errors, revocation, and docs: see the provider's documentation.")
    yaml.blank()
    yaml.add("provenance:")
    yaml.add("  sources:")
    yaml.add("    - \(YAMLText.quoted(source))")
    yaml.comment(
      "TODO: add the provider's documentation, and as 'verified' the date on which you read it", indentation: 2)
    yaml.add("  unverified: [pkce, client.types, client.authentication]")
  }
}
