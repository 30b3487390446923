extension AuthClient where Provider: TokenRevoking {
  /// Revokes the tokens at the server, and then ends the session here. The browser session at the provider continues.
  ///
  /// A server doesn't have to revoke access tokens. If it reports that it doesn't, and the refresh token was revoked,
  /// the call succeeds (RFC 7009 §2, §2.2.1).
  ///
  /// - Throws: ``AuthFailure/notSignedIn`` if no user is signed in, ``ConfigurationFailure/missingEndpoint(_:)`` if the
  ///   server doesn't have a revocation endpoint, or the reason why a token wasn't revoked. The session continues in
  ///   the last two cases, unless its refresh token was revoked. ``AuthFailure/store(_:)`` if the store can't be read,
  ///   or may still contain the session.
  public func revokeTokens() async throws(Failure) {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.revocation) { () async throws(StepFailure) in try await core.revokeTokens() }
    }
  }
}

extension AuthClient where Provider: SessionEnding {
  /// Signs the user out.
  ///
  /// The client deletes the session, revokes its tokens if the server supports it, and ends the browser session.
  ///
  /// - Parameter timeout: The time that the browser may take.
  /// - Throws: ``Failure``. No user is signed in afterward even if an error is thrown. After
  ///   ``AuthFailure/store(_:)``, the store may still contain the session.
  public func signOut(timeout: Duration = .seconds(60)) async throws(Failure) {
    try await signOut(flags: [], timeout: timeout)
  }

  /// Signs the user out like ``signOut(timeout:)``, with the provider's own flags. Generated code offers the flags as
  /// arguments.
  ///
  /// - Throws: The errors of ``signOut(timeout:)``.
  public func signOut(flags: [String], timeout: Duration) async throws(Failure) {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.signOut) { () async throws(StepFailure) in
        try await core.signOut(flags: flags, redirect: redirect, timeout: timeout)
      }
    }
  }
}
