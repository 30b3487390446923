import Foundation

/// The half of a client that runs on the app's own server: it keeps the secret, exchanges what the app's sign-in brought,
/// and verifies who the user is.
///
/// It depends on no server framework, and keeps no session: the credential is the server's to store.
public struct BackendExchange<Provider: BackendSignIn>: Sendable {
  /// What every method can fail with.
  public typealias Failure = AuthFailure<Provider.ErrorCode>

  /// A user and the tokens.
  public struct SignedIn: Sendable {
    /// `nil` when the provider says nothing about a user, as it may for an app's own token.
    public let user: Provider.User?
    /// The tokens, for the server to keep.
    public let credential: Credential
  }

  private let core: Result<ClientCore, StepFailure>
  /// Shared by all copies of this value.
  let answered = HandledResponses()

  /// Makes the server half. Generated code offers a typed initializer that calls this one.
  ///
  /// A configuration that does not fit is reported by the first call, before anything is sent.
  public init(
    configuration: ProviderConfiguration, variables: [String: String], clientID: String, clientSecret: Secret? = nil,
    settings: [String: Secret?] = [:], signTokenRequest: (any TokenRequestSigning)? = nil,
    environment: AuthEnvironment = .default
  ) {
    let setup = ClientCore.Setup(
      configuration: configuration, variables: variables, clientID: clientID, clientSecret: clientSecret,
      settings: settings.compactMapValues { $0 }, signer: signTokenRequest, environment: environment)
    do throws(StepFailure) { core = .success(try ClientCore(setup)) } catch { core = .failure(error) }
  }

  /// Begins a sign-in that the server itself sends the browser to, as a web app does.
  ///
  /// - Parameters:
  ///   - redirectURI: The registered URL of your server that receives the response. A server that uses more than one issuer
  ///     needs a redirect URI for each: see ``callbackURL(below:)``.
  ///   - scopes: Permissions to ask for; required ones are added.
  ///   - parameters: The provider's own parameters.
  /// - Throws: ``Failure``: ``AuthFailure/configuration(_:)`` if the configuration can't exchange the code or verify its ID
  ///   token. Its reason is ``ConfigurationFailure/sharedRedirect(_:otherIssuer:)`` if the issuer was chosen at run time and shares the
  ///   redirect URI with another one.
  public func start(
    redirectURI: String, scopes: [String], parameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(Failure) -> PendingAuthorization {
    try await run { core throws(StepFailure) in
      try await core.checkReadiness(parameters)
      let endpoint = try await core.authorizationEndpoint(parameters)
      let issuerIsPromised = try await core.metadata.promisesIssuerParameter()
      try core.checkUnshared(RedirectKey(redirectURI), issuerIsPromised: issuerIsPromised)
      let request = try AuthorizationRequest(
        provider: core.provider, redirectURI: redirectURI, scopes: scopes, parameters: parameters, endpoint: endpoint)
      return PendingAuthorization(
        request: request, issuerIsPromised: issuerIsPromised, issuer: core.provider.authority)
    }
  }

  /// Returns a redirect URI that only this provider uses, to prevent mix-up (RFC 9700 §4.4.2). It is the callback URL with the
  /// provider's component at the end of its path, as with ``Redirect/perIssuer``.
  ///
  /// - Parameter callback: A callback URL of the server, such as `https://app.example.com/callback`.
  /// - Throws: ``AuthFailure/configuration(_:)`` if the configuration is invalid.
  public func callbackURL(below callback: String) throws(Failure) -> String {
    do { return Redirect.callbackURL(callback, for: try core.get().provider.authority) } catch { throw error.typed() }
  }

  /// Reads the answer to a sign-in that ``start(redirectURI:scopes:parameters:)`` began.
  ///
  /// - Parameters:
  ///   - callback: The query of the request, or the body of a form post.
  ///   - pending: The sign-in that the callback answers. Take it out of the user's session before this call, whatever comes
  ///     of it: it is good for one answer. Within one process a second answer is rejected all the same.
  /// - Throws: ``AuthFailure/callback(_:)``, or ``AuthFailure/server(_:_:)`` when the provider said no.
  public func grant(from callback: String, for pending: PendingAuthorization) throws(Failure) -> AuthorizationGrant {
    do throws(StepFailure) {
      let core = try self.core.get()
      let request = pending.request
      return try answered.take(request.state ?? request.pkce.codeChallenge) { () throws(StepFailure) in
        // The response belongs to the server that was asked (RFC 9700 §4.4.2).
        guard pending.issuer?.isExactly(core.provider.authority) ?? true else { throw .callback(.issuerMixUp) }
        return try core.grant(from: callback, to: request, issuerIsPromised: pending.issuerIsPromised)
      }
    } catch {
      throw error.typed()
    }
  }

  /// Exchanges a grant for tokens and verifies who the user is.
  ///
  /// - Parameters:
  ///   - grant: What the app's sign-in has brought.
  ///   - parameters: What must have been asked for, such as an organization or a `max_age` that this server insists on: the
  ///     ID token is compared with it, whatever the app says it asked for.
  /// - Throws: ``Failure``. A grant can be exchanged once. If its code was sent before, the failure is
  ///   ``CallbackRejection/codeAlreadyUsed`` and no request is sent. Across processes, only the provider detects a repeated code.
  public func exchange(
    _ grant: AuthorizationGrant, expecting parameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(Failure) -> SignedIn {
    try await run { core throws(StepFailure) in
      let credential = try await core.exchange(grant, expecting: parameters)
      let user = try await core.wanting(credential) { () async throws(StepFailure) in
        try credential.user(of: Provider.self)
      }
      return SignedIn(user: user, credential: credential)
    }
  }

  /// The typed members of the token answer.
  public func responseFields<Fields: TypedResponseFields>(of credential: Credential) throws(Failure) -> Fields {
    do throws(StepFailure) { return try ResponseFields(credential.fields).typed() } catch { throw error.typed() }
  }

  /// The typed parameters of the callback. Before the exchange nobody has vouched for them.
  public func returnedFields<Fields: TypedResponseFields>(of grant: AuthorizationGrant) throws(Failure) -> Fields {
    do throws(StepFailure) {
      return try ResponseFields(grant.fields, of: try core.get().configuration.callback).typed()
    } catch {
      throw error.typed()
    }
  }

  func run<Value>(_ body: (ClientCore) async throws(StepFailure) -> Value) async throws(Failure) -> Value {
    do throws(StepFailure) {
      return try await body(try core.get())
    } catch {
      throw error.typed()
    }
  }
}

extension BackendExchange where Provider: TokenRefreshing {
  /// Gets new tokens. The old refresh token may be dead afterwards: store the new credential before it is used. The token is
  /// sent once; let one refresh run at a time for each credential.
  ///
  /// - Parameters:
  ///   - credential: The one whose refresh token is used.
  ///   - keep: Stores the new tokens as soon as the server has given them, before their ID token is verified: if that fails,
  ///     for the keys cannot be had just then, the rotated refresh token is not lost.
  /// - Returns: The same tokens with verified claims.
  /// - Throws: ``Failure``; ``SessionFailure/unsaved(_:_:)``, with the new tokens, when `keep` throws.
  public func refresh(
    _ credential: Credential, keeping keep: @Sendable (Credential) async throws -> Void
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      guard let renewal = core.renewal else { throw .notSignedIn }
      let fresh = try await renewal.exchange(credential, nil)
      do { try await keep(fresh.credential) } catch {
        throw .session(.unsaved(fresh.credential, .unavailable("the new tokens could not be kept")))
      }
      return fresh.idToken == nil ? fresh.credential : try await renewal.verify(fresh, credential)
    }
  }
}

extension BackendExchange where Provider: TokenRevoking {
  /// Makes the provider forget the tokens.
  public func revokeTokens(of credential: Credential) async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.revoke(credential, mayLack: false) }
  }
}
