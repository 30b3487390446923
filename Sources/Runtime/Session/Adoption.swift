/// The tokens of another library, and the steps with which they become a session.
struct Adoption: Sendable {
  /// The credential before the first exchange. ``Credential/adoptedFrom`` is set.
  let imported: Credential
  /// The user that the other library's ID token names, before the token is verified.
  let subject: String?
  /// Exchanges the token, or `nil` if the access token is used as it is.
  let renewal: Renewal?
  /// Verifies the other library's ID token, and returns the credential with its claims. It sends no token.
  let verify: @Sendable (Credential) async throws(StepFailure) -> Credential
  /// Verifies the new tokens, and identifies the user.
  let identify: @Sendable (Renewal.Tokens, _ old: Credential) async throws(StepFailure) -> Credential

  /// Returns the credential of the session that the client already has.
  ///
  /// - Throws: ``AdoptionFailure/alreadySignedIn`` unless it's from the same token or of the same user.
  func existing(_ known: Credential) throws(StepFailure) -> Credential {
    if known.adoptedFrom == imported.adoptedFrom { return known }
    if let subject, known.claims?.subject.isExactly(subject) == true { return known }
    throw .adoption(.alreadySignedIn)
  }

  /// Returns the credential in the journal, if an earlier attempt with the same token left it.
  func ownTokens(in journal: StoreContents) -> Credential? {
    guard case .known(let left) = journal, left?.adoptedFrom == imported.adoptedFrom else { return nil }
    return left
  }

  /// Returns the credential that an earlier attempt with the same token left in the journal, with the facts that only the other
  /// library has.
  func resumed(_ left: Credential?) -> Credential {
    guard let left else { return imported }
    var credential = imported
    (credential.accessToken, credential.refreshToken) = (left.accessToken, left.refreshToken)
    (credential.expiresAt, credential.refreshExpiresAt) = (left.expiresAt, left.refreshExpiresAt)
    (credential.obtainedAt, credential.scopes) = (left.obtainedAt, left.scopes)
    (credential.sessionKey, credential.unconfirmedRefresh) = (left.sessionKey, left.unconfirmedRefresh)
    credential.variables.merge(left.variables) { $1 }
    return credential
  }
}
