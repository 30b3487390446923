import Foundation

/// The parts of a client with a valid configuration. It's independent of the provider's types.
final class ClientCore: Sendable {
  /// The settings from the app.
  struct Setup: Sendable {
    var configuration: ProviderConfiguration
    var variables: [String: String]
    var clientID: String
    var clientSecret: Secret?
    var settings: [String: Secret] = [:]
    var hooks = AppHooks()
    var environment: AuthEnvironment
  }

  let provider: ResolvedProvider
  let environment: AuthEnvironment
  /// The environment's transport, with retries where they do no harm.
  let transport: any HTTPTransport
  let metadata: ServerMetadataSource
  let verifier: IDTokenVerifier?
  let tokens: TokenEndpoint
  let session: Session
  let observer: Observer
  let delivered: DeliveredCallbacks
  let signIns: LatestSignIn
  /// The sessions of other accounts, by name.
  private let accounts: Guarded<[String: Session]>
  /// The minimum time before a token's expiry at which it is renewed.
  let early: Duration

  var configuration: ProviderConfiguration { provider.configuration }
  var clientID: String { provider.clientID }

  init(_ setup: Setup) throws(StepFailure) {
    let (configuration, environment) = (setup.configuration, setup.environment)
    try configuration.authorization.validateResponsePlace()
    let provider = try ResolvedProvider(
      configuration, variables: setup.variables, clientID: setup.clientID, settings: setup.settings,
      clientSecret: setup.clientSecret, now: environment.now)
    let clock = ServerClock(environment.clockCorrection, deviceTime: environment.now)
    let transport = RetryingTransport(
      base: LoggingTransport(base: environment.transport, logger: environment.logger),
      clock: environment.clock)
    let metadata = ServerMetadataSource(provider: provider, transport: transport, now: environment.now)
    self.provider = provider
    self.environment = environment
    self.transport = transport
    self.metadata = metadata
    verifier = configuration.idToken.map { rules in
      IDTokenVerifier(
        provider: provider, rules: rules,
        signatures: SignatureCheck(
          metadata: metadata, keys: KeySource(metadata: metadata, transport: transport, now: environment.now),
          clientSecret: setup.clientSecret),
        clock: clock)
    }
    tokens = TokenEndpoint(
      configuration: configuration,
      authentication: ClientAuthentication(
        clientID: setup.clientID, secret: setup.clientSecret, rules: configuration.client, now: environment.now),
      metadata: metadata, transport: transport, hooks: setup.hooks, now: environment.now, clock: clock,
      metadataValues: provider.values, issuer: provider.issuer)
    early = configuration.refresh?.early ?? .zero
    (delivered, signIns, accounts) = (DeliveredCallbacks(), LatestSignIn(clock: environment.clock), Guarded([:]))
    observer = Observer(logger: environment.logger, provider: configuration.id)
    session = Session(
      key: CredentialKey(issuer: provider.authority, clientID: setup.clientID),
      store: environment.store, now: environment.now, clock: environment.clock, observer: observer,
      activity: environment.activity)
  }

  /// Creates the same client with another session.
  private init(_ other: ClientCore, _ session: Session) {
    (provider, environment, transport, metadata) = (other.provider, other.environment, other.transport, other.metadata)
    (verifier, tokens, observer, early) = (other.verifier, other.tokens, other.observer, other.early)
    (delivered, signIns, accounts) = (other.delivered, other.signIns, other.accounts)
    self.session = session
  }

  /// Returns the client of another account. The same name has the same session, so that its refreshes are shared.
  func account(_ name: String) -> ClientCore {
    let key = CredentialKey(issuer: provider.authority, clientID: provider.clientID, account: name)
    let session = accounts.withLock { [environment, observer] sessions in
      if let known = sessions[name] { return known }
      let new = Session(
        key: key, store: environment.store, now: environment.now, clock: environment.clock, observer: observer,
        activity: environment.activity)
      sessions[name] = new
      return new
    }
    return ClientCore(self, session)
  }

  /// The stored members of the token response, by their original path.
  private func members(of credential: Credential) -> [String: JSONValue] {
    let kept = configuration.token.fields.compactMap { field in
      credential.fields[field.name].map { (field.path.text, $0) }
    }
    return Dictionary(kept) { first, _ in first }
  }

  /// The values for templates that can refer to tokens.
  func values(for credential: Credential) throws(StepFailure) -> TemplateValues {
    try provider.values(with: credential.variables)
      .adding("access_token", credential.accessToken.reveal())
      .adding("refresh_token", credential.refreshToken?.reveal())
      .adding(
        "redirect_uri", try credential.redirectURI.map { url throws(StepFailure) in try provider.sentRedirectURI(url) }
      )
      .adding("scope", credential.scopes.joined(separator: configuration.scopes?.delimiter ?? " "))
      .adding(tree: .object(members(of: credential)), as: "token")
      .adding(tree: credential.idToken.map { .object($0.claimsOfJWT) }, as: "id_token")
  }
}
