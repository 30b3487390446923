extension BackendExchange where Provider: FirstPartyAuthenticating & UserIdentifying {
  /// Starts a sign-in without a browser for the provider's own app, which sends the user's values to this server
  /// (draft-ietf-oauth-first-party-apps, a draft). Several sign-ins can run at a time.
  ///
  /// If the server demands a browser (`redirect_to_web`), the call throws ``AuthFailure/server(_:_:)``. Continue with
  /// ``start(redirectURI:scopes:parameters:)`` then.
  ///
  /// - Parameters:
  ///   - start: The way to start, with the user's values.
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - session: The tokens of a user who is signed in already. If the provider has issued an `auth_session` with them, the
  ///     requests contain it, so that the provider can demand less (§5.3.1). A start that satisfies an API's demand needs them.
  /// - Returns: The next step. It has the user and the tokens if the sign-in is complete. It exists only in the memory of this
  ///   process, so keep it there until the app sends the user's next value.
  /// - Throws: ``Failure``.
  public func begin(
    _ start: FirstPartyStart<Provider>, scopes: [String],
    parameters: AuthorizationParameters = AuthorizationParameters(), after session: Credential? = nil
  ) async throws(Failure) -> BackendFirstPartyStep<Provider> {
    try await run { core throws(StepFailure) in
      let setup = try start.setup(of: core, nil, scopes: scopes, parameters, after: session)
      let (signIn, progress) = try await FirstPartySignIn.start(setup, start.name, start.parameters)
      return try await step(after: progress, of: signIn)
    }
  }

  /// - Parameters:
  ///   - accepted: The names of the inputs that the step accepts.
  ///   - number: The number of the step.
  func answer(
    _ input: FirstPartyInput<Provider>, to accepted: [String], number: Int, of signIn: FirstPartySignIn
  ) async throws(Failure) -> BackendFirstPartyStep<Provider> {
    try await run { _ throws(StepFailure) in
      try signIn.take(number)
      defer { signIn.release() }
      let progress = try await signIn.answer(input.name, input.parameters, accepted: accepted)
      return try await step(after: progress, of: signIn)
    }
  }

  private func step(
    after progress: FirstPartySignIn.Progress, of signIn: FirstPartySignIn
  ) async throws(StepFailure) -> BackendFirstPartyStep<Provider> {
    var signedIn: SignedIn?
    if case .signedIn(let credential) = progress {
      signedIn = SignedIn(user: try await signIn.core.user(of: credential, at: Provider.self), credential: credential)
    }
    return BackendFirstPartyStep(progress, signedIn, of: signIn, at: self)
  }
}

/// A step of a sign-in without a browser at an app's own server: either the user and the tokens, or the inputs that the
/// provider accepts next.
///
/// The specification, draft-ietf-oauth-first-party-apps, is a draft.
///
/// ```swift
/// var step = try await backend.begin(.otp(email: address), scopes: ["openid"])
/// while step.signedIn == nil {
///   step = try await step.answer(await nextValue(from: app))
/// }
/// ```
///
/// A step takes inputs until the provider accepts one. Then use only the new step.
public struct BackendFirstPartyStep<Provider: FirstPartyAuthenticating & UserIdentifying>: Sendable {
  /// The user and the tokens, which the server stores, or `nil` if the provider demands another step.
  public let signedIn: BackendExchange<Provider>.SignedIn?
  /// The inputs that the provider accepts. It's empty after the sign-in.
  public let inputs: [FirstPartyExpectedInput]
  /// The body of the provider's response, which can describe what the provider demands. It contains no tokens and no values
  /// that only the client needs, such as `auth_session`.
  public let response: JSONValue

  private let backend: BackendExchange<Provider>
  private let signIn: FirstPartySignIn
  private let number: Int

  init(
    _ progress: FirstPartySignIn.Progress, _ signedIn: BackendExchange<Provider>.SignedIn?, of signIn: FirstPartySignIn,
    at backend: BackendExchange<Provider>
  ) {
    self.signedIn = signedIn
    (inputs, response) = progress.demand
    (self.backend, self.signIn, number) = (backend, signIn, signIn.number)
  }

  /// Sends a value that the user entered, such as a code.
  ///
  /// - Parameter value: The value of the only parameter of the only input that the provider accepts. If it accepts several
  ///   inputs, but only one of them has a required parameter, it's for that parameter.
  /// - Throws: As ``answer(_:)-(FirstPartyInput<Provider>)``, and ``FirstPartyFailure/ambiguousValue(expected:)`` if the value
  ///   could belong to several parameters.
  public func answer(_ value: String) async throws(BackendExchange<Provider>.Failure) -> BackendFirstPartyStep {
    let input: FirstPartyInput<Provider>
    do throws(StepFailure) { input = try signIn.input(of: value, among: inputs.map(\.name)) } catch {
      throw error.typed()
    }
    return try await answer(input)
  }

  /// Sends an input.
  ///
  /// - Parameter input: One of ``inputs``, with its values. Generated code offers a function for each.
  /// - Returns: The next step. It has the user and the tokens if the sign-in is complete.
  /// - Throws: ``AuthFailure/server(_:_:)`` if the provider rejects the value: the step takes another one.
  ///   ``AuthFailure/firstParty(_:)`` if this isn't the newest step, if the provider doesn't accept this input now, or if the
  ///   sign-in has reached its limits.
  public func answer(
    _ input: FirstPartyInput<Provider>
  ) async throws(BackendExchange<Provider>.Failure) -> BackendFirstPartyStep {
    try await backend.answer(input, to: inputs.map(\.name), number: number, of: signIn)
  }
}

extension BackendFirstPartyStep: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["inputs": inputs]) }
}
