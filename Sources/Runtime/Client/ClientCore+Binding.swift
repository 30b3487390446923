/// Tokens that are bound to a key (RFC 9449).
extension ClientCore {
  /// Creates the key of a new session, or returns `nil` if the session is to have bearer tokens.
  ///
  /// - Parameter isOnDevice: Whether the key may be in this device's Secure Enclave.
  func newSessionKey(isOnDevice: Bool) async throws(StepFailure) -> SessionKey? {
    guard let algorithm = try await metadata.sessionKeyAlgorithm() else { return nil }
    do throws(KeyFailure) {
      return isOnDevice ? try .onDevice(algorithm) : try SessionKey(generating: algorithm)
    } catch {
      throw .configuration(.unusableKey(algorithm.rawValue))
    }
  }

  /// Returns the key for the exchange of a grant.
  ///
  /// - Throws: ``ConfigurationFailure/unusableGrant`` if the code is bound to a key that the grant doesn't contain (§10).
  func sessionKey(for grant: AuthorizationGrant) async throws(StepFailure) -> SessionKey? {
    if let key = grant.sessionKey { return key }
    guard grant.keyThumbprint == nil else { throw .configuration(.unusableGrant) }
    return try await newSessionKey(isOnDevice: false)
  }

  /// Returns the key for a refresh. A session from before the descriptor required a key gets one.
  func refreshKey(of credential: Credential) async throws(StepFailure) -> SessionKey? {
    if let key = credential.sessionKey { return try key.checked() }
    return configuration.client.dpop.use == .required ? try await newSessionKey(isOnDevice: false) : nil
  }

  /// Returns the key for the tokens of the client itself. It's in memory only.
  func ownKey() async throws(StepFailure) -> SessionKey? {
    if let known = clientKey.withLock({ $0 }) { return known }
    guard let new = try await newSessionKey(isOnDevice: false) else { return nil }
    return clientKey.withLock { known in
      let key = known ?? new
      known = key
      return key
    }
  }

  /// - Parameter before: The key of the tokens before the refresh, if there is one.
  /// - Throws: ``ResponseRejection/unboundToken`` for a bearer token if the descriptor requires a key, or if the earlier tokens of
  ///   the session were bound to one.
  func checkBinding(of response: TokenResponse, after before: SessionKey? = nil) throws(StepFailure) {
    let isNeeded = before != nil || configuration.client.dpop.use == .required
    guard response.isBoundToKey || !isNeeded else { throw .response(.unboundToken) }
  }
}

extension SessionKey {
  /// - Throws: ``SessionFailure/keyUnavailable`` if this device can't use the key.
  func checked() throws(StepFailure) -> SessionKey {
    guard signer != nil else { throw .session(.keyUnavailable) }
    return self
  }
}
