import AuthDescriptor
import AuthRuntime

/// One session of this command: a profile, and which of its accounts.
struct CommandSession: Sendable {
  let name: String
  let account: String?
  let profile: Profile

  /// What the other commands take to mean this session.
  var arguments: String { account.map { "\(name) --account \($0)" } ?? name }

  /// What the session is filed under: two profiles of one client are two sessions.
  private var key: String { account.map { "\(name)/\($0)" } ?? name }

  /// The client of this session.
  ///
  /// - Parameters:
  ///   - store: The profile's store, if none is given.
  ///   - isOnline: Whether requests will be made, which may need the client's secrets.
  func client(
    _ configuration: ProviderConfiguration, store: (any CredentialStore)? = nil,
    browser: any Browser = AnnouncingBrowser(opensBrowser: true), isOnline: Bool = true
  ) throws(ReportedFailure) -> AuthClient<DynamicProvider> {
    let transport =
      isOnline ? try CommandTransport.make(trustRoot: profile.trustRoot) : AuthEnvironment.platformTransport
    let kept: any CredentialStore
    if let store { kept = store } else { kept = try SessionStore.of(profile) }
    let secret: Secret?
    if isOnline, let file = profile.clientSecretFile { secret = try SecretFile.read(file) } else { secret = nil }
    return AuthClient(
      configuration: configuration, variables: profile.variables, clientID: profile.clientID, clientSecret: secret,
      settings: isOnline ? try profile.secretSettings() : [:],
      redirect: profile.redirect,
      environment: AuthEnvironment(transport: transport, browser: browser, store: kept)
    ).account(key)
  }

  /// What the store holds, without a question to the provider.
  func stored() async throws(ReportedFailure) -> Credential? {
    let client = try client(try profile.configuration(), isOnline: false)
    return try await asking { () async throws(AuthFailure<AnyErrorCode>) in try await client.credential() }
  }

  /// Runs a call of the client; its failure says which session it was, and what helps there.
  func asking<Value>(
    _ body: () async throws(AuthFailure<AnyErrorCode>) -> Value
  ) async throws(ReportedFailure) -> Value {
    do throws(AuthFailure<AnyErrorCode>) { return try await body() } catch { throw report(error) }
  }

  func report(_ failure: AuthFailure<AnyErrorCode>) -> ReportedFailure {
    switch failure {
    case .notSignedIn: return notSignedIn
    case .store(.corrupt):
      return ReportedFailure(
        line: "\(failure): it is damaged, or another key's (restore the key, or authctl sign-in \(arguments))")
    default:
      guard failure.recovery == .reauthenticate else { return ReportedFailure(failure) }
      return ReportedFailure(line: "\(failure) (authctl sign-in \(arguments))")
    }
  }

  var notSignedIn: ReportedFailure {
    let suggestion = account.map { NearestWord.suggestion(for: $0, among: profile.accounts) } ?? ""
    return ReportedFailure(
      line: "notSignedIn: nobody is signed in at \(arguments)\(suggestion) (authctl sign-in \(arguments))")
  }
}
