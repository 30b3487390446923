import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl token`: prints an access token for a script.
struct PrintToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a valid access token, refreshed if necessary.",
    discussion: """
      Standard output contains only the token, for scripts:

        printf 'Authorization: Bearer %s\\n' "$(authctl token work)" | curl -H @- URL

      Don't pass the token as an argument of curl, because other users of the machine can see arguments with ps.

      If several processes run at the same time, only one sends a request. If the session has ended, the exit status \
      is 1, and standard error explains why and how to sign in again.
      """)

  @OptionGroup var which: SessionArguments

  @OptionGroup var options: TokenOptions

  @Option(help: ArgumentHelp("An API other than the one that you signed in for.", valueName: "api"))
  var audience: String?

  @Option(name: .customLong("scope"), help: "With --audience, a scope to request. You can repeat this option.")
  var scopes: [String] = []

  func validate() throws {
    guard audience != nil || scopes.isEmpty else {
      throw ValidationError("--scope requires --audience. To choose the session's own scopes, use authctl sign-in.")
    }
  }

  func run() async throws {
    let session = try which.session()
    let configuration = try session.profile.configuration()
    guard audience == nil || configuration.refresh?.audience != nil else {
      throw ReportedFailure(
        line: "noAudience: \(configuration.name.shown()) doesn't issue tokens for other APIs (leave out "
          + "--audience, or sign in with it as a --parameter)")
    }
    let token = try await TokenRequest(
      session: session, configuration: configuration, duration: options.lifetime, audience: audience,
      scopes: scopes
    ).token()
    try TokenOptions.show(token)
  }
}
