import AuthDescriptor
import AuthRuntime
import Foundation

/// The client and provider of a sign-in, and the profile's name.
struct SignInPlan: Sendable {
  let session: CommandSession
  /// The previous profile with that name.
  let before: Profile?
  let keeps: Bool

  init(_ target: TargetOptions, _ keeping: KeepingOptions, in list: ProfileList) throws(ReportedFailure) {
    // A profile's name may be passed in place of the provider, unless `--profile` names one.
    let named = keeping.profile ?? target.provider.flatMap { list.profiles[$0] == nil ? nil : $0 }
    let provider = keeping.profile == nil && named != nil ? nil : target.provider.map(Self.reference)
    let known = named.flatMap { list.profiles[$0] }
    guard provider != nil || target.issuer != nil || known != nil else {
      throw named.map(list.unknown) ?? ReportedFailure(line: "Pass either a provider or --issuer.")
    }
    var profile = try target.applied(to: Self.base(known, provider: provider, issuer: target.issuer))
    profile.options = keeping.storing.applied(to: profile.options)
    keeps = !keeping.noStore
    let name = named ?? Self.name(of: profile)
    if keeps { try Self.checkNames(name, account: keeping.account) }
    before = known ?? list.profiles[name]
    session = CommandSession(name: name, account: keeping.account, profile: profile)
  }

  /// The known profile, or a new one if the user names another provider.
  private static func base(_ known: Profile?, provider: String?, issuer: String?) -> Profile {
    let isNamed = provider != nil || issuer != nil
    if let known, !isNamed || (known.provider, known.issuer) == (provider, issuer) { return known }
    return Profile(provider: provider, issuer: issuer)
  }

  private static func checkNames(_ profile: String, account: String?) throws(ReportedFailure) {
    try SessionName.check(profile, as: "profile")
    if let account { try SessionName.check(account, as: "account", also: "@+") }
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
}
