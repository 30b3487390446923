import ArgumentParser
import AuthDescriptor

/// Which session a command is about.
struct SessionArguments: ParsableArguments {
  @Argument(
    help: "The profile that sign-in has made; may be left out where there is one only.", completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("Which of several accounts of the profile.", valueName: "name"))
  var account: String?

  func session() throws(ReportedFailure) -> CommandSession {
    let (name, profile) = try ProfileList.load().profile(profile)
    return CommandSession(name: name, account: account, profile: profile)
  }
}

extension CompletionKind {
  /// The names of the user's profiles. Asked when a completion is wanted, not before.
  static var profiles: CompletionKind {
    .custom { (_: [String], _: Int, _: String) in (try? ProfileList.load())?.names ?? [] }
  }

  /// What can be signed in at: the catalog's providers, and profiles.
  static var targets: CompletionKind {
    .custom { (_: [String], _: Int, _: String) in
      let names = (try? ProfileList.load())?.names ?? []
      return Set(Catalog.builtIn.providerIDs).union(names).sorted()
    }
  }
}
