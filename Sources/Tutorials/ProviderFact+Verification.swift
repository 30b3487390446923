import AuthDescriptor

extension ProviderFact {
  /// When the facts were verified, and which aren't.
  static let verification: [Self] = [
    .compared(.verification, "Last verified") { facts in
      facts.descriptor.provenance.verified.map { Value(TutorialProse.text($0), TutorialProse.text($0)) }
        ?? Value("never", "Never")
    },
    .compared(.verification, "Unconfirmed") { facts in
      let keys = facts.descriptor.provenance.unverified
      guard !keys.isEmpty else { return Value("–", nil) }
      return Value(keys.count == 1 ? "1 key" : "\(keys.count) keys", "No source confirms \(keys.inlineCode).")
    },
  ]
}
