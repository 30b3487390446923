import Foundation

/// One sign-in without a browser, from its first request to verified tokens (draft-ietf-oauth-first-party-apps).
///
/// All its requests are from the same client, with the same code verifier and the same key.
final class FirstPartySignIn: Sendable {
  /// The result of a request.
  enum Progress: Sendable {
    /// The server demands one of these steps. The response contains no secrets.
    case step([ProviderConfiguration.FirstPartyStep], JSONValue)
    /// The server issued tokens.
    case signedIn(Credential)
  }

  /// The parts of an app that a server doesn't have.
  struct App: Sendable {
    /// The number of the sign-in among those of the client.
    let turn: Int
    let redirect: Redirect
    let timeout: Duration
  }

  /// The values of a sign-in that don't change.
  struct Setup: Sendable {
    let core: ClientCore
    let scopes: [String]
    let parameters: AuthorizationParameters
    /// `nil` at a server, which doesn't open a browser.
    let app: App?
    /// The session that the user already has, or `nil`.
    let session: Credential?
    /// The demand that the sign-in is to satisfy, or `nil`.
    let demand: StepUpDemand?
    /// Whether the requests contain the `auth_session` of ``session``.
    var continuesSession = true

    /// The session that the server knows by its `auth_session`, if this device can use the key that both are bound to.
    var continued: Credential? {
      guard continuesSession, core.configuration.firstParty.usesChallengeEndpoint, let session,
        session.authSession != nil, session.sessionKey == nil || session.keyThumbprint != nil,
        isOfSameServer(session)
      else { return nil }
      return session
    }

    /// Whether the server of this sign-in has issued the tokens of a session. No other server may get its `auth_session`.
    private func isOfSameServer(_ session: Credential) -> Bool {
      let provider = core.provider
      if provider.issuers.isEmpty, let issuer = provider.issuer, let other = session.claims?.issuer {
        guard issuer.isExactly(other) else { return false }
      }
      // The values that the app passes to a sign-in can choose the host.
      return core.configuration.variables.allSatisfy { variable in
        variable.source != .request || parameters.variables[variable.name] == session.variables[variable.name]
      }
    }
  }

  let setup: Setup
  let signIn: BrowserlessSignIn
  let oneTime: AuthorizationRequest.OneTimeValues
  /// The key that the tokens and `auth_session` are bound to, if there is one (§9.6.1).
  let key: SessionKey?
  private let memory: Guarded<FirstPartyMemory>

  var core: ClientCore { setup.core }
  var rules: ProviderConfiguration.FirstPartyRules { core.configuration.firstParty }
  /// The number of the newest step.
  var number: Int { memory.withLock { $0.number } }

  /// - Throws: ``AuthFailure/configuration(_:)`` if a value isn't allowed in these requests, or an endpoint is missing.
  init(_ setup: Setup) async throws(StepFailure) {
    let (core, continued) = (setup.core, setup.continued)
    self.setup = setup
    signIn = try BrowserlessSignIn(
      core: core, scopes: setup.scopes, parameters: setup.parameters, for: .firstParty, satisfying: setup.demand)
    oneTime = AuthorizationRequest.OneTimeValues(for: core.provider)
    memory = Guarded(
      FirstPartyMemory(
        core.configuration.firstParty, continuing: continued?.authSession, from: core.environment.now()))
    // The user must not enter a code that can't be used.
    try await core.checkReadiness(setup.parameters)
    if core.configuration.firstParty.usesChallengeEndpoint {
      try await core.metadata.requireCodeChallengeMethod()
      try await core.metadata.requireDetailTypes(setup.parameters.details)
    }
    if let known = continued?.sessionKey {
      key = known
    } else {
      key = try await core.newSessionKey(isOnDevice: setup.app != nil)
    }
  }

  /// Starts a sign-in. If the server doesn't know the earlier `auth_session` anymore, the sign-in starts without it.
  static func start(
    _ setup: Setup, _ name: String, _ values: AuthorizationParameters
  ) async throws(StepFailure) -> (FirstPartySignIn, Progress) {
    let signIn = try await FirstPartySignIn(setup)
    do throws(StepFailure) { return (signIn, try await signIn.start(name, values)) } catch {
      // After a code was used or a browser opened, the user would have to repeat it.
      guard setup.continued != nil, error.endsSessionBeforeCode else { throw error }
    }
    var fresh = setup
    fresh.continuesSession = false
    let second = try await FirstPartySignIn(fresh)
    return (second, try await second.start(name, values))
  }

  /// Sends the first request.
  private func start(_ name: String, _ values: AuthorizationParameters) async throws(StepFailure) -> Progress {
    guard let rule = rules.starts.first(where: { $0.name == name }) else {
      throw .configuration(.unknownParameter(name, known: rules.starts.map(\.name)))
    }
    return try await progress(after: try await reply(to: rule, values, isFirst: true), to: rule)
  }

  /// Sends an input for the newest step.
  ///
  /// - Parameter accepted: The names of the inputs that the step accepts.
  func answer(
    _ name: String, _ values: AuthorizationParameters, accepted: [String]
  ) async throws(StepFailure) -> Progress {
    guard accepted.contains(name), let rule = rules.steps.first(where: { $0.name == name }) else {
      throw .firstParty(.unexpectedInput(name, expected: accepted))
    }
    return try await progress(after: try await reply(to: rule, values, isFirst: false), to: rule)
  }

  /// Reads a reply. A code is exchanged for tokens (§6).
  private func progress(
    after reply: FirstPartyReply, to rule: ProviderConfiguration.FirstPartyStep
  ) async throws(StepFailure) -> Progress {
    switch reply.outcome {
    case .tokens(let response): return .signedIn(try await credential(from: response))
    case .accepted: return try step(rule.next, after: reply, otherwise: nil)
    case .demanded(let names, let error): return try step(names, after: reply, otherwise: error)
    case .web(let pushed, let error):
      // Whatever happens in the browser, this sign-in doesn't continue here.
      try read { $0.end() }
      guard let app = setup.app else { throw .server(AnyErrorCode(rawValue: error.code), error) }
      return .signedIn(try await checked(try await webCredential(pushed, app)))
    case .rejected(let failure):
      if failure.endsSession { try read { $0.end() } }
      throw failure
    case .code(let code):
      let exchanged = try await tokens(for: code)
      guard case .code = exchanged.outcome else { return try await progress(after: exchanged, to: rule) }
      throw .response(.missingField("access_token", endpoint: .token, status: exchanged.status))
    }
  }

  /// Verifies tokens, and gathers the claims of the user.
  ///
  /// - Parameter isFromBrowser: Whether the code came through the browser, so that the ID token must contain the nonce.
  func credential(from response: TokenResponse, isFromBrowser: Bool = false) async throws(StepFailure) -> Credential {
    try read { $0.end() }
    var credential = try await signIn.credential(from: response, key) { [oneTime, rules] expectation in
      guard rules.usesChallengeEndpoint else { return }
      expectation.nonce = oneTime.nonce
      expectation.nonceMayBeMissing = !isFromBrowser
    }
    // Later requests must contain it, too (§5.3.1).
    if rules.usesChallengeEndpoint {
      let (new, old) = (try read { $0.session }, setup.continued)
      // The server's session with another user must not reduce what it demands of this one.
      let isOfAnother = new == old?.authSession && credential.claims?.isSameUser(as: old?.claims) == false
      credential.authSession = isOfAnother ? nil : new
    }
    return isFromBrowser ? credential : try await checked(credential)
  }

  /// Checks the tokens of a sign-in that an API demanded.
  private func checked(_ credential: Credential) async throws(StepFailure) -> Credential {
    guard let demand = setup.demand, let before = setup.session else { return credential }
    do throws(StepFailure) {
      try await core.discardingOnFailure(credential) { () async throws(StepFailure) in
        try demand.check(credential, after: before)
      }
    } catch {
      if case .stepUp(.anotherUser) = error { try await forgetServerSession() }
      throw error
    }
    return credential
  }

  /// Returns the next step. Inputs that need a value that the server hasn't sent aren't possible.
  private func step(
    _ names: [String], after reply: FirstPartyReply, otherwise error: ServerError?
  ) throws(StepFailure) -> Progress {
    let named = names.compactMap { name in rules.steps.first { $0.name == name } }
    let missing = try read { memory in named.map(memory.missingValue) }
    let possible = zip(named, missing).filter { $0.1 == nil }.map(\.0)
    guard !possible.isEmpty else {
      if let error { throw .server(AnyErrorCode(rawValue: error.code), error) }
      let name = missing.compactMap { $0 }.first ?? "authorization_code"
      throw .response(.missingField(name, endpoint: .authorizationChallenge, status: reply.status))
    }
    return .step(possible, try read { $0.advance(after: reply) })
  }
}

extension FirstPartySignIn {
  /// Takes the right to send an input for a step.
  ///
  /// - Throws: ``FirstPartyFailure/alreadyCompleted``, or ``FirstPartyFailure/inputPending``.
  func take(_ number: Int) throws(StepFailure) {
    try read { memory throws(StepFailure) in try memory.take(number) }
  }

  /// Allows the next input.
  func release() {
    memory.withLock { $0.isSending = false }
  }

  /// Reads or changes the memory.
  func read<Value: Sendable>(
    _ body: @Sendable (inout FirstPartyMemory) throws(StepFailure) -> Value
  ) throws(StepFailure) -> Value {
    try memory.withLock { memory in
      Result { () throws(StepFailure) in try body(&memory) }
    }.get()
  }
}

extension StepFailure {
  /// The server's error, if the server has forgotten the sign-in.
  private var forgotten: ServerError? {
    guard case .server(_, let error) = self, error.code == "invalid_session" else { return nil }
    return error
  }

  fileprivate var endsSession: Bool { forgotten != nil }

  /// Whether no code was issued and no browser opened before that.
  fileprivate var endsSessionBeforeCode: Bool { forgotten?.endpoint == .authorizationChallenge }
}
