extension AuthClient where Provider: DirectExchanging & UserIdentifying {
  /// Takes over the tokens that another library kept, so that a user who is signed in stays signed in.
  ///
  /// The client verifies the ID token if there is one, except for its expiry and its nonce. Then it refreshes at once. With
  /// rotation, only this client can use the new refresh token. The new tokens must be about the user of the ID token. They are
  /// stored before they are used, and several processes may call this at the same time: only one of them sends a request.
  ///
  /// If the client already has a session from the same token or of the same user, the method returns that user and sends no
  /// request. So an app can call it at each start until it has removed the other library's item:
  ///
  /// ```swift
  /// if let old = try await oldCredential() {
  ///   let user = try await auth0.adopt(old)
  ///   removeOldItem()
  /// }
  /// ```
  ///
  /// Remove the item after a success only. After a failure, the user is signed in as before, with the other library. If the
  /// server may have exchanged the token already, the next call continues from there.
  ///
  /// - Parameter credential: The other library's tokens.
  /// - Returns: The user that the verified ID token or the provider identifies.
  /// - Throws: ``AuthFailure/adoption(_:)`` before a token is sent, for example with ``AdoptionFailure/alreadySignedIn`` if there
  ///   is a session of another user, ``AuthFailure/server(_:_:)`` if the server rejects the token,
  ///   ``AuthFailure/idToken(_:)``, ``AuthFailure/session(_:)`` while the server can't be reached, and
  ///   ``AuthFailure/store(_:)``. No failure ends a session.
  @discardableResult
  public func adopt(_ credential: ImportedCredential) async throws(Failure) -> Provider.User {
    try await adopting(credential) { credential throws(StepFailure) in
      guard let user = try credential.user(of: Provider.self) else { throw .response(.unknownUser) }
      return user
    }
  }

  /// Takes over a refresh token that another library kept, as `adopt(_:)` does.
  ///
  /// - Parameters:
  ///   - refreshToken: The refresh token.
  ///   - idToken: The last ID token, even if it has expired. The new tokens must then be about the same user.
  /// - Returns: The user that the verified ID token or the provider identifies.
  /// - Throws: The errors of `adopt(_:)`.
  @discardableResult
  public func adopt(refreshToken: Secret, idToken: Secret? = nil) async throws(Failure) -> Provider.User {
    try await adopt(ImportedCredential(refreshToken: refreshToken, idToken: idToken))
  }
}

extension AuthClient where Provider: DirectExchanging & AccessGranting {
  /// Takes over the tokens that another library kept, at a provider that doesn't identify the user.
  ///
  /// The client refreshes at once, with the guarantees of a provider that identifies the user. Without a user, a session that
  /// wasn't adopted from the same token is an error.
  ///
  /// - Parameter credential: The other library's tokens.
  /// - Returns: The granted scopes and the expiry.
  /// - Throws: ``AuthFailure/adoption(_:)`` before a token is sent, ``AuthFailure/server(_:_:)`` if the server rejects the token,
  ///   ``AuthFailure/session(_:)`` while the server can't be reached, and ``AuthFailure/store(_:)``. No failure ends a session.
  @discardableResult
  public func adopt(_ credential: ImportedCredential) async throws(Failure) -> AccessGrant {
    try await adoptAccess(credential)
  }

  /// Takes over a refresh token that another library kept, as `adopt(_:)` does.
  ///
  /// - Throws: The errors of `adopt(_:)`.
  @discardableResult
  public func adopt(refreshToken: Secret) async throws(Failure) -> AccessGrant {
    try await adopt(ImportedCredential(refreshToken: refreshToken))
  }
}

extension AuthClient {
  /// Adopts a session without a user. A client of ``DynamicProvider`` uses it if its configuration identifies no user.
  ///
  /// - Throws: The errors of `adopt(_:)`.
  package func adoptAccess(_ credential: ImportedCredential) async throws(Failure) -> AccessGrant {
    try await adopting(credential) { AccessGrant($0) }
  }

  private func adopting<Value: Sendable>(
    _ imported: ImportedCredential, _ value: @escaping @Sendable (Credential) throws(StepFailure) -> Value
  ) async throws(Failure) -> Value {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.adoption) { () async throws(StepFailure) in
        let credential = try await core.adopt(imported) { credential throws(StepFailure) in _ = try value(credential) }
        return try value(credential)
      }
    }
  }
}
