import Foundation

/// The server half of a client. It keeps the client secret, exchanges the grant from the app's sign-in, and verifies
/// the user's identity.
///
/// Some providers require a secret to exchange a code, and an app can't keep one. The app then calls
/// ``AuthClient/authorize(scopes:parameters:timeout:)->AuthorizationGrant`` and sends the grant to your server, which exchanges it:
///
/// ```swift
/// let backend = GitHub.Backend(clientID: "abc123", clientSecret: Secret(secret))
/// guard let grant = AuthorizationGrant(encoded: body) else { return }
/// do {
///   let signedIn = try await backend.exchange(grant)
///   print("hello", signedIn.user?.id ?? "-", signedIn.credential.scopes)
/// } catch {
///   print("The exchange failed:", error, "→", error.recovery)
/// }
/// ```
///
/// A web app's server sends the browser to the provider itself. It begins with
/// ``start(redirectURI:scopes:parameters:)``. This type doesn't depend on a server framework, and doesn't keep a session. The server
/// stores the credential.
public struct BackendExchange<Provider: AuthProvider>: Sendable {
  /// The error type of all methods.
  public typealias Failure = AuthFailure<Provider.ErrorCode>

  let core: Result<ClientCore, StepFailure>
  /// Copies of this value share it.
  let handledResponses = HandledResponses()
  /// Added to each sign-in that this value starts.
  package var demand = SignInDemand()

  /// Creates the server half. Generated code offers a typed initializer that calls this one.
  ///
  /// If the configuration is invalid, the first call throws an error before it sends a request.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the provider.
  ///   - variables: Values for the variables in the configuration's templates, such as the tenant's domain.
  ///   - clientID: The client ID from the registration.
  ///   - clientSecret: The client secret, if the client has one.
  ///   - key: The key of a client that authenticates with `private_key_jwt`.
  ///   - certificate: The certificate of a client that authenticates with mutual TLS, or that the tokens are bound to.
  ///   - settings: Other values that the provider requires in addition to the client ID and the secret.
  ///   - signTokenRequest: Signs token requests, if the provider requires it.
  ///   - signUserInfoRequest: Signs requests about the user, if the provider requires it.
  ///   - decodeResponse: Converts token and userinfo responses to JSON, if the provider sends another format.
  ///   - environment: The transport and the clock.
  public init(
    configuration: ProviderConfiguration, variables: [String: String], clientID: String, clientSecret: Secret? = nil,
    key: ClientKey? = nil, certificate: ClientCertificate? = nil, settings: [String: Secret?] = [:],
    signTokenRequest: (any TokenRequestSigning)? = nil,
    signUserInfoRequest: (any UserInfoRequestSigning)? = nil, decodeResponse: (any ResponseDecoding)? = nil,
    environment: AuthEnvironment = .default
  ) {
    let setup = ClientCore.Setup(
      configuration: configuration, variables: variables, clientID: clientID, clientSecret: clientSecret,
      key: key, certificate: certificate, settings: settings.compactMapValues { $0 },
      hooks: AppHooks(
        signTokenRequest: signTokenRequest, signUserInfoRequest: signUserInfoRequest, decodeResponse: decodeResponse),
      environment: environment)
    do throws(StepFailure) { core = .success(try ClientCore(setup)) } catch { core = .failure(error) }
  }

  /// Starts a sign-in for which the server itself sends the browser to the provider, as a web app does.
  ///
  /// - Parameters:
  ///   - redirectURI: The registered URL of your server that receives the response. A server that uses more than one issuer
  ///     needs a redirect URI for each: see ``callbackURL(below:)``.
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  /// - Throws: ``Failure``: ``AuthFailure/configuration(_:)`` if the configuration can't exchange the code or verify its ID
  ///   token. Its reason is ``ConfigurationFailure/sharedRedirect(_:otherIssuer:)`` if the issuer was chosen at run time and shares the
  ///   redirect URI with another one.
  public func start(
    redirectURI: String, scopes: [String], parameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(Failure) -> PendingAuthorization {
    let (scopes, parameters) = demand.added(to: scopes, parameters)
    return try await run { core throws(StepFailure) in
      try await core.checkReadiness(parameters)
      let endpoint = try await core.authorizationEndpoint(parameters)
      let issuerIsPromised = try await core.metadata.promisesIssuerParameter()
      try core.checkUnshared(RedirectKey(redirectURI), issuerIsPromised: issuerIsPromised)
      let request = try await core.request(
        redirectURI: redirectURI, scopes: scopes, parameters: parameters, endpoint: endpoint,
        key: try await core.newSessionKey(isOnDevice: false))
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

  /// Reads the callback of a sign-in that ``start(redirectURI:scopes:parameters:)`` started, without waiting for the
  /// network. Only ``verifiedGrant(from:for:)`` can read the callback if the provider signs its responses (JARM).
  ///
  /// - Parameters:
  ///   - callback: The query of the request, or the body of a form post.
  ///   - pending: The sign-in that the callback completes. Always remove it from the user's session before this call,
  ///     because it's valid for one callback. This process rejects a second one in any case.
  /// - Throws: ``AuthFailure/callback(_:)`` if the callback is invalid, ``AuthFailure/server(_:_:)`` if the provider
  ///   returned an error, or ``AuthFailure/configuration(_:)`` if the provider signs its responses.
  public func grant(from callback: String, for pending: PendingAuthorization) throws(Failure) -> AuthorizationGrant {
    do throws(StepFailure) {
      let core = try self.core.get()
      let request = pending.request
      return try handledResponses.take(request.state ?? request.pkce.codeChallenge) { () throws(StepFailure) in
        // The response must be from the server that received the request (RFC 9700 §4.4.2).
        guard pending.issuer?.isExactly(core.provider.authority) ?? true else { throw .callback(.issuerMixUp) }
        guard !core.configuration.authorization.hasSignedResponses else {
          let expected = "unsigned; read a signed response with verifiedGrant(from:for:)"
          throw .configuration(.invalidParameter("response_mode", expected: expected))
        }
        let fields = try AuthorizationResponse.fields(of: callback)
        return try core.grant(from: fields, to: request, issuerIsPromised: pending.issuerIsPromised)
      }
    } catch {
      throw error.typed()
    }
  }

  /// Returns the typed members of the token response.
  ///
  /// - Throws: ``TokenRejection/claim(_:)`` if a required member is missing, or if one doesn't have the type in the
  ///   descriptor.
  public func responseFields<Fields: TypedResponseFields>(of credential: Credential) throws(Failure) -> Fields {
    do throws(StepFailure) { return try ResponseFields(credential.fields).typed() } catch { throw error.typed() }
  }

  /// Returns the typed parameters of the callback. Don't trust them before the exchange.
  ///
  /// - Throws: ``TokenRejection/claim(_:)`` if a required parameter is missing, or if one doesn't have the type in the
  ///   descriptor.
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

extension BackendExchange where Provider: UserIdentifying {
  /// A user and the tokens.
  public struct SignedIn: Sendable {
    /// The user, or `nil` if the provider doesn't identify one, for example for an app's own token.
    public let user: Provider.User?
    /// The tokens, which the server stores.
    public let credential: Credential
  }

  /// Exchanges a grant for tokens, and verifies the user's identity.
  ///
  /// - Parameters:
  ///   - grant: The grant that the app's sign-in returned.
  ///   - parameters: The parameters that this server requires the sign-in to have used, such as an organization or a
  ///     `max_age`. The ID token is compared with them rather than with the parameters in the grant.
  /// - Throws: ``Failure``. A grant can be exchanged once. If its code was sent before, the failure is
  ///   ``CallbackRejection/codeAlreadyUsed`` and no request is sent. Across processes, only the provider detects a repeated code.
  public func exchange(
    _ grant: AuthorizationGrant, expecting parameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(Failure) -> SignedIn {
    try await run { core throws(StepFailure) in
      let credential = try await core.exchange(grant, expecting: parameters)
      let user = try await core.discardingOnFailure(credential) { () async throws(StepFailure) in
        try credential.user(of: Provider.self)
      }
      return SignedIn(user: user, credential: credential)
    }
  }
}

extension BackendExchange where Provider: AccessGranting {
  /// Exchanges a grant for tokens.
  ///
  /// - Parameters:
  ///   - grant: The grant that the app's authorization returned.
  ///   - parameters: The parameters that this server requires the authorization to have used.
  /// - Throws: ``Failure``. A grant can be exchanged once. If its code was sent before, the failure is
  ///   ``CallbackRejection/codeAlreadyUsed`` and no request is sent. Across processes, only the provider detects a
  ///   repeated code.
  public func exchange(
    _ grant: AuthorizationGrant, expecting parameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in try await core.exchange(grant, expecting: parameters) }
  }
}

extension BackendExchange where Provider: TokenRefreshing {
  /// Gets new tokens.
  ///
  /// The old refresh token may become invalid, so store the new credential before you use it. The refresh token is sent
  /// only once. Run only one refresh at a time for each credential.
  ///
  /// - Parameters:
  ///   - credential: The credential with the refresh token.
  ///   - keep: Stores the new tokens. It's called as soon as they arrive, before the ID token is verified. If the
  ///     verification fails, for example because the keys can't be fetched, the rotated refresh token isn't lost. It's
  ///     also called if the task is canceled after the request was sent.
  /// - Returns: The new credential, with verified claims.
  /// - Throws: ``Failure``. If `keep` throws, it is ``SessionFailure/unsaved(_:_:)`` with the new tokens.
  public func refresh(
    _ credential: Credential, keeping keep: @Sendable (Credential) async throws -> Void
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      guard let renewal = core.renewal else { throw .notSignedIn }
      guard !Task.isCancelled else { throw .cancelled }
      let fresh = try await renewal.exchanged(credential, keeping: keep).get()
      return fresh.idToken == nil ? fresh.credential : try await renewal.verify(fresh, credential)
    }
  }
}

extension Renewal {
  /// Exchanges the token and stores the new ones in a separate task. A canceled one would lose the rotated refresh token.
  fileprivate func exchanged(
    _ credential: Credential, keeping keep: @Sendable (Credential) async throws -> Void
  ) async -> Result<Tokens, StepFailure> {
    await withoutActuallyEscaping(keep) { keep in
      let task = Task<Result<Tokens, StepFailure>, Never> {
        do throws(StepFailure) {
          let fresh = try await exchange(credential, nil)
          do { try await keep(fresh.credential) } catch {
            throw .session(.unsaved(fresh.credential, .unavailable("the new tokens could not be stored")))
          }
          return .success(fresh)
        } catch {
          return .failure(error)
        }
      }
      return await task.value
    }
  }
}
