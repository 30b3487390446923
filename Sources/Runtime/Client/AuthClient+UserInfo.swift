/// A provider that has a userinfo endpoint (OpenID Connect Core 1.0 §5.3), or its own endpoint for the user's profile.
public protocol UserInfoProviding: AuthProvider {}

extension AuthClient where Provider: UserInfoProviding {
  /// Requests the current claims of the signed-in user from the userinfo endpoint.
  ///
  /// The client refreshes the access token if necessary, and retries once with a new token if the endpoint responds with 401. The
  /// session keeps the claims of the sign-in, which ``user()`` returns.
  ///
  /// - Returns: The claims of the response. If it is signed, they are verified. Standard claims have their standard names, even if
  ///   the provider uses others.
  /// - Throws: ``ResponseRejection/subjectMismatch`` if the response is about a different user than the ID token (OpenID
  ///   Connect Core 1.0 §5.3.2), ``ConfigurationFailure/missingEndpoint(_:)`` if the server doesn't have this endpoint,
  ///   and the errors of ``accessToken(validFor:)``.
  public func userInfo() async throws(Failure) -> Claims {
    try await run { core throws(StepFailure) in try await core.userInfo() }
  }
}

extension BackendExchange where Provider: UserInfoProviding {
  /// Requests the current claims of a user from the userinfo endpoint, with the credential's access token. It never
  /// refreshes the token.
  ///
  /// - Returns: The claims of the response. If it is signed, they are verified.
  /// - Throws: ``ResponseRejection/subjectMismatch`` if the response is about a different user than the ID token (OpenID
  ///   Connect Core 1.0 §5.3.2), and ``ConfigurationFailure/missingEndpoint(_:)`` if the server doesn't have this
  ///   endpoint.
  public func userInfo(of credential: Credential) async throws(Failure) -> Claims {
    try await run { core throws(StepFailure) in try await core.userInfo(of: credential) }
  }
}

extension ClientCore {
  fileprivate func userInfo() async throws(StepFailure) -> Claims {
    let lease = try await validLease(for: TokenRequirement())
    do throws(StepFailure) {
      return try await userInfo(of: lease.credential)
    } catch {
      guard error.rejectsAccessToken, let renewal, renewal.token(lease.credential) != nil else { throw error }
      return try await userInfo(of: try await session.renewed(lease) { renewal }.credential)
    }
  }

  fileprivate func userInfo(of credential: Credential) async throws(StepFailure) -> Claims {
    let known = credential.claims
    let endpoint = UserInfoEndpoint(
      core: try client(of: credential), accessToken: credential.accessToken,
      values: try values(for: credential).withFreshValues, key: credential.sessionKey)
    // Without an ID token, the provider's own key identifies the user.
    let place = try await endpoint.claims(about: known?.issuer == nil ? nil : known?.subject)
    var facts = UserFacts()
    facts.add(place, map: configuration.userInfo.map)
    try checkIdentity(of: facts, is: known)
    var all = facts.all
    // The `sub` of the response identifies the user only if it was compared.
    if let known { all["sub"] = .string(known.subject) }
    if all["sub"] == nil { all["sub"] = facts.identity.map(JSONValue.string) }
    do {
      return try Claims(known: all, identity: facts.identity, accessToken: [:], otherSourceNames: Set(all.keys))
    } catch {
      throw .idToken(.claim(error))
    }
  }
}

extension ClientCore {
  /// Claims that don't identify a user are accepted only if an ID token or another source does.
  private func checkIdentity(of facts: UserFacts, is known: Claims?) throws(StepFailure) {
    guard let expected = known?.identity else { return }
    guard let identity = facts.identity else {
      guard known?.issuer != nil || configuration.userInfo.sources != [.endpoint] else {
        throw .response(.subjectMismatch)
      }
      return
    }
    guard identity.isExactly(expected) else { throw .response(.subjectMismatch) }
  }
}

extension StepFailure {
  /// Whether the userinfo endpoint responded with 401 (RFC 6750 §3.1).
  fileprivate var rejectsAccessToken: Bool {
    switch self {
    // A new token doesn't help if the server doesn't accept the nonce of the proof.
    case .server(_, let error):
      error.status == 401 && error.endpoint == .userInfo && error.code != Proofs.useNonce
    case .response(.unexpectedStatus(401, .userInfo)): true
    default: false
    }
  }
}
