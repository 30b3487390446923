import Foundation

/// The parts of a client, put together from a configuration that holds. Knows no provider type.
final class ClientCore: Sendable {
  let provider: ResolvedProvider
  let clientID: String
  let redirect: Redirect
  let environment: AuthEnvironment
  let metadata: ServerMetadataSource
  let verifier: IDTokenVerifier
  let tokens: TokenEndpoint
  let session: Session
  let delivered = DeliveredCallbacks()

  var configuration: ProviderConfiguration { provider.configuration }

  init(
    configuration: ProviderConfiguration, variables: [String: String], clientID: String, clientSecret: Secret?,
    redirect: Redirect, environment: AuthEnvironment
  ) throws(ConfigurationFailure) {
    try redirect.validate()
    let provider = try ResolvedProvider(configuration, variables: variables)
    let transport = environment.transport
    self.provider = provider
    self.clientID = clientID
    self.redirect = redirect
    self.environment = environment
    metadata = ServerMetadataSource(provider: provider, transport: transport, now: environment.now)
    verifier = IDTokenVerifier(
      issuer: provider.issuer, clientID: clientID, leeway: configuration.idToken.leeway, metadata: metadata,
      keys: KeySource(metadata: metadata, transport: transport, now: environment.now), now: environment.now)
    tokens = TokenEndpoint(
      configuration: configuration,
      authentication: ClientAuthentication(clientID: clientID, secret: clientSecret, rules: configuration.client),
      metadata: metadata, transport: transport)
    session = Session(
      key: CredentialKey(issuer: provider.issuer, clientID: clientID), store: environment.store, now: environment.now)
  }
}
