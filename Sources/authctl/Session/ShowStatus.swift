import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl status`: what the store holds, without a question to anybody.
struct ShowStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says who is signed in where, from the store alone.",
    discussion: "Nobody is asked over the network. Exit status 1 means that a store or a profile could not be read.")

  @Argument(help: "A profile; all of them without it.", completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("Which of several accounts.", valueName: "name"))
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
      StandardStream.output.print("There is no profile yet: authctl sign-in PROVIDER --client-id ID makes one.")
    } else {
      StandardStream.output.print(states.map(\.text).joined(separator: "\n"))
    }
    let failed = states.filter { if case .failed = $0.kind { true } else { false } }
    guard failed.isEmpty else {
      throw ReportedFailure(line: "unreadable: see above what could not be read (nobody was signed out)")
    }
  }

  /// The nameless account is left out where only others are used.
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
