import AuthConfiguration

extension ResourceConnection {
  /// The client of an authorization server whose tokens are for one resource.
  struct Client: Sendable {
    /// The values that distinguish clients. Clients with the same key share a session.
    struct Key: Sendable, Hashable {
      let issuer: String
      let resource: String
      let identification: ClientIdentification
      let clientID: String
      let dpop: ProviderConfiguration.DPoPRules

      init(_ binding: ResourceBinding, _ dpop: ProviderConfiguration.DPoPRules) {
        (issuer, resource, self.dpop) = (binding.issuer, binding.resource, dpop)
        (identification, clientID) = (binding.identification, binding.clientID)
      }
    }

    let key: Key
    var binding: ResourceBinding
    let core: ClientCore
    let authClient: AuthClient<DynamicProvider>

    init(
      _ binding: ResourceBinding, _ dpop: ProviderConfiguration.DPoPRules, _ setup: ResourceConnector.Setup,
      _ metadata: ServerMetadataSource?
    ) throws(StepFailure) {
      key = Key(binding, dpop)
      self.binding = binding
      let client = setup.identity.credentials(for: binding)
      var configuration = ProviderConfiguration.authorizationServer(binding.issuer, of: binding.resource)
      configuration.client.dpop = dpop
      configuration.client.offerMethods(key: client?.key, certificate: client?.certificate)
      // A registered redirect URI for each issuer prevents mix-up attacks by servers that don't identify themselves.
      var redirect = setup.redirect
      switch binding.identification {
      case .registered: break
      case .document: configuration.client.registration.kind = .document
      case .dynamic:
        configuration.client.registration = setup.identity.registration ?? .dynamic
        redirect = redirect.perIssuer
      }
      let source: ServerMetadataSource
      if let metadata {
        source = metadata
      } else {
        source = try Self.metadata(of: configuration, setup.environment)
      }
      let shared = try ClientCore(
        ClientCore.Setup(
          configuration: configuration, variables: [:], clientID: client?.id, clientSecret: client?.secret,
          key: client?.key, certificate: client?.certificate, settings: client?.settings ?? [:], redirect: redirect,
          metadata: source, environment: setup.environment))
      shared.announce(redirect)
      // The session's tokens are for this resource only.
      core = shared.account(binding.sessionAccount(setup.account))
      authClient = AuthClient(.success(core), redirect)
    }

    /// Returns the source of an authorization server's metadata. It sends no request.
    static func metadata(
      of configuration: ProviderConfiguration, _ environment: AuthEnvironment
    ) throws(StepFailure) -> ServerMetadataSource {
      ServerMetadataSource(
        provider: try ResolvedProvider(configuration, variables: [:], clientID: "", now: environment.now),
        transport: environment.retrying(environment.transport), now: environment.now, order: .oauth)
    }

    /// Returns this client with the scopes of a binding.
    func with(_ binding: ResourceBinding) -> Client {
      var copy = self
      copy.binding = binding
      return copy
    }

    /// Forgets a dynamic registration here, and at the authorization server if it supports that.
    /// Other clients have no registration to forget.
    func forgetRegistration() async throws(StepFailure) {
      do throws(StepFailure) {
        try await core.forgetRegistration(andDelete: true)
      } catch .configuration(.missingEndpoint(.registration)) {
        // The server has no way to delete a registration.
      }
    }
  }
}

extension ResourceClientIdentity {
  /// Returns the client of a binding, or `nil` if the client registers itself.
  fileprivate func credentials(for binding: ResourceBinding) -> ClientCredentials? {
    switch binding.identification {
    case .registered: registered[binding.issuer]
    case .document: ClientCredentials(id: binding.clientID, key: key)
    case .dynamic: nil
    }
  }
}
