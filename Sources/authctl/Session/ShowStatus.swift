import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl status`: shows the contents of the store without sending requests.
struct ShowStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the stored sessions.",
    discussion: "Doesn't use the network. Exit status 1 means that a store or a profile couldn't be read.")

  @Argument(help: "The profile. The default is all profiles.", completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("The account, if the profile has several.", valueName: "name"))
  var account: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let list = try ProfileList.load()
    let names = try profile.map { name throws(ReportedFailure) in [try list.profile(name).name] } ?? list.names
    var states: [SessionStatus] = []
    for name in names {
      guard let profile = list.profiles[name] else { continue }
      states += await Self.states(of: name, profile, account)
    }
    try StatusReport(key: "profiles", placeholder: ProfileList.placeholder, states: states).show(asJSON: json)
  }

  /// The state of one account, or of all.
  private static func states(of name: String, _ profile: Profile, _ account: String?) async -> [SessionStatus] {
    let status = { (account: String?) async in
      await SessionStatus(CommandSession(name: name, account: account, profile: profile))
    }
    if let account { return [await status(account)] }
    return await SessionStatus.all(profile.accounts, status)
  }
}
