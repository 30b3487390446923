import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl userinfo`: what the provider says about the user now.
struct ShowUserInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "userinfo",
    abstract: "Asks the provider about the user, and prints the claims.",
    discussion: """
      Where a provider has no userinfo endpoint, or with --offline, it prints what the sign-in brought, \
      and says so on standard error.
      """)

  @OptionGroup var which: SessionArguments

  @Flag(help: "Ask nobody: print what the sign-in brought.")
  var offline = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let session = try which.session()
    let claims = try await claims(of: session)
    guard !json else { return StandardStream.output.print(SafeJSON.text(.object(claims))) }
    for (name, value) in claims.sorted(by: { $0.key < $1.key }) {
      StandardStream.output.print("\(name) = \(SafeJSON.line(value))".plainText(limit: .max))
    }
  }

  private func claims(of session: CommandSession) async throws(ReportedFailure) -> [String: JSONValue] {
    let client = try session.client(try session.profile.configuration())
    let known = try await session.asking { () async throws(AuthFailure<AnyErrorCode>) in try await client.credential() }
    guard let known else { throw session.notSignedIn }
    guard !offline else { return claims(of: known, because: "nobody was asked") }
    do throws(AuthFailure<AnyErrorCode>) {
      return try await client.userInfo().all
    } catch .configuration(.missingEndpoint(.userInfo)) {
      return claims(of: known, because: "the provider has no userinfo endpoint")
    } catch {
      throw session.report(error)
    }
  }

  private func claims(of credential: Credential, because reason: String) -> [String: JSONValue] {
    StandardError.print("(\(reason): this is what the sign-in brought)")
    return credential.claims?.all ?? [:]
  }
}
