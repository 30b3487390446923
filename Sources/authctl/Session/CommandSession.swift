import AuthDescriptor
import AuthRuntime

/// A session of this command: a profile and one of its accounts.
struct CommandSession: StoredSession {
  let name: String
  let account: String?
  let profile: Profile

  var arguments: String { account.map { "\(name) --account \($0)" } ?? name }

  /// The key of the session in the store. Two profiles of the same client have separate sessions.
  private var key: String { account.map { "\(name)/\($0)" } ?? name }

  /// Creates the client of this session.
  ///
  /// - Parameters:
  ///   - store: The store to use. The default is the profile's store.
  ///   - isOnline: Whether the client sends requests, which may need its secrets.
  ///   - wrap: Returns the transport to use instead of the platform's.
  func client(
    _ configuration: ProviderConfiguration, store: (any CredentialStore)? = nil,
    browser: any Browser = AnnouncingBrowser(opensBrowser: true), isOnline: Bool = true,
    through wrap: (any HTTPTransport) -> any HTTPTransport = { $0 }
  ) throws(ReportedFailure) -> AuthClient<DynamicProvider> {
    let transport =
      isOnline ? try CommandTransport.make(trustRoot: profile.trustRoot) : AuthEnvironment.platformTransport
    let kept: any CredentialStore
    if let store { kept = store } else { kept = try SessionStore.of(profile.options) }
    let credentials = isOnline ? try profile.credentials() : ProfileCredentials()
    var configuration = configuration
    // Of a server without a descriptor, the metadata lists the methods.
    if profile.issuer != nil {
      configuration.client.offerMethods(key: credentials.key, certificate: credentials.certificate)
    }
    return AuthClient(
      configuration: configuration, variables: profile.variables,
      clientID: profile.clientID.isEmpty ? nil : profile.clientID,
      clientSecret: credentials.secret, key: credentials.key, certificate: credentials.certificate,
      settings: isOnline ? try profile.secretSettings() : [:],
      redirect: profile.redirect,
      environment: AuthEnvironment(transport: wrap(transport), browser: browser, store: kept)
    ).account(key)
  }

  /// The stored credential. No request is sent.
  func stored() async throws(ReportedFailure) -> Credential? {
    let client = try client(try profile.configuration(), isOnline: false)
    return try await asking { () async throws(AuthFailure<AnyErrorCode>) in try await client.credential() }
  }

  func report(_ failure: AuthFailure<AnyErrorCode>) -> ReportedFailure {
    switch failure {
    case .notSignedIn: return notSignedIn
    case .store(.corrupt):
      return ReportedFailure(
        line: "\(failure): it's damaged or has another key (restore the key, or run authctl sign-in \(arguments))")
    default:
      guard failure.recovery == .reauthenticate else { return ReportedFailure(failure) }
      return ReportedFailure(line: "\(failure) (run authctl sign-in \(arguments))")
    }
  }

  var notSignedIn: ReportedFailure {
    let suggestion = account.map { SpellingSuggestion.suggestion(for: $0, among: profile.accounts) } ?? ""
    return ReportedFailure(
      line: "notSignedIn: not signed in to \(arguments)\(suggestion) (run authctl sign-in \(arguments))")
  }
}
