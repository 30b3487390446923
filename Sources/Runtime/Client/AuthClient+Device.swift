/// A provider that lets a user sign in on another device (RFC 8628).
public protocol DeviceAuthorizing: AuthProvider {}

extension AuthClient where Provider: DeviceAuthorizing & UserIdentifying {
  /// Signs in a user who opens a page on another device. Use it on machines without a browser.
  ///
  /// Only one sign-in runs at a time: a newer one cancels this one. Generated code offers a typed method that calls
  /// this one.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - show: Shows the code and the URL of the page to the user. The client starts polling when it returns.
  /// - Returns: The user that the verified ID token or the provider identifies.
  /// - Throws: ``Failure``. The server's error is `access_denied` if the user denies access, and `expired_token` if the
  ///   user doesn't finish in time. If the sign-in fails, an earlier session stays as it was.
  public func signInOnAnotherDevice(
    scopes: [String], parameters: AuthorizationParameters, show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> Provider.User {
    try await startSession { core throws(StepFailure) in
      let credential = try await core.deviceCredential(scopes: scopes, parameters: parameters, show: show)
      return (credential, try await core.user(of: credential, at: Provider.self))
    }
  }
}

extension AuthClient where Provider: DeviceAuthorizing & AccessGranting {
  /// Lets a user grant access to an API on a page that the user opens on another device. Use it on machines without a
  /// browser.
  ///
  /// Only one authorization runs at a time: a newer one cancels this one. Generated code offers a typed method that
  /// calls this one.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - show: Shows the code and the URL of the page to the user. The client starts polling when it returns.
  /// - Returns: The granted scopes and the expiry.
  /// - Throws: ``Failure``. The server's error is `access_denied` if the user denies access, and `expired_token` if the
  ///   user doesn't finish in time. If the authorization fails, an earlier session stays as it was.
  public func authorizeOnAnotherDevice(
    scopes: [String], parameters: AuthorizationParameters, show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> AccessGrant {
    try await grantAccessOnAnotherDevice(scopes: scopes, parameters: parameters, show: show)
  }
}

extension AuthClient {
  /// Starts a session without a user. A client of ``DynamicProvider`` uses it if its configuration identifies no user.
  ///
  /// - Throws: The errors of `authorizeOnAnotherDevice`.
  package func grantAccessOnAnotherDevice(
    scopes: [String], parameters: AuthorizationParameters, show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> AccessGrant {
    try await startSession { core throws(StepFailure) in
      let credential = try await core.deviceCredential(scopes: scopes, parameters: parameters, show: show)
      return (credential, AccessGrant(credential))
    }
  }
}

extension ClientCore {
  fileprivate func deviceCredential(
    scopes: [String], parameters: AuthorizationParameters, show: @Sendable (DeviceCode) async -> Void
  ) async throws(StepFailure) -> Credential {
    let signIn = try DeviceSignIn(core: self, scopes: scopes, parameters: parameters)
    let key = try await newSessionKey(isOnDevice: true)
    let code = try await signIn.code()
    await show(code)
    return try await signIn.credential(for: code, boundTo: key)
  }
}

extension AuthClient where Provider == DynamicProvider {
  /// Signs in a user who opens a page on another device, without provider-specific parameters.
  ///
  /// - Throws: The errors of ``signInOnAnotherDevice(scopes:parameters:show:)``.
  public func signInOnAnotherDevice(
    scopes: [String], show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> Provider.User {
    try await signInOnAnotherDevice(scopes: scopes, parameters: AuthorizationParameters(), show: show)
  }
}
