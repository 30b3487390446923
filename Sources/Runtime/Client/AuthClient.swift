import Foundation

/// A client of one provider. It signs users in, keeps the session valid, and signs users out.
///
/// Generated code offers each provider's client under its own name, with typed scopes, parameters, and claims:
///
/// ```swift
/// let auth0 = Auth0.Client(domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .loopback())
/// do {
///   let user = try await auth0.signIn(scopes: [.openid, .profile, .offlineAccess])
///   print("hello", user.name ?? user.subject)
///   let (timesheets, _) = try await auth0.data(from: "https://api.acme.com/timesheets")
///   print(timesheets.count)
///   try await auth0.signOut()
/// } catch {
///   print("The request failed:", error, "→", error.recovery)
/// }
/// ```
///
/// For a server without a descriptor, use `AuthClient<DynamicProvider>`.
///
/// The client is a small value. Its copies share one session. All methods throw the provider's own failure type, whose
/// ``AuthFailure/recovery`` describes what the app can do next.
public struct AuthClient<Provider: AuthProvider>: Sendable {
  /// The error type of all methods.
  public typealias Failure = AuthFailure<Provider.ErrorCode>

  private let core: Result<ClientCore, StepFailure>
  let redirect: Redirect

  /// Creates a client from a configuration. Generated code offers a typed initializer that calls this one.
  ///
  /// If the configuration is invalid, the first call throws an error before it sends a request.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the provider.
  ///   - variables: Values for the variables in the configuration's templates, such as the tenant's domain.
  ///   - clientID: The client ID from the registration, or `nil` if the client registers itself: see
  ///     ``ProviderConfiguration/ClientRules/registration``.
  ///   - clientSecret: The client secret, only for a client that can keep one. Never ship a secret in an app.
  ///   - key: The key of a client that authenticates with `private_key_jwt`.
  ///   - certificate: The certificate of a client that authenticates with mutual TLS, or that the tokens are bound to.
  ///   - settings: Other values that the provider requires in addition to the client ID and the secret.
  ///   - signTokenRequest: Signs token requests, if the provider requires it.
  ///   - signUserInfoRequest: Signs requests about the user, if the provider requires it.
  ///   - decodeResponse: Converts token and userinfo responses to JSON, if the provider sends another format.
  ///   - redirect: The redirect that returns the browser to the app.
  ///   - environment: The transport, the browser, the store, and the clock.
  public init(
    configuration: ProviderConfiguration, variables: [String: String], clientID: String?, clientSecret: Secret? = nil,
    key: ClientKey? = nil, certificate: ClientCertificate? = nil, settings: [String: Secret?] = [:],
    signTokenRequest: (any TokenRequestSigning)? = nil,
    signUserInfoRequest: (any UserInfoRequestSigning)? = nil, decodeResponse: (any ResponseDecoding)? = nil,
    redirect: Redirect, environment: AuthEnvironment = .default
  ) {
    self.redirect = redirect
    let setup = ClientCore.Setup(
      configuration: configuration, variables: variables, clientID: clientID, clientSecret: clientSecret,
      key: key, certificate: certificate, settings: settings.compactMapValues { $0 },
      hooks: AppHooks(
        signTokenRequest: signTokenRequest, signUserInfoRequest: signUserInfoRequest, decodeResponse: decodeResponse),
      redirect: redirect, environment: environment)
    do throws(StepFailure) {
      try redirect.validate()
      let known = try ClientCore(setup)
      known.announce(redirect)
      core = .success(known)
    } catch {
      core = .failure(error)
    }
  }

  init(_ core: Result<ClientCore, StepFailure>, _ redirect: Redirect) {
    (self.core, self.redirect) = (core, redirect)
  }

  /// Returns the same client for another account. That account has its own session, in memory and in the store.
  ///
  /// - Parameter name: The app's name for the account. To find out who is signed in to it, call ``user()``.
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

  /// Delivers a callback URL that the operating system passed to the app, for example through SwiftUI's `onOpenURL`.
  ///
  /// - Throws: ``AuthFailure/callback(_:)`` if the URL isn't the callback of the current sign-in, which then keeps
  ///   waiting.
  public func handle(_ callbackURL: URL) async throws(Failure) {
    try await run { core throws(StepFailure) in
      do throws(CallbackRejection) {
        try await core.delivered.deliver(callbackURL)
      } catch {
        throw .callback(error)
      }
    }
  }

  /// Returns the typed members of the last token response, or `nil` if no user is signed in. It sends no request.
  ///
  /// - Throws: ``TokenRejection/claim(_:)`` if a required member is missing, or if one doesn't have the type in the
  ///   descriptor. ``AuthFailure/store(_:)`` if the store can't be read.
  public func responseFields<Fields: TypedResponseFields>() async throws(Failure) -> Fields? {
    try await run { core throws(StepFailure) in
      try await core.session.current().map { credential throws(StepFailure) in
        try ResponseFields(credential.fields).typed()
      }
    }
  }

  /// Returns the typed parameters of the sign-in's callback, or `nil` if no user is signed in. It sends no request.
  ///
  /// - Throws: ``TokenRejection/claim(_:)`` if a required parameter is missing, or if one doesn't have the type in the
  ///   descriptor. ``AuthFailure/store(_:)`` if the store can't be read.
  public func returnedFields<Fields: TypedResponseFields>() async throws(Failure) -> Fields? {
    try await run { core throws(StepFailure) in
      try await core.session.current().map { credential throws(StepFailure) in
        try ResponseFields(credential.callback, of: core.configuration.callback).typed()
      }
    }
  }

  /// Returns one of several access tokens by its name, or `nil` if the sign-in didn't return it. It sends no request.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read.
  public func accessToken(ofSet name: String) async throws(Failure) -> Secret? {
    try await run { core throws(StepFailure) in try await core.session.current()?.sets[name] }
  }

  /// Returns the session's tokens, scopes, and expiry, or `nil` if no user is signed in. It sends no request.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read, which doesn't mean that the user is signed out.
  public func credential() async throws(Failure) -> Credential? {
    try await run { core throws(StepFailure) in try await core.session.current() }
  }

  /// Returns an access token that stays valid for at least the given time, and refreshes it if necessary and possible.
  ///
  /// Concurrent calls share one refresh, in all processes that share the store. Going offline never signs the user out.
  ///
  /// If ``Credential/keyThumbprint`` isn't `nil`, an API accepts the token only with a proof: use ``data(from:)``, or add a
  /// ``proof(for:accessToken:nonce:)``.
  ///
  /// - Parameter duration: How long the token must stay valid. The default is a minute, or a fifth of the token's lifetime if
  ///   that is less. If the server's tokens are valid for less time than you pass, every call sends a request.
  /// - Throws: ``AuthFailure/notSignedIn`` if no user is signed in or the session can't be renewed, and
  ///   ``AuthFailure/session(_:)`` if the client is offline or rate-limited, if the session was ended by the server or
  ///   has expired, or if the new tokens couldn't be stored.
  public func accessToken(validFor duration: Duration? = nil) async throws(Failure) -> Secret {
    // This doesn't use `run`: thousands of tasks may wait here, and the closure would add stack frames to each.
    do throws(StepFailure) {
      return try await core.get().validLease(for: TokenRequirement(duration: duration)).credential.accessToken
    } catch {
      throw error.typed()
    }
  }

  /// Returns the changes of the session's state, for as long as you iterate over the stream and keep the client.
  ///
  /// The first element is the current state, unless the store can't be read. The stream buffers the last 16 states. It
  /// sends no request, and reports changes by other processes only when the client reads the store again.
  public func sessionStates() async -> AsyncStream<SessionState> {
    guard case .success(let core) = core else { return AsyncStream { $0.finish() } }
    return await core.session.states()
  }

  /// Runs a step and converts its error to the provider's own failure type.
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
