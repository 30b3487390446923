// Indirect, for each asynchronous call keeps room for its failure: without it, who waits for a token takes 4 KB more.

/// What a call of ``AuthClient`` can fail with, in the terms of one provider.
///
/// The cases follow the way of a sign-in; each carries the typed reason of its step. ``caseName`` is the innermost
/// name, such as `stateMismatch`; ``recovery`` says what to do next. No case carries a code or a body, and none shows a token
/// when it is printed; ``SessionFailure/unsaved(_:_:)`` alone carries tokens.
public indirect enum AuthFailure<Code: ProviderErrorCode>: Error, Sendable, Hashable {
  /// The server answered an OAuth error, whose ``ServerError/endpoint`` names the endpoint. The code is `nil` when the descriptor
  /// does not know it.
  case server(Code?, ServerError)
  /// The callback was not the answer to the request that was sent.
  case callback(CallbackRejection)
  /// The ID token was rejected.
  case idToken(TokenRejection)
  /// The logout token was rejected (OpenID Connect Back-Channel Logout 1.0 §2.6). End no session.
  case logoutToken(TokenRejection)
  /// An endpoint answered something that is not an answer of its kind.
  case response(ResponseRejection)
  /// The browser, or the way back from it, failed.
  case browser(BrowserFailure)
  /// An endpoint could not be reached.
  case network(NetworkFailure, endpoint: Endpoint)
  /// The app's or the provider's configuration does not fit.
  case configuration(ConfigurationFailure)
  /// The credential store failed.
  case store(StoreFailure)
  /// The session could not be renewed now, or has ended.
  case session(SessionFailure)
  /// Nobody is signed in, or the session cannot be renewed.
  case notSignedIn
  /// The task was cancelled, or a newer sign-in took over.
  case cancelled
}

/// An error code of one provider.
public protocol ProviderErrorCode: Sendable, Hashable, RawRepresentable<String> {}

/// Any `error` code, known or not.
public struct AnyErrorCode: ProviderErrorCode {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// What the steps inside this module throw, before a provider's own type is put on it.
package typealias StepFailure = AuthFailure<AnyErrorCode>

extension AuthFailure {
  /// This failure in the terms of another provider type.
  func typed<Other: ProviderErrorCode>(as _: Other.Type = Other.self) -> AuthFailure<Other> {
    switch self {
    case .server(_, let error): .server(Other(rawValue: error.code), error)
    case .callback(let reason): .callback(reason)
    case .idToken(let reason): .idToken(reason)
    case .logoutToken(let reason): .logoutToken(reason)
    case .response(let reason): .response(reason)
    case .browser(let reason): .browser(reason)
    case .network(let reason, let endpoint): .network(reason, endpoint: endpoint)
    case .configuration(let reason): .configuration(reason)
    case .store(let reason): .store(reason)
    case .session(let reason): .session(reason)
    case .notSignedIn: .notSignedIn
    case .cancelled: .cancelled
    }
  }

  private var reason: any FailureReason {
    switch self {
    case .server(_, let error): error
    case .callback(let reason): reason
    case .idToken(let reason): RejectedToken(kind: .idToken, reason: reason)
    case .logoutToken(let reason): RejectedToken(kind: .logoutToken, reason: reason)
    case .response(let reason): reason
    case .browser(let reason): reason
    case .network(let reason, let endpoint): UnreachedEndpoint(endpoint: endpoint, reason: reason)
    case .configuration(let reason): reason
    case .store(let reason): reason
    case .session(let reason): reason
    case .notSignedIn: SessionReason.notSignedIn
    case .cancelled: SessionReason.cancelled
    }
  }

  /// The innermost case's name, such as `stateMismatch`, `accessDenied` or `invalidSignature`.
  public var caseName: String { reason.caseName }
  /// What to do next.
  public var recovery: Recovery { reason.recovery }
}

extension AuthFailure: CustomStringConvertible {
  /// One line: the case's name and what happened, without characters that a terminal could act on.
  public var description: String { "\(caseName): \(reason.explanation)".plainText(limit: 2000) }
}

/// What every reason can say about itself.
protocol FailureReason: Sendable {
  var caseName: String { get }
  var explanation: String { get }
  var recovery: Recovery { get }
}

extension FailureReason {
  /// The enum case's own name, without its values.
  var caseName: String {
    String(String(describing: self).prefix { $0 != "(" })
  }
}

private enum SessionReason: FailureReason {
  case notSignedIn
  case cancelled

  var explanation: String {
    switch self {
    case .notSignedIn: "nobody is signed in, or the session cannot be renewed"
    case .cancelled: "the task was cancelled, or a newer sign-in took over"
    }
  }

  var recovery: Recovery {
    switch self {
    case .notSignedIn: .reauthenticate
    case .cancelled: .retry(after: nil)
    }
  }
}
