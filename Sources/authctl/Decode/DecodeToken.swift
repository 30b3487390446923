import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl decode`: shows a token's contents, and whether they can be trusted.
struct DecodeToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Print the contents of a JSON Web Token and whether they're verified.",
    discussion: """
      Pass the token on standard input, because other users can see command-line arguments:

        authctl token work | authctl decode - --profile work --audience API

      With --profile, --provider, or --issuer, the token is verified with the provider's keys: as an access token for \
      --audience, or as an ID token for the client. Exit status 1 means that verification failed.
      """)

  @Argument(help: "The token. Use - or omit it to read standard input.")
  var token = "-"

  @Option(help: ArgumentHelp("Verify with this profile.", valueName: "name"), completion: .profiles)
  var profile: String?

  @Option(help: "Verify with a provider of the catalog or a descriptor's path.", completion: .targets)
  var provider: String?

  @Option(help: ArgumentHelp("Verify with the keys of this OpenID Connect server.", valueName: "url"))
  var issuer: String?

  @Option(name: .customLong("variable"), help: ArgumentHelp("A variable of the descriptor.", valueName: "name=value"))
  var variables: [Assignment] = []

  @Option(name: .customLong("client-id"), help: "The client ID that an ID token must be issued for.")
  var clientID: String?

  @Option(help: ArgumentHelp("The API that an access token must be issued for.", valueName: "api"))
  var audience: String?

  @OptionGroup var trust: TrustOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    let named = [profile, provider, issuer].compactMap { $0 }.count
    guard named <= 1 else { throw ValidationError("Use only one of --profile, --provider, and --issuer.") }
    guard named == 1 || (audience == nil && clientID == nil && variables.isEmpty && trust.trustRoot == nil) else {
      throw ValidationError("To verify a token, also pass --profile, --provider, or --issuer.")
    }
    guard named == 0 || profile != nil || audience != nil || clientID != nil else {
      throw ValidationError("To verify a token, pass --audience for an access token, or --client-id for an ID token.")
    }
  }

  func run() async throws {
    let profile = try verifier()
    let token = try DecodedToken(token == "-" ? Self.standardInput() : token)
    let trust = await trust(in: token, by: profile)
    let report = DecodeReport(token: token, trust: trust)
    StandardStream.output.print(json ? report.json() : report.text())
    if case .rejected(let failure) = trust { throw failure }
  }

  private func trust(in token: DecodedToken, by profile: Profile?) async -> TokenTrust {
    guard let profile else { return .unasked }
    return await TokenVerification(profile: profile, audience: audience).trust(in: token)
  }

  /// The profile that the token is verified with, or `nil` if it shouldn't be verified.
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
    rules.trustRoot = trust.trustRoot ?? rules.trustRoot
    return rules
  }

  private static func standardInput() throws(ReportedFailure) -> String {
    guard let data = try? FileHandle.standardInput.read(upToCount: DecodedToken.maximumLength + 1024) ?? Data() else {
      throw ReportedFailure(line: "noToken: can't read standard input (authctl decode - < FILE)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
