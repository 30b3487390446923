import AuthDescriptor
import AuthRuntime
import Foundation

/// Who signs in where, and under which name that is kept.
struct SignInPlan: Sendable {
  let session: CommandSession
  /// The profile of that name as it was.
  let before: Profile?
  let keeps: Bool

  init(_ target: TargetOptions, _ keeping: StoreOptions, in book: ProfileList) throws(ReportedFailure) {
    // A profile's name stands in the provider's place, unless the profile is named apart.
    let named = keeping.profile ?? target.provider.flatMap { book.profiles[$0] == nil ? nil : $0 }
    let provider = keeping.profile == nil && named != nil ? nil : target.provider.map(Self.reference)
    let known = named.flatMap { book.profiles[$0] }
    guard provider != nil || target.issuer != nil || known != nil else {
      throw named.map(book.unknown) ?? ReportedFailure(line: "Name a provider, or --issuer, and not both.")
    }
    var base = known ?? Profile()
    if provider ?? target.issuer != nil, (base.provider, base.issuer) != (provider, target.issuer) {
      base = Profile(provider: provider, issuer: target.issuer)
    }
    let profile = keeping.applied(to: try target.applied(to: base))
    guard !profile.clientID.isEmpty else {
      throw ReportedFailure(line: "Missing expected argument '--client-id <client-id>'")
    }
    keeps = !keeping.noStore
    let name = named ?? Self.name(of: profile)
    if keeps {
      try SessionName.check(name, as: "profile")
      if let account = keeping.account { try SessionName.check(account, as: "account", also: "@+") }
    }
    before = known ?? book.profiles[name]
    session = CommandSession(name: name, account: keeping.account, profile: profile)
  }

  /// A path stays right in another folder.
  private static func reference(_ provider: String) -> String {
    let isPath = provider.contains("/") || provider.contains("\\") || provider.isDescriptorFile
    return isPath ? CommandFolder.absolute(provider) : provider
  }

  /// The provider's id, the descriptor's file without its endings, or the issuer's host.
  private static func name(of profile: Profile) -> String {
    if let issuer = profile.issuer { return URL(string: issuer)?.host ?? issuer }
    let file = profile.provider.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    let ending = [".auth.yaml", ".auth.yml", ".yaml", ".yml"].first(where: file.hasSuffix) ?? ""
    return String(file.dropLast(ending.count))
  }

  /// Finds what is wrong with what the user said before anything is opened.
  func check(_ configuration: ProviderConfiguration) throws(ReportedFailure) {
    let known = configuration.client.settings
    for (name, value) in session.profile.settings.sorted(by: { $0.key < $1.key }) {
      guard let setting = known.first(where: { $0.name == name }) else {
        let suggestion = NearestWord.suggestion(for: name, among: known.map(\.name))
        let others = known.isEmpty ? "; it has none" : "; it has \(known.map(\.name).listed)"
        throw ReportedFailure(
          line: "unknownSetting: there is no setting \(name.shown())\(suggestion.isEmpty ? others : suggestion)")
      }
      guard !keeps || !setting.isSecret || value.hasPrefix("@") else {
        throw ReportedFailure(
          line: "secretSetting: the setting \(name) is a secret, which no profile keeps (write it into a file, and say "
            + "--setting \(name)=@FILE; or --no-store)")
      }
    }
    do {
      _ = try ResolvedProvider(
        configuration, variables: session.profile.variables, clientID: session.profile.clientID)
    } catch {
      throw ReportedFailure(error)
    }
  }
}
