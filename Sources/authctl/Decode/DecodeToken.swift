import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl decode`: what a token says, and whether that is to be believed.
struct DecodeToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Prints what a JSON Web Token says, verified or clearly marked as not.",
    discussion: """
      Give the token on standard input, for others can see a command's arguments:

        authctl token work | authctl decode - --profile work --audience API

      With --profile, --provider or --issuer it is verified with the provider's keys: as an access token for --audience, or \
      as an ID token of the client. Exit status 1 means that it was not.
      """)

  @Argument(help: "The token; - or nothing for standard input.")
  var token = "-"

  @Option(help: ArgumentHelp("Verify by this profile.", valueName: "name"), completion: .profiles)
  var profile: String?

  @Option(help: "Verify by a provider of the catalog, or the path of a descriptor.", completion: .targets)
  var provider: String?

  @Option(help: ArgumentHelp("Verify by the keys of this OpenID Connect server.", valueName: "url"))
  var issuer: String?

  @Option(name: .customLong("variable"), help: ArgumentHelp("A variable of the descriptor.", valueName: "name=value"))
  var variables: [Assignment] = []

  @Option(name: .customLong("client-id"), help: "The client that an ID token has to be for.")
  var clientID: String?

  @Option(help: ArgumentHelp("The API that an access token has to be for.", valueName: "api"))
  var audience: String?

  @Option(
    help: ArgumentHelp("Trust exactly the authorities in this file, not the system's.", valueName: "ca.pem"),
    completion: .file())
  var trustRoot: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    let named = [profile, provider, issuer].compactMap { $0 }.count
    guard named <= 1 else { throw ValidationError("Name one of --profile, --provider and --issuer.") }
    guard named == 1 || (audience == nil && clientID == nil && variables.isEmpty && trustRoot == nil) else {
      throw ValidationError("To verify, name --profile, --provider or --issuer as well.")
    }
    guard named == 0 || profile != nil || audience != nil || clientID != nil else {
      throw ValidationError("To verify, name --audience for an access token, or --client-id for an ID token.")
    }
  }

  func run() async throws {
    let profile = try verifier()
    let token = try DecodedToken(token == "-" ? Self.standardInput() : token)
    let belief =
      if let profile { await TokenVerification(profile: profile, audience: audience).belief(in: token) } else {
        TokenTrust.unasked
      }
    let report = DecodeReport(token: token, belief: belief)
    StandardStream.output.print(json ? report.json() : report.text())
    if case .rejected(let failure) = belief { throw failure }
  }

  /// Whose rules the token is judged by; `nil` when nobody asks.
  private func verifier() throws(ReportedFailure) -> Profile? {
    var rules: Profile
    if let profile {
      rules = try ProfileList.load().profile(profile).profile
    } else if provider != nil || issuer != nil {
      rules = Profile(provider: provider, issuer: issuer)
    } else {
      return nil
    }
    rules.clientID = clientID ?? rules.clientID
    rules.variables.merge(try Assignment.table(variables, "--variable")) { $1 }
    rules.trustRoot = trustRoot ?? rules.trustRoot
    return rules
  }

  private static func standardInput() throws(ReportedFailure) -> String {
    guard let data = try? FileHandle.standardInput.read(upToCount: DecodedToken.longest + 1024) ?? Data() else {
      throw ReportedFailure(line: "noToken: standard input cannot be read (authctl decode - < FILE)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
