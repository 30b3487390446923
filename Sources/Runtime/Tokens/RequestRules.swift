/// The provider's rules for a request that the client sends to the server without a browser.
struct RequestRules: Sendable {
  var method = ProviderConfiguration.Method.post
  var encoding = ProviderConfiguration.RequestEncoding.form
  /// The descriptor's parameters, by name. They replace the client's parameters with the same names.
  var parameters: [String: TextTemplate] = [:]
  /// The descriptor's header fields, by name.
  var headers: [String: TextTemplate] = [:]
  /// The names of parameters that the provider doesn't accept.
  var omitted: [String] = []
  /// The client authentication method, or `nil` for the usual one of the endpoint.
  var authentication: ProviderConfiguration.ClientAuthenticationMethod?
  /// Whether the request authenticates the client. If it doesn't, it doesn't contain the client ID either.
  var isAuthenticated = true
}

extension RequestRules {
  init(_ rules: ProviderConfiguration.TokenRules) {
    self.init(
      method: rules.method, encoding: rules.encoding, parameters: rules.parameters, headers: rules.headers,
      omitted: rules.omitted)
  }

  init(_ rules: ProviderConfiguration.RefreshRules) {
    self.init(
      method: rules.method, encoding: rules.encoding, parameters: rules.parameters, headers: rules.headers,
      omitted: rules.omitted)
  }

  /// The token of the first exchange authenticates the second one.
  init(_ rules: ProviderConfiguration.SecondExchange) {
    self.init(
      method: rules.method, encoding: rules.encoding, parameters: rules.parameters, headers: rules.headers,
      isAuthenticated: false)
  }

  init(_ rules: ProviderConfiguration.RevocationRules) {
    self.init(
      method: rules.method, encoding: rules.encoding, parameters: rules.parameters, headers: rules.headers,
      authentication: rules.authentication, isAuthenticated: rules.authentication != .some(.none))
  }

  /// The parameters of a step are the user's values. Servers log queries, so a GET request doesn't authenticate the client.
  init(_ step: ProviderConfiguration.FirstPartyStep) {
    self.init(
      method: step.method, encoding: step.encoding, headers: step.headers, isAuthenticated: step.method == .post)
  }
}
