import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl token`: an access token for a script.
struct PrintToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Prints a valid access token, renewed if need be.",
    discussion: """
      Standard output has the token and nothing else, for scripts:

        curl -H "Authorization: Bearer $(authctl token work)" URL

      Several processes at once make one request. When the session has ended the exit status is 1, and standard error \
      says why and how to sign in again.
      """)

  @OptionGroup var which: SessionArguments

  @Option(
    help: ArgumentHelp(
      "How long it has to be good. By default 60, or a fifth of its lifetime if that is less.", valueName: "seconds"))
  var validFor: Int?

  @Option(help: ArgumentHelp("Another API than the one that you signed in for.", valueName: "api"))
  var audience: String?

  @Option(name: .customLong("scope"), help: "With --audience: a scope to ask for there; may be repeated.")
  var scopes: [String] = []

  func validate() throws {
    guard validFor.map((0...86_400).contains) ?? true else {
      throw ValidationError("--valid-for must be a number of seconds between 0 and 86400.")
    }
    guard audience != nil || scopes.isEmpty else {
      throw ValidationError("--scope needs --audience: a session's own scopes are chosen with authctl sign-in.")
    }
  }

  func run() async throws {
    let session = try which.session()
    let configuration = try session.profile.configuration()
    guard audience == nil || configuration.refresh?.audience != nil else {
      throw ReportedFailure(
        line: "noAudience: \(configuration.name.shown()) gives no tokens for other APIs than the sign-in's (leave out "
          + "--audience, or sign in with it as a --parameter)")
    }
    let token = try await TokenRequest(
      session: session, configuration: configuration, duration: validFor.map { .seconds($0) }, audience: audience,
      scopes: scopes
    ).token()
    StandardStream.output.print(try Self.printable(token))
  }

  /// What a header can carry (RFC 6750 §2.1): a line break would become a header of somebody else's making.
  private static func printable(_ token: Secret) throws(ReportedFailure) -> String {
    let text = token.reveal()
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ReportedFailure(
        line: "unusableToken: the access token has characters that no header can carry (sign in again)")
    }
    return text
  }
}
