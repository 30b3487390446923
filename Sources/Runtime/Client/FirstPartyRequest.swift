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

  /// Creates a value without parameters. Generated code offers typed functions that call this initializer.
  public init(_ name: String) {
    self.name = name
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
