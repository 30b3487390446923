import Foundation

/// A client of one provider: signs a user in, keeps the session valid, signs out.
///
/// It is a small value; copies share one session. Every method fails with the provider's own failure type, whose
/// ``AuthFailure/recovery`` says what to do next.
public struct AuthClient<Provider: AuthProvider>: Sendable {
  /// What every method can fail with.
  public typealias Failure = AuthFailure<Provider.ErrorCode>

  private let core: Result<ClientCore, StepFailure>
  let redirect: Redirect

  /// Makes a client from a configuration. Generated code offers a typed initializer that calls this one.
  ///
  /// A configuration that does not fit is reported by the first call, before anything is sent.
  ///
  /// - Parameters:
  ///   - configuration: The provider's facts.
  ///   - variables: What the configuration's templates need, such as the tenant's domain.
  ///   - clientID: The client's id as registered.
  ///   - clientSecret: Only for a client that can keep one; never ship a secret in an app.
  ///   - settings: What the provider wants to know beside id and secret.
  ///   - signTokenRequest: Signs token requests, for a provider that wants it.
  ///   - redirect: Where the browser returns to.
  ///   - environment: Transport, browser, storage and clock.
  public init(
    configuration: ProviderConfiguration, variables: [String: String], clientID: String, clientSecret: Secret? = nil,
    settings: [String: Secret?] = [:], signTokenRequest: (any TokenRequestSigning)? = nil, redirect: Redirect,
    environment: AuthEnvironment = .default
  ) {
    self.redirect = redirect
    let setup = ClientCore.Setup(
      configuration: configuration, variables: variables, clientID: clientID, clientSecret: clientSecret,
      settings: settings.compactMapValues { $0 }, signer: signTokenRequest, environment: environment)
    do throws(StepFailure) {
      try redirect.validate()
      let known = try ClientCore(setup)
      known.announce(redirect)
      core = .success(known)
    } catch {
      core = .failure(error)
    }
  }

  private init(_ core: Result<ClientCore, StepFailure>, _ redirect: Redirect) {
    (self.core, self.redirect) = (core, redirect)
  }

  /// The same client for another account: with a session of its own, in memory and in the store, beside this one's.
  ///
  /// - Parameter name: The app's own name for the account. Who is signed in there, ``user()`` tells.
  public func account(_ name: String) -> AuthClient {
    AuthClient(core.map { $0.account(name) }, redirect)
  }

  /// Returns the callback URLs to register with the provider: one for each port of a loopback redirect.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` if the client's configuration is invalid.
  public func callbackURLs() throws(Failure) -> [String] {
    do throws(StepFailure) {
      let core = try core.get()
      return redirect.callbackURLs(
        for: core.provider.authority, host: core.configuration.client.callbacks.loopback.receiverHost)
    } catch {
      throw error.typed()
    }
  }

  /// Takes a callback URL that the operating system brought to the app, as SwiftUI's `onOpenURL` does.
  ///
  /// - Throws: ``AuthFailure/callback(_:)`` at once when it is not the answer to the sign-in in progress, which then
  ///   goes on waiting.
  public func handle(_ callbackURL: URL) async throws(Failure) {
    try await run { core throws(StepFailure) in
      do throws(CallbackRejection) {
        try await core.delivered.deliver(callbackURL)
      } catch {
        throw .callback(error)
      }
    }
  }

  /// The signed-in user, or `nil`. Asks no server.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` when the store cannot tell.
  public func user() async throws(Failure) -> Provider.User? {
    try await run { core throws(StepFailure) in
      try await core.session.current().flatMap { credential throws(StepFailure) in
        try credential.user(of: Provider.self)
      }
    }
  }

  /// The typed members of the last token answer, or `nil` when nobody is signed in. Asks no server.
  public func responseFields<Fields: TypedResponseFields>() async throws(Failure) -> Fields? {
    try await run { core throws(StepFailure) in
      try await core.session.current().map { credential throws(StepFailure) in
        try ResponseFields(credential.fields).typed()
      }
    }
  }

  /// The typed parameters of the sign-in's callback, or `nil` when nobody is signed in. Asks no server.
  public func returnedFields<Fields: TypedResponseFields>() async throws(Failure) -> Fields? {
    try await run { core throws(StepFailure) in
      try await core.session.current().map { credential throws(StepFailure) in
        try ResponseFields(credential.callback, of: core.configuration.callback).typed()
      }
    }
  }

  /// The access token of one of several sets, or `nil` when the sign-in brought none. Asks no server.
  public func accessToken(ofSet name: String) async throws(Failure) -> Secret? {
    try await run { core throws(StepFailure) in try await core.session.current()?.sets[name] }
  }

  /// The session's tokens as secrets, its scopes and its expiry, or `nil`. Asks no server.
  public func credential() async throws(Failure) -> Credential? {
    try await run { core throws(StepFailure) in try await core.session.current() }
  }

  /// Returns an access token that stays valid for at least the given time, and refreshes it if necessary and possible.
  ///
  /// Concurrent calls share one refresh, in all processes that share the store. Going offline never signs the user out.
  ///
  /// - Parameter duration: How long the token must stay valid. The default is a minute, or a fifth of the token's lifetime if
  ///   that is less. If the server's tokens live shorter than the duration that you pass, every call sends a request.
  /// - Throws: ``AuthFailure/notSignedIn`` when nobody is signed in or nothing can renew the session, and
  ///   ``AuthFailure/session(_:)``: offline, rate-limited, ended by the server, expired, or renewed and not stored.
  public func accessToken(validFor duration: Duration? = nil) async throws(Failure) -> Secret {
    // Without the closure of `run`: thousands may wait here, each with the frames of all calls between.
    do throws(StepFailure) {
      return try await core.get().validLease(for: TokenNeed(duration: duration)).credential.accessToken
    } catch {
      throw error.typed()
    }
  }

  /// What the session is, and what becomes of it, for as long as somebody iterates and keeps the client: the state now comes
  /// first, unless the store cannot tell. Whoever does not read misses all but the last 16. Asks no server, and learns what another
  /// process has done when the store is read again.
  public func sessionStates() async -> AsyncStream<SessionState> {
    guard case .success(let core) = core else { return AsyncStream { $0.finish() } }
    return await core.session.states()
  }

  /// Runs a step and puts the provider's own failure type on what it throws.
  func run<Value>(
    _ body: (ClientCore) async throws(StepFailure) -> Value
  ) async throws(Failure) -> Value {
    do throws(StepFailure) {
      return try await body(try core.get())
    } catch {
      throw error.typed()
    }
  }
}

extension AuthClient where Provider: DirectSignIn {
  /// Signs a user in with the browser: authorization code, PKCE, state, nonce, verified ID token. One sign-in is under way at
  /// a time: a newer one ends the older with ``AuthFailure/cancelled``.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for; required ones are added.
  ///   - parameters: The provider's own parameters.
  ///   - timeout: How long the user may take in the browser; a day at most.
  /// - Returns: The user whom the verified ID token, or the provider, names.
  /// - Throws: ``Failure``. An earlier session stays as it was then, unless it is ``AuthFailure/store(_:)``: the user is
  ///   signed in for as long as this process runs, but the store kept nothing.
  public func signIn(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration = .seconds(300)
  ) async throws(Failure) -> Provider.User {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.signIn) { () async throws(StepFailure) in
        try await core.signIns.run { () async throws(StepFailure) in
          let credential = try await core.signIn(
            scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
          let user = try await core.user(of: credential, at: Provider.self)
          try await core.session.replace(with: credential)
          return user
        }
      }
    }
  }
}

extension AuthClient where Provider: BackendSignIn {
  /// Lets a user sign in with the browser, and brings what the app's own server exchanges: ``BackendExchange``.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for; required ones are added.
  ///   - parameters: The provider's own parameters.
  ///   - timeout: How long the user may take in the browser; a day at most.
  /// - Throws: ``Failure``.
  public func authorize(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration = .seconds(300)
  ) async throws(Failure) -> AuthorizationGrant {
    try await run { core throws(StepFailure) in
      try await core.signIns.run { () async throws(StepFailure) in
        try await core.authorize(scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
      }
    }
  }
}

extension AuthClient where Provider: TokenRevoking {
  /// Makes the server forget the tokens, then forgets them here. The browser session at the provider stays.
  ///
  /// A server need not revoke access tokens: where it says so, and the refresh token is revoked, nothing has failed (RFC 7009
  /// §2, §2.2.1).
  ///
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` when the server has no revocation endpoint, and why a token could
  ///   not be revoked. The session is kept then, unless its refresh token was revoked.
  public func revokeTokens() async throws(Failure) {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.revocation) { () async throws(StepFailure) in try await core.revokeTokens() }
    }
  }
}

extension AuthClient where Provider: SessionEnding {
  /// Signs the user out: the session is forgotten, its tokens are revoked where the server can, the browser session is ended.
  ///
  /// - Parameter timeout: How long the browser may take.
  /// - Throws: ``Failure``. Nobody is signed in here any more all the same; after ``AuthFailure/store(_:)`` the store may still
  ///   have the session.
  public func signOut(timeout: Duration = .seconds(60)) async throws(Failure) {
    try await signOut(flags: [], timeout: timeout)
  }

  /// ``signOut(timeout:)`` with the provider's own switches, which generated code offers as arguments.
  public func signOut(flags: [String], timeout: Duration) async throws(Failure) {
    try await run { core throws(StepFailure) in
      try await core.observer.observe(.signOut) { () async throws(StepFailure) in
        try await core.signOut(flags: flags, redirect: redirect, timeout: timeout)
      }
    }
  }
}
