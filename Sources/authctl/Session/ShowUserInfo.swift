import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl userinfo`: prints the user's current claims from the provider.
struct ShowUserInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "userinfo",
    abstract: "Get the user's claims from the provider and print them.",
    discussion: """
      If the provider doesn't have a userinfo endpoint, or with --offline, it prints the claims from the sign-in and a note on \
      standard error.
      """)

  @OptionGroup var which: SessionArguments

  @Flag(help: "Don't use the network. Print the claims from the sign-in.")
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
    guard !offline else { return claims(of: known, because: "no request was sent") }
    do throws(AuthFailure<AnyErrorCode>) {
      return try await client.userInfo().all
    } catch .configuration(.missingEndpoint(.userInfo)) {
      return claims(of: known, because: "the provider doesn't have a userinfo endpoint")
    } catch {
      throw session.report(error)
    }
  }

  private func claims(of credential: Credential, because reason: String) -> [String: JSONValue] {
    StandardError.print("(\(reason): these claims are from the sign-in)")
    return credential.claims?.all ?? [:]
  }
}
