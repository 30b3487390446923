// Indirect because each asynchronous call reserves space for its failure: otherwise a waiting token request takes 4 KB more.

/// The error that the methods of ``AuthClient`` throw, with the error codes of one provider.
///
/// The cases follow the steps of a sign-in, and each carries a typed reason. ``caseName`` is the name of the innermost case,
/// such as `stateMismatch`. ``recovery`` is the recommended next step. No case carries a code or a response body. Only
/// ``SessionFailure/unsaved(_:_:)`` carries tokens, and its description doesn't show them.
///
/// Handle the cases for which your app has its own message, and follow the recovery of the others:
///
/// ```swift
/// do {
///   let user = try await auth0.signIn()
///   show("Hello \(user.name ?? user.id)")
/// } catch {
///   switch error {
///   case .cancelled: break
///   case .server(.accessDenied?, _): show("You declined the request.")
///   case .network(.unreachable, _), .network(.noResponse, _), .network(.interrupted, _):
///     show("Can't reach the server.")
///   default: show(error.recovery.description)
///   }
/// }
/// ```
public indirect enum AuthFailure<Code: ProviderErrorCode>: Error, Sendable, Hashable {
  /// The server returned an OAuth error. ``ServerError/endpoint`` names the endpoint. The code is `nil` if the descriptor
  /// doesn't list it.
  case server(Code?, ServerError)
  /// The callback isn't a valid response to the request that was sent.
  case callback(CallbackRejection)
  /// The ID token was rejected.
  case idToken(TokenRejection)
  /// The logout token was rejected (OpenID Connect Back-Channel Logout 1.0 §2.6). Don't end any session.
  case logoutToken(TokenRejection)
  /// An endpoint returned an invalid response.
  case response(ResponseRejection)
  /// The browser couldn't be opened, or it didn't return.
  case browser(BrowserFailure)
  /// An endpoint couldn't be reached.
  case network(NetworkFailure, endpoint: Endpoint)
  /// The app's or the provider's configuration is invalid.
  case configuration(ConfigurationFailure)
  /// The credential store failed.
  case store(StoreFailure)
  /// The session couldn't be renewed now, or has ended.
  case session(SessionFailure)
  /// Another library's tokens couldn't be adopted. They stay as they were, and so does the client's own session.
  case adoption(AdoptionFailure)
  /// A step of a sign-in without a browser wasn't sent.
  case firstParty(FirstPartyFailure)
  /// An API demanded another sign-in, and it didn't satisfy the API.
  case stepUp(StepUpFailure)
  /// The client can't get tokens for a protected resource.
  case resource(ResourceFailure)
  /// No user is signed in, or the session can't be renewed.
  case notSignedIn
  /// The task was canceled, or a newer sign-in replaced this one.
  case cancelled
}

/// An error code of one provider.
public protocol ProviderErrorCode: Sendable, Hashable, RawRepresentable<String> {}

/// Any `error` code, whether or not a descriptor lists it.
public struct AnyErrorCode: ProviderErrorCode {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The failure of a step inside this module, before it is converted to the provider's error codes.
package typealias StepFailure = AuthFailure<AnyErrorCode>

extension AuthFailure {
  /// Returns this failure with the error codes of another provider type.
  package func typed<Other: ProviderErrorCode>(as _: Other.Type = Other.self) -> AuthFailure<Other> {
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
    case .adoption(let reason): .adoption(reason)
    case .firstParty(let reason): .firstParty(reason)
    case .stepUp(let reason): .stepUp(reason)
    case .resource(let reason): .resource(reason)
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
    case .adoption(let reason): reason
    case .firstParty(let reason): reason
    case .stepUp(let reason): reason
    case .resource(let reason): reason
    case .notSignedIn: SessionReason.notSignedIn
    case .cancelled: SessionReason.cancelled
    }
  }

  /// The name of the innermost case, such as `stateMismatch`, `accessDenied`, or `invalidSignature`.
  public var caseName: String { reason.caseName }
  /// The recommended next step.
  public var recovery: Recovery { reason.recovery }
}

extension AuthFailure: CustomStringConvertible {
  /// The case's name and what happened, in one line without control characters.
  public var description: String { "\(caseName): \(reason.explanation)".plainText(limit: 2000) }
}

/// A failure that describes itself.
protocol FailureReason: Sendable {
  var caseName: String { get }
  var explanation: String { get }
  var recovery: Recovery { get }
}

extension FailureReason {
  /// The enum case's name, without its values.
  var caseName: String {
    String(String(describing: self).prefix { $0 != "(" })
  }
}

private enum SessionReason: FailureReason {
  case notSignedIn
  case cancelled

  var explanation: String {
    switch self {
    case .notSignedIn: "no user is signed in, or the session can't be renewed"
    case .cancelled: "the task was canceled, or a newer sign-in replaced this one"
    }
  }

  var recovery: Recovery {
    switch self {
    case .notSignedIn: .reauthenticate
    case .cancelled: .retry(after: nil)
    }
  }
}
