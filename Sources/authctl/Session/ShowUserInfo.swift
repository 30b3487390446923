import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl userinfo`: what the provider says about the user now.
struct ShowUserInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "userinfo",
    abstract: "Asks the provider about the user, and prints the claims.",
    discussion: """
      Where a provider has no userinfo endpoint that can be asked, or with --offline, it prints what the sign-in brought, \
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
    var configuration = try session.profile.configuration()
    // The runtime sends the token to this endpoint as the descriptor wants it there.
    configuration.resources.token = configuration.userInfo.request.token
    configuration.resources.headers = configuration.userInfo.request.headers
    let client = try session.client(configuration)
    let known = try await session.asking { () async throws(AuthFailure<AnyErrorCode>) in try await client.credential() }
    guard let known else { throw session.notSignedIn }
    let call = UserInfoCall(session: session, configuration: configuration)
    guard !offline, let request = try await call.request() else {
      StandardError.print("(\(offline ? "nobody was asked" : call.reason): this is what the sign-in brought)")
      return known.claims?.all ?? [:]
    }
    let (_, answer) = try await session.asking { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.data(for: request)
    }
    return try call.facts(of: answer, about: known.claims)
  }
}
