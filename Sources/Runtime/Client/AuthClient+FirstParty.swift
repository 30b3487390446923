extension AuthClient where Provider: FirstPartyAuthenticating & DirectSignIn {
  /// Starts a sign-in without a browser, in an app of the provider itself (draft-ietf-oauth-first-party-apps, a draft).
  ///
  /// If the server demands a browser, the client opens it and completes the sign-in there. The values that the user entered
  /// are never a part of the browser's request. Only one sign-in runs at a time: a newer one ends this one with
  /// ``AuthFailure/cancelled``. Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - start: The way to start, with the user's values.
  ///   - scopes: The scopes to request. Required scopes are added.
  ///   - parameters: The provider's own parameters.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  /// - Returns: The next step. It has a user if the sign-in is complete.
  /// - Throws: ``Failure``. An earlier session then stays as it was.
  public func begin(
    _ start: FirstPartyStart<Provider>, scopes: [String],
    parameters: AuthorizationParameters = AuthorizationParameters(),
    timeout: Duration = .seconds(300)
  ) async throws(Failure) -> FirstPartyStep<Provider> {
    try await run { core throws(StepFailure) in
      let turn = await core.signIns.next()
      return try await core.signIns.run(as: turn) { () async throws(StepFailure) in
        let (signIn, progress) = try await core.asRegisteredClient { client throws(StepFailure) in
          let signIn = try await FirstPartySignIn(
            core: client, turn: turn, scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
          return (signIn, try await signIn.start(start.name, start.parameters))
        }
        return try await step(after: progress, of: signIn)
      }
    }
  }

  /// - Parameters:
  ///   - accepted: The names of the inputs that the step accepts.
  ///   - number: The number of the step.
  func answer(
    _ input: FirstPartyInput<Provider>, to accepted: [String], number: Int, of signIn: FirstPartySignIn
  ) async throws(Failure) -> FirstPartyStep<Provider> {
    try await run { core throws(StepFailure) in
      // A second input must not cancel the first one.
      try signIn.take(number)
      defer { signIn.release() }
      return try await core.signIns.run(as: signIn.turn) { () async throws(StepFailure) in
        let progress = try await signIn.answer(input.name, input.parameters, accepted: accepted)
        return try await step(after: progress, of: signIn)
      }
    }
  }

  /// Starts the session if the sign-in is complete.
  private func step(
    after progress: FirstPartySignIn.Progress, of signIn: FirstPartySignIn
  ) async throws(StepFailure) -> FirstPartyStep<Provider> {
    guard case .signedIn(let credential) = progress else {
      return FirstPartyStep(progress, user: nil, of: signIn, at: self)
    }
    let user = try await signIn.core.observer.observe(.signIn) { () async throws(StepFailure) in
      var credential = credential
      credential.registration = signIn.core.registration?.ofSession
      let user = try await signIn.core.user(of: credential, at: Provider.self)
      try await signIn.core.replaceSession(with: credential)
      return user
    }
    return FirstPartyStep(progress, user: user, of: signIn, at: self)
  }
}
