import ArgumentParser
import AuthDescriptor

/// The arguments that select a session.
struct SessionArguments: ParsableArguments {
  @Argument(
    help: "The profile that sign-in created. You can omit it if there's only one.", completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("The account, if the profile has several.", valueName: "name"))
  var account: String?

  func session() throws(ReportedFailure) -> CommandSession {
    let (name, profile) = try ProfileList.load().profile(profile)
    return CommandSession(name: name, account: account, profile: profile)
  }
}

extension CompletionKind {
  /// The names of the user's profiles. They're only read for a completion.
  static var profiles: CompletionKind {
    .custom { (_: [String], _: Int, _: String) in (try? ProfileList.load())?.names ?? [] }
  }

  /// The targets of a sign-in: the catalog's providers, and profiles.
  static var targets: CompletionKind {
    .custom { (_: [String], _: Int, _: String) in
      let names = (try? ProfileList.load())?.names ?? []
      return Set(Catalog.builtIn.providerIDs).union(names).sorted()
    }
  }
}
