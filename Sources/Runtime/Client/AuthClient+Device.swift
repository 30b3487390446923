/// A provider that lets a user sign in on another device (RFC 8628).
public protocol DeviceAuthorizing: AuthProvider {}

extension AuthClient where Provider: DeviceAuthorizing {
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
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.signIn) { () async throws(StepFailure) in
        try await core.signIns.run { () async throws(StepFailure) in
          let signIn = try DeviceSignIn(core: core, scopes: scopes, parameters: parameters)
          let code = try await signIn.code()
          await show(code)
          let credential = try await signIn.credential(for: code)
          let user = try await core.user(of: credential, at: Provider.self)
          try await core.session.replace(with: credential)
          return user
        }
      }
    }
  }
}

extension AuthClient where Provider == DynamicProvider {
  /// Signs in a user who opens a page on another device, without provider-specific parameters.
  public func signInOnAnotherDevice(
    scopes: [String], show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> Provider.User {
    try await signInOnAnotherDevice(scopes: scopes, parameters: AuthorizationParameters(), show: show)
  }
}
