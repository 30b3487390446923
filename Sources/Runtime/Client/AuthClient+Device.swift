/// A provider that lets a user sign in on another device (RFC 8628).
public protocol DeviceAuthorizing: AuthProvider {}

extension AuthClient where Provider: DeviceAuthorizing {
  /// Signs a user in who opens a page on another device, for machines without a browser. Generated code offers a typed
  /// method that calls this one.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for; required ones are added.
  ///   - parameters: The provider's own parameters.
  ///   - show: Shows the code and the page to the user. The wait begins when it returns.
  /// - Returns: The user whom the verified ID token, or the provider, names.
  /// - Throws: ``Failure``: the server's `access_denied` when the user says no, `expired_token` when nobody came in time. An
  ///   earlier session stays as it was then. One sign-in is under way at a time: a newer one ends it as cancelled.
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
  /// Signs a user in who opens a page on another device, without parameters of the provider's own.
  public func signInOnAnotherDevice(
    scopes: [String], show: @escaping @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> Provider.User {
    try await signInOnAnotherDevice(scopes: scopes, parameters: AuthorizationParameters(), show: show)
  }
}
