import Foundation

/// The parts of a client with a valid configuration. It's independent of the provider's types.
final class ClientCore: Sendable {
  /// The settings from the app.
  struct Setup: Sendable {
    var configuration: ProviderConfiguration
    var variables: [String: String]
    /// The client ID, or `nil` if the client registers itself.
    var clientID: String?
    var clientSecret: Secret?
    var key: ClientKey?
    var certificate: ClientCertificate?
    var settings: [String: Secret] = [:]
    var hooks = AppHooks()
    /// The redirect of a client that registers itself.
    var redirect: Redirect?
    /// The server's metadata, if it's already known.
    var metadata: ServerMetadataSource?
    var environment: AuthEnvironment
  }

  let provider: ResolvedProvider
  let environment: AuthEnvironment
  /// The environment's transport, and the one that presents the client's certificate, with retries where they do no harm.
  let transports: ClientTransports
  let metadata: ServerMetadataSource
  let verifier: IDTokenVerifier?
  /// Verifies signed authorization responses, if the client requests them.
  let responses: SignedResponseVerifier?
  let tokens: TokenEndpoint
  let session: Session
  let observer: Observer
  let delivered: DeliveredCallbacks
  let signIns: LatestSignIn
  let stepUps = StepUps()
  /// The sessions of other accounts, by name.
  private let accounts: Guarded<[String: Session]>
  /// The minimum time before a token's expiry at which it is renewed.
  let early: Duration
  /// Registers the client, if it registers itself.
  let registrar: ClientRegistrar?
  /// The registration that this value uses, if the client registers itself.
  let registration: ClientRegistration?
  let setup: Setup
  /// The key of the client's own tokens, which no user signed in for.
  let clientKey: Guarded<SessionKey?>
  /// The tokens without a session.
  let ownTokens: OwnTokens
  /// The client of the last registration, because every request to an API needs it.
  private let registered = Guarded<ClientCore?>(nil)

  var configuration: ProviderConfiguration { provider.configuration }
  var clientID: String { provider.clientID }

  init(_ setup: Setup) throws(StepFailure) {
    let setup = setup.withoutUnusedRegistration.withUsableMethods
    let (configuration, environment) = (setup.configuration, setup.environment)
    try configuration.authorization.validateResponsePlace()
    try configuration.validateSignedResponses()
    try setup.checkClientID()
    let provider = try setup.provider()
    let clock = ServerClock(environment.clockCorrection, deviceTime: environment.now)
    let transports = ClientTransports(environment.transport, setup.certificate) { environment.retrying($0) }
    let metadata =
      setup.metadata.map { ServerMetadataSource($0, provider: provider) }
      ?? ServerMetadataSource(provider: provider, transport: transports.plain, now: environment.now)
    self.provider = provider
    self.environment = environment
    self.transports = transports
    self.metadata = metadata
    self.setup = setup
    registration = nil
    let signatures = SignatureCheck(
      metadata: metadata, keys: KeySource(metadata: metadata, transport: transports.plain, now: environment.now),
      clientSecret: setup.clientSecret)
    verifier = configuration.idToken.map { rules in
      IDTokenVerifier(provider: provider, rules: rules, signatures: signatures, clock: clock)
    }
    responses = SignedResponseVerifier(provider, signatures: signatures, clock: clock)
    tokens = setup.tokens(of: provider, metadata, transports, Proofs(clock: clock), clock)
    (clientKey, ownTokens) = (Guarded(nil), OwnTokens())
    registrar = setup.redirect.flatMap { [tokens] redirect in
      guard setup.clientID == nil else { return nil }
      return ClientRegistrar(
        provider, redirect: redirect, tokens: tokens, certificate: setup.certificate, environment: environment)
    }
    early = configuration.refresh?.early ?? .zero
    (delivered, signIns, accounts) = (DeliveredCallbacks(), LatestSignIn(clock: environment.clock), Guarded([:]))
    observer = Observer(logger: environment.logger, provider: configuration.id)
    session = Session(
      key: CredentialKey(issuer: provider.authority, clientID: provider.clientID),
      store: environment.store, now: environment.now, clock: environment.clock, observer: observer,
      activity: environment.activity)
  }

  /// Creates the same client with another session.
  ///
  /// - Parameter environment: The environment of the session, if it isn't that of the other client. Its accounts are separate,
  ///   too: they would otherwise be those of another user.
  init(_ other: ClientCore, _ session: Session, _ environment: AuthEnvironment? = nil) {
    (provider, transports, metadata) = (other.provider, other.transports, other.metadata)
    self.environment = environment ?? other.environment
    (verifier, tokens, observer, early) = (other.verifier, other.tokens, other.observer, other.early)
    responses = other.responses
    (delivered, signIns) = (other.delivered, other.signIns)
    accounts = environment == nil ? other.accounts : Guarded([:])
    (registrar, registration, setup) = (other.registrar, other.registration, other.setup)
    (clientKey, ownTokens) = (other.clientKey, other.ownTokens)
    self.session = session
  }

  /// Creates the same client with the credentials of a registration. It shares the session, and what is known about the
  /// server.
  private init(_ other: ClientCore, _ registration: ClientRegistration) throws(StepFailure) {
    let setup = other.setup.with(registration)
    provider = try setup.provider()
    metadata = ServerMetadataSource(other.metadata, provider: provider)
    tokens = setup.tokens(of: provider, metadata, other.transports, other.tokens.proofs, other.tokens.clock)
    verifier = other.verifier.map { [provider, metadata] known in
      IDTokenVerifier(
        provider: provider, rules: known.rules,
        signatures: SignatureCheck(metadata: metadata, keys: known.signatures.keys, clientSecret: registration.secret),
        clock: known.clock)
    }
    responses = other.responses.flatMap { [provider] known in
      SignedResponseVerifier(provider, signatures: known.signatures, clock: known.clock)
    }
    (environment, transports, session) = (other.environment, other.transports, other.session)
    (observer, early, delivered, signIns) = (other.observer, other.early, other.delivered, other.signIns)
    (accounts, registrar, self.setup) = (other.accounts, other.registrar, other.setup)
    (clientKey, ownTokens) = (other.clientKey, other.ownTokens)
    self.registration = registration
  }

  /// Returns the same client with the credentials of a registration.
  func with(_ registration: ClientRegistration) throws(StepFailure) -> ClientCore {
    let registration = registration.ofSession
    if registration == self.registration { return self }
    if let known = registered.withLock({ $0 }), known.registration == registration { return known }
    let client = try ClientCore(self, registration)
    registered.withLock { $0 = client }
    return client
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
    try client(of: credential).provider.values(with: credential.variables)
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
