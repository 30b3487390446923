import AuthDescriptor

extension ProviderFact {
  /// When the facts were verified, by what, and which aren't.
  static let verification: [Self] =
    [
      .compared(.verification, "Last verified") { facts in
        facts.descriptor.provenance.verified.map { Value(TutorialProse.text($0), TutorialProse.text($0)) }
          ?? Value("never", "Never")
      },
      .compared(.verification, "Unconfirmed") { facts in
        let keys = facts.descriptor.provenance.unverified
        guard !keys.isEmpty else { return Value("–", nil) }
        return Value(keys.count == 1 ? "1 key" : "\(keys.count) keys", "No source confirms \(keys.inlineCode).")
      },
      .compared(.verification, "Confirmed groups") { facts in
        let stated = facts.descriptor.provenance.facts
        let confirmed = stated.values.count { $0.basis == .documentation }
        return Value(stated.isEmpty ? "–" : "\(confirmed) of \(stated.count)", nil)
      },
    ]
    + ProviderDescriptor.FactGroup.allCases.map { group in
      .detail(.verification, group.title) { facts in facts.descriptor.provenance.facts[group]?.sentence }
    }
}

extension ProviderDescriptor.FactGroup {
  /// The title of the row on a provider's page.
  fileprivate var title: String {
    switch self {
    case .endpoints: "Endpoints"
    case .parameters: "Parameters"
    case .tokenResponse: "Token response"
    case .user: "User"
    case .errors: "Errors"
    case .refresh: "Refresh"
    case .signOut: "Sign-out"
    }
  }
}

extension ProviderDescriptor.Confirmation {
  /// Markdown that names the source.
  fileprivate var sentence: String {
    let source = source.map(TutorialProse.text) ?? ""
    return switch basis {
    case .documentation: "Confirmed by documentation on \(TutorialProse.text(read ?? "")): \(source)"
    case .peers: "Several libraries agree: \(source)"
    case .peer: "One library: \(source)"
    case .assumed: "Assumed. No source confirms it."
    }
  }
}
