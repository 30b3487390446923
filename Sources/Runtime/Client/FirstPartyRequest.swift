import HTTPTypes

/// A provider whose own apps sign users in without a browser (draft-ietf-oauth-first-party-apps, a draft).
public protocol FirstPartyAuthenticating: AuthProvider {}

/// A way to start a sign-in without a browser, with the user's values.
///
/// Generated code offers a typed function for each way that the descriptor lists under `first_party.begin`:
///
/// ```swift
/// var step = try await client.begin(.otp(email: address))
/// ```
public struct FirstPartyStart<Provider: AuthProvider>: Sendable {
  /// The name in the descriptor.
  public let name: String
  /// The values.
  public var parameters = AuthorizationParameters()
  /// The response of an API that demands another sign-in.
  var demandingResponse: HTTPResponse?

  /// Creates a value without parameters. Generated code offers typed functions that call this initializer.
  public init(_ name: String) {
    self.name = name
  }

  /// Returns a start whose sign-in satisfies an API that demands another authentication or more scopes (RFC 9470 §3, RFC
  /// 6750 §3).
  ///
  /// ```swift
  /// let (data, response) = try await bank.data(from: "https://api.bank.example/payments")
  /// if response.status == .unauthorized {
  ///   let step = try await bank.begin(.confirm().satisfying(response), scopes: [.payments])
  /// }
  /// ```
  ///
  /// The first request contains the demanded `acr_values` and `max_age` in addition to the parameters of the app. It requests
  /// the scopes of the session, those of the last sign-in, and those that the app passes, which must include the demanded ones.
  /// After the sign-in, the client checks that the same user authenticated as demanded. If not, the failure is
  /// ``AuthFailure/stepUp(_:)``, and the session stays as it was.
  ///
  /// - Parameter response: The response of the API. If it demands nothing that a sign-in could change, the sign-in fails with
  ///   ``AuthFailure/configuration(_:)`` before a request is sent.
  public func satisfying(_ response: HTTPResponse) -> FirstPartyStart {
    var copy = self
    copy.demandingResponse = response
    return copy
  }
}

/// The input for a step of a sign-in without a browser: the user's values.
///
/// Generated code offers a typed function for each step that the descriptor lists under `first_party.steps`:
///
/// ```swift
/// step = try await step.answer(.recoveryCode(code))
/// ```
public struct FirstPartyInput<Provider: AuthProvider>: Sendable {
  /// The name of the step in the descriptor.
  public let name: String
  /// The values.
  public var parameters = AuthorizationParameters()

  /// Creates a value without parameters. Generated code offers typed functions that call this initializer.
  public init(_ name: String) {
    self.name = name
  }
}

// The values are secrets, such as codes.
extension FirstPartyStart: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension FirstPartyInput: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
