import AuthDescriptor
import AuthRuntime

/// The checks of the user's options before the sign-in starts.
extension SignInPlan {
  func check(_ configuration: ProviderConfiguration) throws(ReportedFailure) {
    guard !session.profile.clientID.isEmpty || configuration.client.registration.kind.registersItself else {
      throw ReportedFailure(line: "Missing expected argument '--client-id <client-id>'")
    }
    try checkSettings(configuration.client.settings)
    try checkCredentials(configuration)
    do {
      _ = try ResolvedProvider(
        configuration, variables: session.profile.variables, clientID: session.profile.clientID)
    } catch {
      throw ReportedFailure(error)
    }
  }

  private func checkSettings(_ known: [ProviderConfiguration.Setting]) throws(ReportedFailure) {
    for (name, value) in session.profile.settings.sorted(by: { $0.key < $1.key }) {
      guard let setting = known.first(where: { $0.name == name }) else {
        throw Self.unknownSetting(name, known: known.map(\.name))
      }
      guard !keeps || !setting.isSecret || value.hasPrefix("@") else {
        throw ReportedFailure(
          line: "secretSetting: the setting \(name) is a secret, and profiles don't save it (use a file and pass "
            + "--setting \(name)=@FILE; or --no-store)")
      }
    }
  }

  private static func unknownSetting(_ name: String, known: [String]) -> ReportedFailure {
    let suggestion = SpellingSuggestion.suggestion(for: name, among: known)
    let others = known.isEmpty ? "; the descriptor has none" : "; expected \(known.listed)"
    return ReportedFailure(
      line: "unknownSetting: unknown setting \(name.shown())\(suggestion.isEmpty ? others : suggestion)")
  }

  /// Checks that the user passes a key or a certificate if the descriptor requires one, and none that the client doesn't
  /// use. For a server without a descriptor, only the server's metadata states this.
  private func checkCredentials(_ configuration: ProviderConfiguration) throws(ReportedFailure) {
    let profile = session.profile
    if profile.clientKeyID != nil, profile.clientKey == nil {
      throw ReportedFailure(line: "unusedKeyID: the ID needs a key (pass --client-key FILE)")
    }
    guard profile.issuer == nil else { return }
    try checkUnusedCredentials(configuration)
    try checkMissingCredential(configuration.client)
  }

  private func checkUnusedCredentials(_ configuration: ProviderConfiguration) throws(ReportedFailure) {
    let (profile, client) = (session.profile, configuration.client)
    if profile.clientKey != nil, !client.usesKey, configuration.authorization.requestObject == .none {
      throw ReportedFailure(
        line: "unusedKey: the client authenticates with \(client.methods) (leave out --client-key)")
    }
    if profile.clientCertificate != nil, !client.usesCertificate {
      throw ReportedFailure(
        line: "unusedCertificate: the client authenticates with \(client.methods) (leave out --client-certificate)")
    }
  }

  private func checkMissingCredential(_ client: ProviderConfiguration.ClientRules) throws(ReportedFailure) {
    let hasKey = session.profile.clientKey != nil || client.assertion?.key.text.isEmpty == false
    let hasCredential = client.usesKey && hasKey || session.profile.clientCertificate != nil
    guard client.authentication.allSatisfy(\.provesPossession), !hasCredential else { return }
    let option = client.usesKey ? "--client-key FILE" : "--client-certificate FILE"
    throw ReportedFailure(
      line: "missingCredential: the client authenticates with \(client.methods) (pass \(option))")
  }
}

extension ProviderConfiguration.ClientRules {
  /// The names of the authentication methods, for messages.
  fileprivate var methods: String { authentication.map(\.rawValue).listed }

  fileprivate var usesKey: Bool {
    authentication.contains { $0.facts.credential == .assertion(signedBy: .privateKey) }
  }

  fileprivate var usesCertificate: Bool {
    authentication.contains { $0.facts.credential == .certificate } || certificateBoundTokens
  }
}
