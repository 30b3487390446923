/// The operations with which a session renews a provider's credential.
struct Renewal: Sendable {
  /// The tokens of a refresh, before the ID token is verified.
  struct Tokens: Sendable {
    var credential: Credential
    /// The new access token: the session's own, or one for another API.
    var accessToken: Secret
    /// The unverified ID token. Verifying it may need the network, and the old refresh token may already be invalid.
    var idToken: Secret?
    /// The response, if the tokens don't belong to a session yet.
    var response: TokenResponse?
  }

  /// Whether a refresh token may become invalid when it's sent, so that losing the response may lose the session.
  let rotates: Bool
  /// The error codes with which the server permanently rejects a token.
  let sessionEndingErrors: [String]
  /// The token to exchange, or `nil` if the credential doesn't have one.
  let token: @Sendable (Credential) -> Secret?
  /// Fetches everything that the exchange needs.
  let prepare: @Sendable (Credential) async throws(StepFailure) -> Void
  /// Exchanges the token for new tokens, or for a token of another API.
  let exchange: @Sendable (Credential, DerivedTokenRequest?) async throws(StepFailure) -> Tokens
  /// Verifies the new ID token and adopts its claims.
  let verify: @Sendable (Tokens, _ old: Credential) async throws(StepFailure) -> Credential
  /// Revokes tokens that are no longer needed. Failures are ignored.
  let discard: @Sendable (Credential) async -> Void
}

/// The consequence of a failed exchange for the session.
struct ExchangeFailure: Error {
  enum TokenState {
    /// The server hasn't exchanged the token.
    case unchanged
    /// The server may have exchanged the token, and the response is lost.
    case unknown
    /// The server permanently rejects the token.
    case rejected(ServerError)
  }

  let tokenState: TokenState
  /// Whether the token was sent before and the response was lost.
  private(set) var followsLostResponse = false
  /// The error for the caller. If the session ends, the error has more details.
  let failure: StepFailure

  /// - Parameter sessionEndingErrors: ``Renewal/sessionEndingErrors``.
  init(_ failure: StepFailure, sessionEndingErrors: [String]) {
    switch failure {
    case .network(.unreachable(let host), let endpoint):
      self.init(.unchanged, .session(.offline(.network(.unreachable(host: host), endpoint: endpoint))))
    case .network(.untrustedServer, _): self.init(.unchanged, failure)
    case .network(let reason, let endpoint):
      self.init(.unknown, .session(.offline(.network(reason, endpoint: endpoint))))
    case .response(.rateLimited(let delay, let endpoint)):
      self.init(.unchanged, .session(.rateLimited(retryAfter: delay, endpoint: endpoint)))
    case .response(.unexpectedStatus(let status, let endpoint)) where status >= 500:
      self.init(.unknown, .session(.offline(.status(status, endpoint: endpoint))))
    case .server(_, let error): self.init(error, sessionEndingErrors)
    // These responses can't be read, so the outcome is unknown.
    case .response, .session(.rejected), .cancelled: self.init(.unknown, failure)
    default: self.init(.unchanged, failure)
    }
  }

  /// Creates the failure of an attempt after a lost response. Even if the server didn't exchange the token now, it may
  /// have done so before.
  static func afterLostResponse(_ failure: StepFailure, sessionEndingErrors: [String]) -> ExchangeFailure {
    var result = ExchangeFailure(failure, sessionEndingErrors: sessionEndingErrors)
    if case .unchanged = result.tokenState { result = ExchangeFailure(.unknown, result.failure) }
    result.followsLostResponse = true
    return result
  }

  private init(_ error: ServerError, _ sessionEndingErrors: [String]) {
    let (code, status) = (error.code, error.status ?? 400)
    let failure = StepFailure.server(AnyErrorCode(rawValue: code), error)
    if code == "slow_down" || status == 429 {
      self.init(.unchanged, .session(.rateLimited(retryAfter: error.retryAfter, endpoint: error.endpoint)))
    } else if status >= 500 {
      self.init(.unknown, .session(.offline(.status(status, endpoint: error.endpoint))))
    } else if Self.outages.contains(code) || error.known?.recovery == .retryLater {
      self.init(.unknown, .session(.offline(.error(error))))
    } else if sessionEndingErrors.contains(code) {
      self.init(.rejected(error), failure)
    } else {
      self.init(.unchanged, failure)
    }
  }

  /// The error codes of a server that is temporarily unavailable, regardless of the status.
  private static let outages = ["temporarily_unavailable", "server_error"]

  private init(_ tokenState: TokenState, _ failure: StepFailure) {
    (self.tokenState, self.failure) = (tokenState, failure)
  }
}

extension TokenRejection {
  /// Whether a signed token shows that it, and the tokens that arrived with it, are for another client or from another
  /// user. A wrong clock, unavailable keys, a changed algorithm, or an imprecise server show nothing of that kind.
  var concernsAnotherUser: Bool {
    switch self {
    case .subjectChanged, .issuerMismatch, .audienceMismatch, .untrustedAudience, .nonceMismatch: true
    // Some servers set it to the time of the refresh.
    case .changedAfterRefresh(let claim): claim != "auth_time"
    case .missingIDToken, .malformed, .encrypted, .notEncrypted, .encryptionNotAllowed, .undecryptable, .noMatchingKey,
      .ambiguousKey, .expired, .notYetValid,
      .issuedTooLongAgo, .authenticationTooOld, .missingHash, .hashMismatch, .claim, .invalidSignature,
      .algorithmNotAllowed,
      .wrongTokenType, .criticalHeader, .unexpectedClaim, .senderConstrained, .notSenderConstrained, .wrongCertificate,
      .inactive:
      false
    }
  }
}
