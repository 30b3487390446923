extension AuthClient where Provider: UserIdentifying {
  /// Returns the signed-in user, or `nil`. It sends no request.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read.
  public func user() async throws(Failure) -> Provider.User? {
    try await run { core throws(StepFailure) in
      try await core.session.current().flatMap { credential throws(StepFailure) in
        try credential.user(of: Provider.self)
      }
    }
  }
}

extension AuthClient where Provider: AccessGranting {
  /// Returns the grant of access, or `nil` if there is no session. It sends no request.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read.
  public func grant() async throws(Failure) -> AccessGrant? {
    try await run { core throws(StepFailure) in try await core.session.current().map(AccessGrant.init) }
  }
}

extension AuthClient where Provider: DirectSignIn {
  /// Signs a user in with the browser.
  ///
  /// The sign-in uses the authorization code flow with PKCE, state, and nonce, and verifies the ID token. Only one
  /// sign-in runs at a time: a newer one ends this one with ``AuthFailure/cancelled``.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  /// - Returns: The user that the verified ID token or the provider identifies.
  /// - Throws: ``Failure``. If the sign-in fails, an earlier session is unchanged. After ``AuthFailure/store(_:)``,
  ///   however, the new session replaces it until this process exits, but isn't saved.
  public func signIn(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration = .seconds(300)
  ) async throws(Failure) -> Provider.User {
    try await startSession { core throws(StepFailure) in
      let credential = try await core.signIn(
        scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
      return (credential, try await core.user(of: credential, at: Provider.self))
    }
  }
}

extension AuthClient where Provider: DirectAuthorization {
  /// Lets a user grant access to an API with the browser. The provider doesn't identify the user.
  ///
  /// The client then keeps a session, as after a sign-in: ``accessToken(validFor:)`` and ``data(from:)`` use its
  /// tokens and refresh them. Only one authorization runs at a time: a newer one ends this one with
  /// ``AuthFailure/cancelled``.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  /// - Returns: The granted scopes and the expiry.
  /// - Throws: ``Failure``. If the authorization fails, an earlier session is unchanged. After
  ///   ``AuthFailure/store(_:)``, however, the new session replaces it until this process exits, but isn't saved.
  public func authorize(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration = .seconds(300)
  ) async throws(Failure) -> AccessGrant {
    try await grantAccess(scopes: scopes, parameters: parameters, timeout: timeout)
  }
}

extension AuthClient {
  /// Starts a session without a user. A client of ``DynamicProvider`` uses it if its configuration identifies no user.
  ///
  /// - Throws: The errors of `authorize`.
  package func grantAccess(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration
  ) async throws(Failure) -> AccessGrant {
    try await startSession { core throws(StepFailure) in
      let credential = try await core.signIn(
        scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
      return (credential, AccessGrant(credential))
    }
  }

  /// Obtains a credential and replaces the session with it. Only the latest call does so.
  func startSession<Value: Sendable>(
    _ obtain: @escaping @Sendable (ClientCore) async throws(StepFailure) -> (Credential, Value)
  ) async throws(Failure) -> Value {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.signIn) { () async throws(StepFailure) in
        try await core.signIns.run { () async throws(StepFailure) in
          let (credential, value) = try await core.asRegisteredClient { client throws(StepFailure) in
            var (credential, value) = try await obtain(client)
            credential.registration = client.registration?.ofSession
            return (credential, value)
          }
          try await core.replaceSession(with: credential)
          return value
        }
      }
    }
  }
}

extension ClientCore {
  /// Replaces the session after a sign-in.
  func replaceSession(with credential: Credential) async throws(StepFailure) {
    try await discardingOnFailure(credential) { () async throws(StepFailure) in
      // A newer sign-in must not be replaced by an older one that completes late.
      guard !Task.isCancelled else { throw .cancelled }
    }
    try await session.replace(with: credential)
  }
}

extension AuthClient where Provider: BackendExchanging {
  /// Signs a user in with the browser, and returns a grant that the app's own server exchanges with
  /// ``BackendExchange``.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  /// - Throws: ``Failure``.
  public func authorize(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration = .seconds(300)
  ) async throws(Failure) -> AuthorizationGrant {
    try await run { core throws(StepFailure) in
      try await core.signIns.run { () async throws(StepFailure) in
        try await core.asRegisteredClient { client throws(StepFailure) in
          try await client.authorize(scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
        }
      }
    }
  }
}
