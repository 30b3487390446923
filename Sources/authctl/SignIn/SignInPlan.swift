import AuthDescriptor
import AuthRuntime
import Foundation

/// The client and provider of a sign-in, and the profile's name.
struct SignInPlan: Sendable {
  let session: CommandSession
  /// The previous profile with that name.
  let before: Profile?
  let keeps: Bool

  init(_ target: TargetOptions, _ keeping: StoreOptions, in book: ProfileList) throws(ReportedFailure) {
    // A profile's name may be passed in place of the provider, unless `--profile` names one.
    let named = keeping.profile ?? target.provider.flatMap { book.profiles[$0] == nil ? nil : $0 }
    let provider = keeping.profile == nil && named != nil ? nil : target.provider.map(Self.reference)
    let known = named.flatMap { book.profiles[$0] }
    guard provider != nil || target.issuer != nil || known != nil else {
      throw named.map(book.unknown) ?? ReportedFailure(line: "Pass either a provider or --issuer.")
    }
    var base = known ?? Profile()
    if provider ?? target.issuer != nil, (base.provider, base.issuer) != (provider, target.issuer) {
      base = Profile(provider: provider, issuer: target.issuer)
    }
    let profile = keeping.applied(to: try target.applied(to: base))
    keeps = !keeping.noStore
    let name = named ?? Self.name(of: profile)
    if keeps {
      try SessionName.check(name, as: "profile")
      if let account = keeping.account { try SessionName.check(account, as: "account", also: "@+") }
    }
    before = known ?? book.profiles[name]
    session = CommandSession(name: name, account: keeping.account, profile: profile)
  }

  /// A descriptor's path made absolute, so that it stays valid in another folder.
  private static func reference(_ provider: String) -> String {
    let isPath = provider.contains("/") || provider.contains("\\") || provider.isDescriptorFile
    return isPath ? CommandFolder.absolute(provider) : provider
  }

  /// The provider's ID, the descriptor's file name without extensions, or the issuer's host.
  private static func name(of profile: Profile) -> String {
    if let issuer = profile.issuer { return URL(string: issuer)?.host ?? issuer }
    let file = profile.provider.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    let ending = [".auth.yaml", ".auth.yml", ".yaml", ".yml"].first(where: file.hasSuffix) ?? ""
    return String(file.dropLast(ending.count))
  }

  /// Checks the user's options before anything is opened.
  func check(_ configuration: ProviderConfiguration) throws(ReportedFailure) {
    guard !session.profile.clientID.isEmpty || configuration.client.registration.kind.registersItself else {
      throw ReportedFailure(line: "Missing expected argument '--client-id <client-id>'")
    }
    let known = configuration.client.settings
    for (name, value) in session.profile.settings.sorted(by: { $0.key < $1.key }) {
      guard let setting = known.first(where: { $0.name == name }) else {
        let suggestion = SpellingSuggestion.suggestion(for: name, among: known.map(\.name))
        let others = known.isEmpty ? "; the descriptor has none" : "; expected \(known.map(\.name).listed)"
        throw ReportedFailure(
          line: "unknownSetting: unknown setting \(name.shown())\(suggestion.isEmpty ? others : suggestion)")
      }
      guard !keeps || !setting.isSecret || value.hasPrefix("@") else {
        throw ReportedFailure(
          line: "secretSetting: the setting \(name) is a secret, and profiles don't save it (use a file and pass "
            + "--setting \(name)=@FILE; or --no-store)")
      }
    }
    try checkCredentials(configuration)
    do {
      _ = try ResolvedProvider(
        configuration, variables: session.profile.variables, clientID: session.profile.clientID)
    } catch {
      throw ReportedFailure(error)
    }
  }
  /// Checks that a key or a certificate is passed if the descriptor requires one, and only if it has a use for one. For
  /// a server without a descriptor, only the server's metadata shows this.
  private func checkCredentials(_ configuration: ProviderConfiguration) throws(ReportedFailure) {
    let (profile, client) = (session.profile, configuration.client)
    if profile.clientKeyID != nil, profile.clientKey == nil {
      throw ReportedFailure(line: "unusedKeyID: the ID needs a key (pass --client-key FILE)")
    }
    guard profile.issuer == nil else { return }
    let methods = client.authentication.map(\.rawValue).listed
    let credentials = client.authentication.map(\.facts.credential)
    let usesKey = credentials.contains(.assertion(signedBy: .privateKey))
    let usesCertificate = credentials.contains(.certificate) || client.certificateBoundTokens
    if profile.clientKey != nil, !usesKey, configuration.authorization.requestObject == .none {
      throw ReportedFailure(line: "unusedKey: the client authenticates with \(methods) (leave out --client-key)")
    }
    if profile.clientCertificate != nil, !usesCertificate {
      throw ReportedFailure(
        line: "unusedCertificate: the client authenticates with \(methods) (leave out --client-certificate)")
    }
    let hasOwnKey = profile.clientKey != nil || client.assertion?.key.text.isEmpty == false
    let needsCredential = client.authentication.allSatisfy(\.provesPossession)
    guard needsCredential, !(usesKey && hasOwnKey), profile.clientCertificate == nil else { return }
    let option = usesKey ? "--client-key FILE" : "--client-certificate FILE"
    throw ReportedFailure(line: "missingCredential: the client authenticates with \(methods) (pass \(option))")
  }
}
