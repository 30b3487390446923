import AuthRuntime

/// The request of a sign-in, or of an authorization if the provider doesn't identify users.
struct SignInRequest: Sendable {
  let client: AuthClient<DynamicProvider>
  let scopes: [String]
  let parameters: AuthorizationParameters
  let identifiesUser: Bool

  init(_ client: AuthClient<DynamicProvider>, _ profile: Profile, _ configuration: ProviderConfiguration) {
    self.client = client
    scopes = profile.scopes.isEmpty ? configuration.defaultScopes : profile.scopes
    var parameters = AuthorizationParameters()
    for (name, value) in profile.parameters.sorted(by: { $0.key < $1.key }) { parameters.set(name, value) }
    self.parameters = parameters
    identifiesUser = configuration.identifiesUser
  }

  /// - Returns: `nil` after an authorization.
  func inBrowser(within timeLimit: Duration) async throws(AuthFailure<AnyErrorCode>) -> DynamicProvider.User? {
    guard identifiesUser else {
      _ = try await client.grantAccess(scopes: scopes, parameters: parameters, timeout: timeLimit)
      return nil
    }
    return try await client.signIn(scopes: scopes, parameters: parameters, timeout: timeLimit)
  }

  /// - Parameter show: Shows the code to the user.
  /// - Returns: `nil` after an authorization.
  func onAnotherDevice(
    show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(AuthFailure<AnyErrorCode>) -> DynamicProvider.User? {
    guard identifiesUser else {
      _ = try await client.grantAccessOnAnotherDevice(scopes: scopes, parameters: parameters, show: show)
      return nil
    }
    return try await client.signInOnAnotherDevice(scopes: scopes, parameters: parameters, show: show)
  }
}

extension ProviderConfiguration {
  var defaultScopes: [String] { scopes?.defaults ?? [] }
}
