/// A step of a sign-in without a browser: either the user, or the inputs that the server accepts next.
///
/// The specification, draft-ietf-oauth-first-party-apps, is a draft.
///
/// ```swift
/// var step = try await client.begin(.otp(email: address))
/// while step.user == nil {
///   step = try await step.answer(await askUser(for: step.inputs))
/// }
/// ```
///
/// A step takes inputs until the server accepts one. After a wrong code, for example, call ``answer(_:)-(String)`` of the same
/// step again. Then use only the new step. One sign-in runs at a time: if a newer one starts, the call throws
/// ``AuthFailure/cancelled``.
public struct FirstPartyStep<Provider: FirstPartyAuthenticating & DirectSignIn>: Sendable {
  /// An input that the server accepts.
  public typealias Input = FirstPartyExpectedInput

  /// The signed-in user, or `nil` if the server demands another step.
  public let user: Provider.User?
  /// The inputs that the server accepts. It's empty after the sign-in.
  public let inputs: [Input]
  /// The body of the server's response, which can describe what the server demands. It contains no tokens and no values
  /// that only the client needs, such as `auth_session`.
  public let response: JSONValue

  private let client: AuthClient<Provider>
  private let signIn: FirstPartySignIn
  private let app: FirstPartySignIn.App
  private let number: Int

  init(
    _ progress: FirstPartySignIn.Progress, user: Provider.User?, of signIn: FirstPartySignIn,
    _ app: FirstPartySignIn.App, at client: AuthClient<Provider>
  ) {
    self.user = user
    (inputs, response) = progress.demand
    (self.client, self.signIn, self.app, number) = (client, signIn, app, signIn.number)
  }

  /// Sends a value that the user entered, such as a code.
  ///
  /// - Parameter value: The value of the only parameter of the only input that the server accepts. If it accepts several
  ///   inputs, but only one of them has a required parameter, it's for that parameter.
  /// - Throws: As ``answer(_:)-(FirstPartyInput<Provider>)``, and ``FirstPartyFailure/ambiguousValue(expected:)`` if the value
  ///   could belong to several parameters.
  public func answer(_ value: String) async throws(AuthClient<Provider>.Failure) -> FirstPartyStep {
    let input: FirstPartyInput<Provider>
    do throws(StepFailure) { input = try signIn.input(of: value, among: inputs.map(\.name)) } catch {
      throw error.typed()
    }
    return try await answer(input)
  }

  /// Sends an input.
  ///
  /// - Parameter input: One of ``inputs``, with its values. Generated code offers a function for each.
  /// - Returns: The next step. It has a user if the sign-in is complete.
  /// - Throws: ``AuthFailure/server(_:_:)`` if the server rejects the value: the step takes another one.
  ///   ``AuthFailure/firstParty(_:)`` if this isn't the newest step, if the server doesn't accept this input now, or if the
  ///   sign-in has reached its limits. ``AuthFailure/cancelled`` if a newer sign-in has started, or the app has signed out.
  public func answer(
    _ input: FirstPartyInput<Provider>
  ) async throws(AuthClient<Provider>.Failure) -> FirstPartyStep {
    try await client.answer(input, to: inputs.map(\.name), number: number, of: signIn, app)
  }
}

/// An input that the server accepts for the next step of a sign-in without a browser.
public struct FirstPartyExpectedInput: Sendable, Hashable {
  /// The name of the step in the descriptor.
  public let name: String
  /// The names of the parameters that the app passes.
  public let parameters: [String]
}

extension FirstPartySignIn.Progress {
  /// The inputs that the server accepts next, and its response. Both are empty after the sign-in.
  var demand: (inputs: [FirstPartyExpectedInput], response: JSONValue) {
    switch self {
    case .step(let rules, let response):
      (rules.map { FirstPartyExpectedInput(name: $0.name, parameters: $0.inputs.map(\.name)) }, response)
    case .signedIn: ([], .object([:]))
    }
  }
}

extension FirstPartyStep: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["inputs": inputs]) }
}
