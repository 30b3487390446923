/// How a provider renews a credential, as the session needs to know it.
struct Renewal: Sendable {
  /// What came for a refresh token, before its ID token is believed.
  struct Tokens: Sendable {
    var credential: Credential
    /// The access token that came: the session's own, or one for another API.
    var accessToken: Secret
    /// Not verified yet: verifying may need the network, and the old refresh token may be dead already.
    var idToken: Secret?
  }

  /// Whether a refresh token may be dead once it was sent, so that losing the answer may lose the session.
  let rotates: Bool
  /// The error codes by which the server says that it takes this token no more.
  let sessionEndingErrors: [String]
  /// What is sent for new tokens; `nil` when there is nothing to send.
  let token: @Sendable (Credential) -> Secret?
  /// Finds out all that has to be known before the exchange.
  let prepare: @Sendable (Credential) async throws(StepFailure) -> Void
  /// Asks the server for new tokens, or for one for another API.
  let exchange: @Sendable (Credential, AudienceRequest?) async throws(StepFailure) -> Tokens
  /// Verifies the new ID token and takes its claims.
  let verify: @Sendable (Tokens, _ old: Credential) async throws(StepFailure) -> Credential
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
    case rejected(ServerError)
  }

  let meaning: Meaning
  /// Whether the token had been sent before, and the answer lost.
  private(set) var followsLostAnswer = false
  /// What the caller is told. Where a session ends it is told more.
  let failure: StepFailure

  /// - Parameter sessionEndingErrors: ``Renewal/sessionEndingErrors``.
  init(_ failure: StepFailure, sessionEndingErrors: [String]) {
    switch failure {
    case .network(.unreachable(let host), let endpoint):
      self.init(.unchanged, .session(.offline(.network(.unreachable(host: host), endpoint: endpoint))))
    case .network(.untrustedServer, _): self.init(.unchanged, failure)
    case .network(let reason, let endpoint):
      self.init(.unknown, .session(.offline(.network(reason, endpoint: endpoint))))
    case .response(.rateLimited(let delay)): self.init(.unchanged, .session(.rateLimited(retryAfter: delay)))
    case .response(.unexpectedStatus(let status, _)) where status >= 500:
      self.init(.unknown, .session(.offline(.status(status))))
    case .server(_, let error): self.init(error, sessionEndingErrors)
    // An answer of this kind is one that nobody can read, whatever it says.
    case .response, .session(.rejected), .cancelled: self.init(.unknown, failure)
    default: self.init(.unchanged, failure)
    }
  }

  /// A failure to ask after a lost answer: that the server has not exchanged the token now says nothing of what it did before.
  static func afterLostResponse(_ failure: StepFailure, sessionEndingErrors: [String]) -> ExchangeFailure {
    var result = ExchangeFailure(failure, sessionEndingErrors: sessionEndingErrors)
    if case .unchanged = result.meaning { result = ExchangeFailure(.unknown, result.failure) }
    result.followsLostAnswer = true
    return result
  }

  private init(_ error: ServerError, _ sessionEndingErrors: [String]) {
    let (code, status) = (error.code, error.status ?? 400)
    let failure = StepFailure.server(AnyErrorCode(rawValue: code), error)
    if code == "slow_down" || status == 429 {
      self.init(.unchanged, .session(.rateLimited(retryAfter: error.retryAfter)))
    } else if status >= 500 {
      self.init(.unknown, .session(.offline(.status(status))))
    } else if Self.outages.contains(code) || error.known?.recovery == .retryLater {
      self.init(.unknown, .session(.offline(.error(error))))
    } else if sessionEndingErrors.contains(code) {
      self.init(.rejected(error), failure)
    } else {
      self.init(.unchanged, failure)
    }
  }

  /// What a server says that cannot answer now, with whatever status.
  private static let outages = ["temporarily_unavailable", "server_error"]

  private init(_ meaning: Meaning, _ failure: StepFailure) {
    (self.meaning, self.failure) = (meaning, failure)
  }
}

extension TokenRejection {
  /// Whether a signed token says that it, and so what came with it, is for somebody else or of somebody else. What a wrong clock,
  /// keys that cannot be had, a server that has changed its algorithm, or a sloppy one make of it says nothing of that kind.
  var speaksOfOthers: Bool {
    switch self {
    case .subjectChanged, .issuerMismatch, .audienceMismatch, .untrustedAudience, .nonceMismatch: true
    // Some servers tell the time of the refresh as that of the authentication.
    case .changedAfterRefresh(let claim): claim != "auth_time"
    case .missingIDToken, .malformed, .encrypted, .noMatchingKey, .ambiguousKey, .expired, .notYetValid,
      .issuedTooLongAgo, .authenticationTooOld, .missingHash, .hashMismatch, .claim, .invalidSignature,
      .algorithmNotAllowed,
      .wrongTokenType, .criticalHeader, .unexpectedClaim, .senderConstrained, .inactive:
      false
    }
  }
}
