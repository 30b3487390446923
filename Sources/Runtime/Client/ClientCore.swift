import Foundation

/// The parts of a client, put together from a configuration that holds. Knows no provider type.
final class ClientCore: Sendable {
  /// What the app says about itself.
  struct Setup: Sendable {
    var configuration: ProviderConfiguration
    var variables: [String: String]
    var clientID: String
    var clientSecret: Secret?
    var settings: [String: Secret] = [:]
    var signer: (any TokenRequestSigning)?
    var environment: AuthEnvironment
  }

  let provider: ResolvedProvider
  let environment: AuthEnvironment
  /// The environment's, which asks again where that does no harm.
  let transport: any HTTPTransport
  let metadata: ServerMetadataSource
  let verifier: IDTokenVerifier?
  let tokens: TokenEndpoint
  let session: Session
  let observer: Observer
  let delivered: DeliveredCallbacks
  let signIns: LatestSignIn
  /// The sessions of further accounts, by name.
  private let accounts: Guarded<[String: Session]>
  /// How long before its end a token is renewed, at least.
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
      metadata: metadata, transport: transport, signer: setup.signer, now: environment.now, clock: clock,
      metadataValues: provider.values, issuer: provider.issuer)
    early = configuration.refresh?.early ?? .zero
    (delivered, signIns, accounts) = (DeliveredCallbacks(), LatestSignIn(clock: environment.clock), Guarded([:]))
    observer = Observer(logger: environment.logger, provider: configuration.id)
    session = Session(
      key: CredentialKey(issuer: provider.authority, clientID: setup.clientID),
      store: environment.store, now: environment.now, clock: environment.clock, observer: observer,
      activity: environment.activity)
  }

  /// The same client, with another session.
  private init(_ other: ClientCore, _ session: Session) {
    (provider, environment, transport, metadata) = (other.provider, other.environment, other.transport, other.metadata)
    (verifier, tokens, observer, early) = (other.verifier, other.tokens, other.observer, other.early)
    (delivered, signIns, accounts) = (other.delivered, other.signIns, other.accounts)
    self.session = session
  }

  /// The client of one of several accounts. The same name has the same session, so that its refreshes are shared.
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

  /// The members of the token answer that were kept, where they stood in it.
  private func members(of credential: Credential) -> [String: JSONValue] {
    let kept = configuration.token.response.fields.compactMap { field in
      credential.fields[field.name].map { (field.path.text, $0) }
    }
    return Dictionary(kept) { first, _ in first }
  }

  /// What templates may name when there are tokens.
  func values(for credential: Credential) throws(StepFailure) -> TemplateValues {
    try provider.values(with: credential.variables)
      .adding("access_token", credential.accessToken.reveal())
      .adding("refresh_token", credential.refreshToken?.reveal())
      .adding("redirect_uri", credential.redirectURI)
      .adding("scope", credential.scopes.joined(separator: configuration.scopes?.delimiter ?? " "))
      .adding(tree: .object(members(of: credential)), as: "token")
      .adding(tree: credential.idToken.map { .object($0.claimsOfJWT) }, as: "id_token")
  }
}
