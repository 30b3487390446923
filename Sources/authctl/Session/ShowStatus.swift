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
    let book = try ProfileList.load()
    let names = try profile.map { name throws(ReportedFailure) in [try book.profile(name).name] } ?? book.names
    var states: [SessionStatus] = []
    for name in names {
      guard let profile = book.profiles[name] else { continue }
      states += await Self.states(of: name, profile, account)
    }
    if json {
      StandardStream.output.print(SafeJSON.text(.object(["profiles": .array(states.map(\.json))])))
    } else if states.isEmpty {
      StandardStream.output.print("No profiles yet. To create one, run authctl sign-in PROVIDER --client-id ID.")
    } else {
      StandardStream.output.print(states.map(\.text).joined(separator: "\n"))
    }
    let failed = states.filter { if case .failed = $0.kind { true } else { false } }
    guard failed.isEmpty else {
      throw ReportedFailure(line: "unreadable: the items above couldn't be read (all sessions still exist)")
    }
  }

  /// The state of each account. The unnamed account is left out if only named accounts are used.
  private static func states(of name: String, _ profile: Profile, _ account: String?) async -> [SessionStatus] {
    let accounts = account.map { [$0] } ?? [nil] + profile.accounts
    var states: [SessionStatus] = []
    for account in accounts {
      let state = await SessionStatus(CommandSession(name: name, account: account, profile: profile))
      states.append(state)
    }
    guard account == nil, !profile.accounts.isEmpty, case .signedOut? = states.first?.kind else { return states }
    return Array(states.dropFirst())
  }
}
