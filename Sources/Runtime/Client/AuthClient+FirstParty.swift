extension AuthClient where Provider: FirstPartyAuthenticating & DirectSignIn {
  /// Starts a sign-in without a browser, in an app of the provider itself (draft-ietf-oauth-first-party-apps, a draft).
  ///
  /// If the server demands a browser, the client opens it and completes the sign-in there. The values that the user entered
  /// are never a part of the browser's request. Only one sign-in runs at a time: a newer one ends this one with
  /// ``AuthFailure/cancelled``. Generated code offers a typed method that calls this one.
  ///
  /// If a user is signed in, and the server has issued an `auth_session` for this device, the requests contain it. The server
  /// can then demand less, such as only a second factor (§5.3.1).
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
        let app = FirstPartySignIn.App(turn: turn, redirect: redirect, timeout: timeout)
        let session = try await core.sessionToContinue(isRequired: start.demandingResponse != nil)
        let (signIn, progress) = try await core.asRegisteredClient { client throws(StepFailure) in
          let setup = try start.setup(of: client, app, scopes: scopes, parameters, after: session)
          return try await FirstPartySignIn.start(setup, start.name, start.parameters)
        }
        return try await step(after: progress, of: signIn, app)
      }
    }
  }

  /// - Parameters:
  ///   - accepted: The names of the inputs that the step accepts.
  ///   - number: The number of the step.
  func answer(
    _ input: FirstPartyInput<Provider>, to accepted: [String], number: Int, of signIn: FirstPartySignIn,
    _ app: FirstPartySignIn.App
  ) async throws(Failure) -> FirstPartyStep<Provider> {
    try await run { core throws(StepFailure) in
      // A second input must not cancel the first one.
      try signIn.take(number)
      defer { signIn.release() }
      return try await core.signIns.run(as: app.turn) { () async throws(StepFailure) in
        let progress = try await signIn.answer(input.name, input.parameters, accepted: accepted)
        return try await step(after: progress, of: signIn, app)
      }
    }
  }

  /// Starts the session if the sign-in is complete.
  private func step(
    after progress: FirstPartySignIn.Progress, of signIn: FirstPartySignIn, _ app: FirstPartySignIn.App
  ) async throws(StepFailure) -> FirstPartyStep<Provider> {
    guard case .signedIn(let credential) = progress else {
      return FirstPartyStep(progress, user: nil, of: signIn, app, at: self)
    }
    let user = try await signIn.core.observer.observe(.signIn) { () async throws(StepFailure) in
      var credential = credential
      credential.registration = signIn.core.registration?.ofSession
      let user = try await signIn.core.user(of: credential, at: Provider.self)
      try await signIn.core.replaceSession(with: credential)
      return user
    }
    return FirstPartyStep(progress, user: user, of: signIn, app, at: self)
  }
}

extension ClientCore {
  /// Returns the session that a sign-in without a browser continues, or `nil`.
  ///
  /// - Parameter isRequired: Whether a store that can't be read is a failure. Otherwise, the sign-in doesn't need it.
  fileprivate func sessionToContinue(isRequired: Bool) async throws(StepFailure) -> Credential? {
    guard isRequired || configuration.firstParty.usesChallengeEndpoint else { return nil }
    do throws(StepFailure) { return try await session.latest() } catch {
      if isRequired { throw error }
      return nil
    }
  }
}

extension FirstPartyStart {
  /// Returns the setup of a sign-in.
  ///
  /// - Parameter session: The session that the user already has, or `nil`.
  /// - Throws: ``AuthFailure/notSignedIn``, ``AuthFailure/stepUp(_:)``, or ``AuthFailure/configuration(_:)``.
  func setup(
    of core: ClientCore, _ app: FirstPartySignIn.App?, scopes: [String], _ parameters: AuthorizationParameters,
    after session: Credential?
  ) throws(StepFailure) -> FirstPartySignIn.Setup {
    guard let response = demandingResponse else {
      return FirstPartySignIn.Setup(
        core: core, scopes: scopes, parameters: parameters, app: app, session: session, demand: nil)
    }
    guard let demand = StepUpDemand(response) else {
      throw .configuration(.invalidParameter("satisfying", expected: "a response that demands another sign-in"))
    }
    guard let session else { throw .notSignedIn }
    try demand.checkScopes(of: session, listed: scopes)
    return FirstPartySignIn.Setup(
      core: core, scopes: session.scopes(adding: scopes), parameters: parameters, app: app, session: session,
      demand: demand)
  }
}
