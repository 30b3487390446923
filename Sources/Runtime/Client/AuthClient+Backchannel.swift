/// A provider that asks the user to approve a sign-in on their device (OpenID CIBA Core 1.0).
public protocol BackchannelAuthenticating: AuthProvider {}

extension AuthClient where Provider: BackchannelAuthenticating & UserIdentifying {
  /// Signs in a user who approves the sign-in on their device, for example in their bank's app. The client polls until
  /// the user decides.
  ///
  /// Only one sign-in runs at a time: a newer one cancels this one. A server that signs in several users creates a client
  /// for each. Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - request: The user who is to approve the sign-in, and the other values of the request.
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - onRequest: Called when the server has accepted the request. The client starts polling when it returns.
  /// - Returns: The user that the verified ID token identifies.
  /// - Throws: ``Failure``. The server's error is `access_denied` if the user denies the sign-in, and `expired_token` if
  ///   the user doesn't decide in time. Without a secret, a key, or a certificate, the client throws
  ///   ``ConfigurationFailure/missingClientSecret`` before it sends a request. If the sign-in fails, an earlier session
  ///   stays as it was.
  public func signInOverBackchannel(
    _ request: BackchannelRequest, scopes: [String], parameters: AuthorizationParameters = AuthorizationParameters(),
    onRequest: @escaping @Sendable (BackchannelAuthentication) async -> Void = { _ in }
  ) async throws(Failure) -> Provider.User {
    try await startSession { core throws(StepFailure) in
      let credential = try await core.backchannelCredential(request, scopes, parameters, onRequest)
      return (credential, try await core.user(of: credential, at: Provider.self))
    }
  }
}

extension BackendExchange where Provider: BackchannelAuthenticating & UserIdentifying {
  /// Signs in a user who approves the sign-in on their device. Several of them can run at a time. Generated code offers
  /// a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - request: The user who is to approve the sign-in, and the other values of the request.
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - onRequest: Called when the server has accepted the request. The server half starts polling when it returns.
  /// - Returns: The user that the verified ID token identifies, and the tokens, which the server stores.
  /// - Throws: ``Failure``, as ``AuthClient/signInOverBackchannel(_:scopes:parameters:onRequest:)`` does.
  public func signInOverBackchannel(
    _ request: BackchannelRequest, scopes: [String], parameters: AuthorizationParameters = AuthorizationParameters(),
    onRequest: @escaping @Sendable (BackchannelAuthentication) async -> Void = { _ in }
  ) async throws(Failure) -> SignedIn {
    try await run { core throws(StepFailure) in
      let credential = try await core.backchannelCredential(
        request, scopes, parameters, onRequest, isOnDevice: false)
      return SignedIn(user: try await core.user(of: credential, at: Provider.self), credential: credential)
    }
  }
}

extension ClientCore {
  /// Runs a sign-in that the user approves on their device, from the request to verified tokens.
  func backchannelCredential(
    _ request: BackchannelRequest, _ scopes: [String], _ parameters: AuthorizationParameters,
    _ onRequest: @Sendable (BackchannelAuthentication) async -> Void, isOnDevice: Bool = true
  ) async throws(StepFailure) -> Credential {
    let signIn = try BackchannelSignIn(core: self, request, scopes: scopes, parameters: parameters)
    let key = try await newSessionKey(isOnDevice: isOnDevice)
    let authentication = try await signIn.start()
    await onRequest(authentication)
    return try await signIn.credential(for: authentication, boundTo: key)
  }
}
