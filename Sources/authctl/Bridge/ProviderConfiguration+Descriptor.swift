import AuthDescriptor
import AuthRuntime

extension ProviderConfiguration {
  /// The value that the generated code of this descriptor states.
  init(_ descriptor: ProviderDescriptor) {
    self.init(
      id: descriptor.id,
      name: descriptor.name,
      variables: descriptor.variables.map { Variable($0.name, $0.kind.atRunTime, example: $0.example) },
      server: ServerMetadata(descriptor.server),
      discovery: descriptor.discovery.atRunTime,
      client: ClientRules(authentication: descriptor.client.authentication.map(\.atRunTime)),
      authorization: AuthorizationRules(parameters: descriptor.parameters.map(AuthorizationRules.Parameter.init)),
      scopes: ScopeRules(descriptor.scopes),
      token: TokenRules(encoding: descriptor.tokenEncoding.atRunTime),
      refresh: descriptor.refresh.map { RefreshRules(rotation: $0.rotation.atRunTime) },
      revocation: RevocationRules(
        style: descriptor.revocation.style.atRunTime, tokens: descriptor.revocation.tokens.map(\.atRunTime)),
      logout: LogoutRules(descriptor.logout),
      idToken: IDTokenRules(
        required: descriptor.idToken.required,
        algorithms: descriptor.idToken.algorithms.map(\.atRunTime),
        leeway: .seconds(descriptor.idToken.leewaySeconds)),
      errors: Dictionary(descriptor.errors.map { ($0.code, KnownError($0)) }) { first, _ in first }
    )
  }
}

extension ProviderConfiguration.ServerMetadata {
  fileprivate init(_ server: ProviderDescriptor.Server) {
    self.init(
      issuer: server.issuer,
      authorizationEndpoint: server.authorizationEndpoint,
      tokenEndpoint: server.tokenEndpoint,
      jwksURI: server.jwksURI,
      revocationEndpoint: server.revocationEndpoint,
      endSessionEndpoint: server.endSessionEndpoint
    )
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter {
  fileprivate init(_ parameter: ProviderDescriptor.Parameter) {
    let words = parameter.values.map(\.word)
    let kind: Kind =
      switch parameter.kind {
      case .string, .url: .string
      case .bool: .bool
      case .int: .int
      case .seconds: .seconds
      case .enum: .oneOf(words)
      case .set: .set(words)
      case .list, .locales: .list
      }
    self.init(parameter.name, kind, requires: parameter.requires)
  }
}

extension ProviderConfiguration.ScopeRules {
  fileprivate init(_ scopes: ProviderDescriptor.Scopes) {
    self.init(
      defaults: scopes.defaults,
      required: scopes.values.filter(\.isRequired).map(\.name),
      delimiter: scopes.delimiter,
      offline: scopes.offline
    )
  }
}

extension ProviderConfiguration.LogoutRules {
  fileprivate init(_ logout: ProviderDescriptor.Logout) {
    self.init(
      style: logout.style.atRunTime,
      endpoint: logout.endpoint,
      redirectParameter: logout.redirectParameter,
      idTokenHint: logout.idTokenHint.atRunTime,
      parameters: logout.parameters,
      flags: logout.flags.map(\.name)
    )
  }
}

extension ProviderConfiguration.KnownError {
  fileprivate init(_ error: ProviderDescriptor.KnownError) {
    self.init(error.caseName, error.recovery.atRunTime, error.summary)
  }
}
