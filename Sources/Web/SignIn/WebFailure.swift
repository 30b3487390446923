import AuthRuntime
import HTTPTypes

/// The reason that a route couldn't complete a request.
public enum WebFailure<Code: ProviderErrorCode>: Error, Sendable {
  /// The sign-in or the sign-out failed.
  case provider(AuthFailure<Code>)
  /// No sign-in of this browser waits for this callback: it has expired, was completed, or was started in another browser.
  case noPendingSignIn
  /// A user other than the one who has to authenticate again signed in.
  case anotherUser
  /// The provider didn't grant the scopes, or didn't authenticate the user in the required way.
  case policyNotSatisfied
  /// The app's own ``WebSignIn/account`` rejected the user.
  case rejected
  /// A parameter of the request is missing or invalid.
  case invalidRequest(String)
  /// Another site may have sent the request (CSRF).
  case forgedRequest
  /// The session store failed.
  case store(StoreFailure)

  /// The status of the response.
  public var status: HTTPResponse.Status {
    switch self {
    case .noPendingSignIn, .invalidRequest, .provider(.callback): .badRequest
    case .anotherUser, .policyNotSatisfied, .rejected, .forgedRequest, .provider(.server): .forbidden
    case .provider(.network), .provider(.response), .provider(.idToken): .badGateway
    case .store, .provider(.store): .serviceUnavailable
    case .provider: .internalServerError
    }
  }
}

extension WebFailure {
  var outcome: ObservedOutcome {
    switch self {
    case .provider(let failure): ObservedOutcome(failure)
    case .store(let failure): ObservedOutcome(AuthFailure<Code>.store(failure))
    case .noPendingSignIn: ObservedOutcome(name: "noPendingSignIn", text: description)
    case .anotherUser: ObservedOutcome(name: "anotherUser", text: description)
    case .policyNotSatisfied: ObservedOutcome(name: "policyNotSatisfied", text: description)
    case .rejected: ObservedOutcome(name: "rejected", text: description)
    case .invalidRequest: ObservedOutcome(name: "invalidRequest", text: description)
    case .forgedRequest: ObservedOutcome(name: "forgedRequest", text: description)
    }
  }
}

extension WebFailure: CustomStringConvertible {
  /// What happened, in one line, without secrets.
  public var description: String {
    switch self {
    case .provider(let failure): failure.description
    case .noPendingSignIn: "no sign-in of this browser waits for this callback"
    case .anotherUser: "another user signed in"
    case .policyNotSatisfied: "the new sign-in doesn't satisfy the policy"
    case .rejected: "the app rejected the user"
    case .invalidRequest(let name): "the parameter '\(name)' is missing or invalid"
    case .forgedRequest: "another site may have sent the request"
    case .store(let failure): AuthFailure<Code>.store(failure).description
    }
  }
}
