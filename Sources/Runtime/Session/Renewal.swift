/// How a provider renews a credential, as the session needs to know it.
struct Renewal: Sendable {
  /// What came for a refresh token, before its ID token is believed.
  struct Fresh: Sendable {
    var credential: Credential
    /// Not verified yet: verifying may need the network, and the old refresh token may be dead already.
    var idToken: Secret?
  }

  /// Whether a refresh token may be dead once it was sent, so that losing the answer may lose the session.
  let rotates: Bool
  /// What is sent for new tokens; `nil` when there is nothing to send.
  let token: @Sendable (Credential) -> Secret?
  /// Asks the server for new tokens.
  let exchange: @Sendable (Credential) async throws(StepFailure) -> Fresh
  /// Verifies the new ID token and takes its claims.
  let verify: @Sendable (Fresh, _ old: Credential) async throws(StepFailure) -> Credential
  /// Makes the server forget tokens that nobody wants any more. Whether that works is of no interest.
  let discard: @Sendable (Credential) async -> Void
}

/// What a failed exchange means for the session.
struct ExchangeFailure: Error {
  enum Meaning {
    /// The server has not exchanged the token.
    case unchanged
    /// Nobody knows: the token may be exchanged, and the answer lost.
    case unknown
    /// The token is of no use any more.
    case refused(ServerError)
  }

  let meaning: Meaning
  /// Whether the token had been sent before, and the answer lost.
  private(set) var followsLostAnswer = false
  /// What the caller is told. Where a session ends it is told more.
  let failure: StepFailure

  init(_ failure: StepFailure) {
    switch failure {
    case .network(.unreachable(let host)):
      self.init(.unchanged, .session(.offline(.network(.unreachable(host: host)))))
    case .network(.untrustedServer): self.init(.unchanged, failure)
    case .network(let reason): self.init(.unknown, .session(.offline(.network(reason))))
    case .response(.rateLimited(let delay)): self.init(.unchanged, .session(.rateLimited(retryAfter: delay)))
    case .response(.unexpectedStatus(let status, _)) where status >= 500:
      self.init(.unknown, .session(.offline(.status(status))))
    case .server(_, let error): self.init(error)
    // An answer of this kind is one that nobody can read, whatever it says.
    case .response, .cancelled: self.init(.unknown, failure)
    default: self.init(.unchanged, failure)
    }
  }

  /// A failure to ask after a lost answer: that the server has not exchanged the token now says nothing of what it did before.
  static func afterLostAnswer(_ failure: StepFailure) -> ExchangeFailure {
    var result = ExchangeFailure(failure)
    if case .unchanged = result.meaning { result = ExchangeFailure(.unknown, result.failure) }
    result.followsLostAnswer = true
    return result
  }

  private init(_ error: ServerError) {
    let failure = StepFailure.server(AnyErrorCode(rawValue: error.code), error)
    switch (error.code, error.status ?? 400) {
    case ("invalid_grant", _): self.init(.refused(error), failure)
    case ("slow_down", _), (_, 429): self.init(.unchanged, .session(.rateLimited(retryAfter: error.retryAfter)))
    case ("temporarily_unavailable", let status), ("server_error", let status),
      (_, let status) where status >= 500:
      self.init(.unknown, .session(.offline(.status(status))))
    default: self.init(.unchanged, failure)
    }
  }

  private init(_ meaning: Meaning, _ failure: StepFailure) {
    (self.meaning, self.failure) = (meaning, failure)
  }
}

extension IDTokenRejection {
  /// Whether the token, and so what came with it, may be somebody else's or nobody's. What a wrong clock, or keys that cannot
  /// be had, or a sloppy server make of it says nothing of that kind.
  var speaksOfOthers: Bool {
    switch self {
    case .subjectChanged, .issuerMismatch, .audienceMismatch, .untrustedAudience, .changedAfterRefresh, .hashMismatch,
      .nonceMismatch, .invalidSignature, .algorithmNotAllowed, .wrongTokenType, .criticalHeader, .unexpectedClaim:
      true
    case .missingIDToken, .malformed, .encrypted, .noMatchingKey, .ambiguousKey, .expired, .notYetValid,
      .issuedTooLongAgo, .authenticationTooOld, .missingHash, .claim:
      false
    }
  }
}
