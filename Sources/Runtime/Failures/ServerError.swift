/// An OAuth error as the server sent it (RFC 6749 §4.1.2.1 and §5.2).
public struct ServerError: Sendable, Hashable {
  /// The `error` code, such as `access_denied`.
  public let code: String
  /// The server's `error_description`: text from outside, meant for developers.
  public let text: String?
  /// The HTTP status, when the error came in an HTTP answer and not in a callback.
  public let status: Int?
  /// What the descriptor knows about the code.
  public let known: ProviderConfiguration.KnownError?
  /// How long the server asks to wait.
  public let retryAfter: Duration?

  public init(
    code: String, text: String? = nil, status: Int? = nil, known: ProviderConfiguration.KnownError? = nil,
    retryAfter: Duration? = nil
  ) {
    self.code = code
    self.text = text
    self.status = status
    self.known = known
    self.retryAfter = retryAfter
  }
}

extension ServerError: FailureReason {
  var caseName: String { known?.caseName ?? code.plainText(limit: 64) }

  var explanation: String {
    let said = text.map { " (\($0.plainText()))" } ?? ""
    return "\(known?.summary ?? "the server answered an error") [\(code.plainText(limit: 64))]\(said)"
  }

  var recovery: Recovery {
    switch known?.recovery {
    case .retry?: .retry(after: retryAfter)
    case .retryLater?: .retry(after: retryAfter ?? .seconds(30))
    case .reauthenticate?: .reauthenticate
    case .fixConfiguration?: .fixConfiguration("check the client's settings at the provider: \(known?.summary ?? code)")
    case .contactAdministrator?: .contactAdministrator
    case .contactUser?: .contactUser
    case .requestConsent?: .requestConsent
    case .updateApp?: .updateApp
    case nil: .retry(after: retryAfter)
    }
  }
}
