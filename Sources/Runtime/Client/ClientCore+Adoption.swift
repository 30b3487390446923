import Foundation

extension ClientCore {
  /// Makes another library's tokens this client's session.
  ///
  /// - Parameter check: Checks the credential before it becomes the session.
  func adopt(
    _ imported: ImportedCredential, checking check: @escaping @Sendable (Credential) throws(StepFailure) -> Void
  ) async throws(StepFailure) -> Credential {
    let credential = try credential(of: imported)
    let client = try client(of: credential)
    let canRefresh = client.renewal?.token(credential).map { !$0.reveal().isEmpty } ?? false
    guard canRefresh || imported.accessToken != nil else { throw .adoption(.noUsableToken) }
    if !canRefresh, let end = imported.expiresAt, end <= environment.now() { throw .adoption(.expired) }
    let subject = client.verifier.flatMap { _ in credential.idToken?.claimsOfJWT["sub"]?.string }
    let adoption = Adoption(
      imported: credential, subject: subject,
      renewal: canRefresh ? client.adoptionRenewal : nil,
      verify: { old async throws(StepFailure) in try await client.verifiedImport(old) },
      identify: { fresh, old async throws(StepFailure) in
        let credential = try await client.identified(fresh, after: old)
        // The other library's ID token may be signed with a key that the server has replaced. It still names the user.
        if let subject, credential.claims?.subject.isExactly(subject) != true { throw .idToken(.subjectChanged) }
        try check(credential)
        return credential
      })
    return try await session.adopt(adoption)
  }

  /// Returns the credential that the first refresh uses.
  private func credential(of imported: ImportedCredential) throws(StepFailure) -> Credential {
    guard imported.isWellFormed else { throw .adoption(.noUsableToken) }
    _ = try provider.values(with: imported.variables)
    var credential = Credential(imported)
    guard let token = imported.refreshToken ?? imported.accessToken else { throw .adoption(.noUsableToken) }
    credential.adoptedFrom = Credential.fingerprint(of: token)
    guard registrar != nil else {
      guard imported.clientID?.isExactly(clientID) ?? true else { throw .adoption(.otherClient) }
      return credential
    }
    guard let clientID = imported.clientID else { throw .adoption(.otherClient) }
    credential.registration = ClientRegistration(
      clientID: clientID, secret: imported.clientSecret, secretExpiresAt: nil, method: nil, metadataHash: "")
    return credential
  }

  /// How an adoption exchanges the token. In contrast to a session's refresh, a bearer token isn't revoked: the refresh token
  /// may be the other library's own.
  private var adoptionRenewal: Renewal? {
    guard let renewal else { return nil }
    return Renewal(
      rotates: renewal.rotates, sessionEndingErrors: renewal.sessionEndingErrors, token: renewal.token,
      prepare: renewal.prepare,
      exchange: { old, _ async throws(StepFailure) in try await self.adoptingExchange(old) },
      verify: renewal.verify, discard: renewal.discard)
  }

  private func adoptingExchange(_ old: Credential) async throws(StepFailure) -> Renewal.Tokens {
    let key = try await refreshKey(of: old)
    let response = try await refreshResponse(to: old, nil, boundTo: key)
    var new = old
    new.take(response, for: nil, in: configuration.accessToken.format, at: environment.now())
    new.sessionKey = response.isBoundToKey ? key : old.sessionKey
    // If this token is lost, the other library's is the only one that is left.
    new.superseded = nil
    return Renewal.Tokens(
      credential: new, accessToken: response.accessToken, idToken: response.idToken, response: response)
  }

  /// Verifies the other library's ID token. It may have expired, because it describes a sign-in of the past: the new tokens show
  /// whether the session continues. The nonce of that sign-in is unknown.
  private func verifiedImport(_ old: Credential) async throws(StepFailure) -> Credential {
    var credential = old
    guard let verifier else {
      credential.idToken = nil
      return credential
    }
    try await verifier.checkReadiness()
    guard let idToken = old.idToken else { return old }
    do throws(StepFailure) {
      let expectation = IDTokenVerifier.Expectation(maximumTokenAge: nil, mayBeExpired: true)
      credential.claims = try await verifier.verify(idToken, expecting: expectation)
      credential.idToken = try signed(idToken)
    } catch .idToken(.noMatchingKey) {
      // The server has replaced its keys since. The token can't be verified anymore, so its claims aren't used.
      credential.idToken = nil
    }
    return credential
  }

  private func identified(
    _ fresh: Renewal.Tokens, after old: Credential
  ) async throws(StepFailure) -> Credential {
    var new = try await verified(fresh, after: old)
    guard
      let response = fresh.response ?? TokenResponse(fromBrowser: new.accessToken.reveal(), expiresAt: new.expiresAt)
    else { throw .adoption(.noUsableToken) }
    if fresh.response != nil {
      try checkBinding(of: response, after: old.sessionKey)
      new.variables = try variables(of: response, after: new.variables)
    }
    let user = UserGathering(
      core: self, response: response, callback: [:], variables: new.variables, redirectURI: "",
      scope: new.scopes.joined(separator: configuration.scopes?.delimiter ?? " "), key: new.sessionKey)
    new.claims = try await user.claims(new.claims)
    if new.claims == nil, configuration.idToken?.required == true { throw .idToken(.missingIDToken) }
    return new
  }
}

extension ImportedCredential {
  /// The maximum length of a token and of other values, in bytes.
  private static let limit = 1 << 17

  /// Whether the tokens have only characters that a token may have, and nothing is too long (RFC 6749 appendix A.12, A.17).
  fileprivate var isWellFormed: Bool {
    let tokens = [refreshToken, accessToken, idToken].compactMap { $0?.reveal() }
    let texts = scopes + [clientID, clientSecret?.reveal()].compactMap { $0 }
    return tokens.allSatisfy { token in
      (1...Self.limit).contains(token.utf8.count) && token.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    } && scopes.count <= 1000 && texts.allSatisfy { $0.utf8.count <= Self.limit }
  }
}

extension Credential {
  fileprivate init(_ imported: ImportedCredential) {
    accessToken = imported.accessToken ?? Secret("")
    (refreshToken, idToken, scopes) = (imported.refreshToken, imported.idToken, imported.scopes)
    (expiresAt, variables) = (imported.expiresAt, imported.variables)
    sessionKey = imported.key.map { SessionKey($0) }
  }
}
