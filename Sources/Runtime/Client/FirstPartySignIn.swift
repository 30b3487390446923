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

  let core: ClientCore
  /// The number of this sign-in among those of the client.
  let turn: Int
  let signIn: BrowserlessSignIn
  let oneTime: AuthorizationRequest.OneTimeValues
  /// The key that the tokens and `auth_session` are bound to, if there is one (§9.6.1).
  let key: SessionKey?
  let parameters: AuthorizationParameters
  let redirect: Redirect
  let timeout: Duration
  private let memory: Guarded<FirstPartyMemory>

  var rules: ProviderConfiguration.FirstPartyRules { core.configuration.firstParty }
  /// The number of the newest step.
  var number: Int { memory.withLock { $0.number } }

  /// - Throws: ``AuthFailure/configuration(_:)`` if a value isn't allowed in these requests, or an endpoint is missing.
  init(
    core: ClientCore, turn: Int, scopes: [String], parameters: AuthorizationParameters, redirect: Redirect,
    timeout: Duration
  ) async throws(StepFailure) {
    (self.core, self.turn, self.parameters, self.redirect, self.timeout) = (core, turn, parameters, redirect, timeout)
    signIn = try BrowserlessSignIn(core: core, scopes: scopes, parameters: parameters, for: .firstParty)
    oneTime = AuthorizationRequest.OneTimeValues(for: core.configuration)
    memory = Guarded(FirstPartyMemory(core.configuration.firstParty, deadline: core.environment.now()))
    // The user must not enter a code that can't be used.
    try await core.checkReadiness(parameters)
    if core.configuration.firstParty.usesChallengeEndpoint {
      try await core.metadata.requireCodeChallengeMethod()
      try await core.metadata.requireDetailTypes(parameters.details)
    }
    key = try await core.newSessionKey(isOnDevice: true)
  }

  /// Sends the first request.
  func start(_ name: String, _ values: AuthorizationParameters) async throws(StepFailure) -> Progress {
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

  /// Sends the request of a step. A grant is repeated while the user hasn't approved it on another device.
  private func reply(
    to rule: ProviderConfiguration.FirstPartyStep, _ appValues: AuthorizationParameters, isFirst: Bool
  ) async throws(StepFailure) -> FirstPartyReply {
    let now = core.environment.now()
    let (known, session) = try read { memory throws(StepFailure) in
      try memory.countRequest(at: now)
      return (memory.values, memory.session)
    }
    let values = signIn.values.adding(tree: .object(known), as: "first_party")
    let own = try pairs(of: rule, appValues, values)
    var parameters = isFirst && rule.usesChallengeEndpoint ? request : rule.requestsAccess ? signIn.parameters : []
    if rule.usesChallengeEndpoint {
      if !isFirst { parameters.insert(responseType, at: 0) }
      if let session { parameters.append((name: "auth_session", value: session.reveal())) }
    }
    let secrets = (appValues.pairs.map(\.value) + known.values.compactMap(\.string)).map { Secret($0) }
    let endpoint = core.tokens.bound(to: rule.endpoint == nil ? key : nil)
    let all = (parameters + own).map { ($0.name, $0.value) }
    return try await untilDecided { () async throws(StepFailure) in
      let reply = try await endpoint.firstParty(rule, all, hiding: secrets + [session].compactMap { $0 }, values)
      let sent = Dictionary(own.map { ($0.name, JSONValue.string($0.value)) }) { $1 }
      try self.read { memory throws(StepFailure) in try memory.remember(reply, after: sent) }
      return reply
    }
  }

  /// Checks and returns the parameters of a step. The rules of an authorization request's parameters apply here, too.
  private func pairs(
    of rule: ProviderConfiguration.FirstPartyStep, _ sent: AuthorizationParameters, _ values: TemplateValues
  ) throws(StepFailure) -> [(name: String, value: String)] {
    var authorization = ProviderConfiguration.AuthorizationRules()
    authorization.parameters = rule.parameters
    try authorization.validate(sent, for: .authorization)
    return try authorization.pairs(sent.pairs.map { (name: $0.name, value: $0.value) }, for: .authorization, values)
  }

  /// The parameters of the first request to the authorization challenge endpoint (§5.1). The browser may continue it, so it
  /// has a state and a nonce.
  private var request: [(name: String, value: String)] {
    let optional = [(name: "state", value: oneTime.state), (name: "nonce", value: oneTime.nonce)]
    let all =
      [responseType] + signIn.parameters + optional.compactMap { pair in pair.value.map { (pair.name, $0) } }
      + oneTime.pkce.parameters(by: core.configuration.pkce)
    return all.filter { !core.configuration.authorization.omitted.contains($0.name) }
  }

  private var responseType: (name: String, value: String) { (name: "response_type", value: "code") }

  /// Waits while the user hasn't decided on another device.
  private func untilDecided(
    _ ask: () async throws(StepFailure) -> FirstPartyReply
  ) async throws(StepFailure) -> FirstPartyReply {
    var (interval, isPending) = (Duration.seconds(5), false)
    while true {
      var failure: StepFailure
      do throws(StepFailure) {
        let reply = try await ask()
        guard case .rejected(let error) = reply.outcome, error.isPending else { return reply }
        (failure, isPending) = (error, true)
      } catch {
        // A code may have been used up, so only a poll is repeated.
        guard isPending else { throw error }
        failure = error
      }
      guard let wait = BrowserlessSignIn.wait(after: failure, interval) else { throw failure }
      interval = wait
      try await signIn.pause(interval, before: try read { $0.deadline })
    }
  }

  /// Reads a reply. A code is exchanged for tokens (§6).
  private func progress(
    after reply: FirstPartyReply, to rule: ProviderConfiguration.FirstPartyStep
  ) async throws(StepFailure) -> Progress {
    switch reply.outcome {
    case .tokens(let response): return .signedIn(try await credential(from: response))
    case .accepted: return try step(rule.next, after: reply, otherwise: nil)
    case .demanded(let names, let error): return try step(names, after: reply, otherwise: error)
    case .web(let pushed):
      // Whatever happens in the browser, this sign-in doesn't continue here.
      try read { $0.end() }
      return .signedIn(try await webCredential(pushed))
    case .rejected(let failure):
      if failure.endsSession { try read { $0.end() } }
      throw failure
    case .code(let code):
      let exchanged = try await tokens(for: code)
      guard case .code = exchanged.outcome else { return try await progress(after: exchanged, to: rule) }
      throw .response(.missingField("access_token", endpoint: .token, status: exchanged.status))
    }
  }

  /// Exchanges a code. The server can demand another step then, too (§6.2).
  func tokens(for code: Secret) async throws(StepFailure) -> FirstPartyReply {
    let reply = try await core.tokens.bound(to: key).firstPartyTokens(
      code, oneTime.pkce.codeVerifier, resources: RequestedAccess.distinct(parameters.resources), signIn.values)
    try read { memory throws(StepFailure) in try memory.remember(reply, after: [:]) }
    return reply
  }

  /// Verifies tokens, and gathers the claims of the user.
  ///
  /// - Parameter isFromBrowser: Whether the code came through the browser, so that the ID token must contain the nonce.
  func credential(from response: TokenResponse, isFromBrowser: Bool = false) async throws(StepFailure) -> Credential {
    try read { $0.end() }
    return try await signIn.credential(from: response, key) { [oneTime, rules] expectation in
      guard rules.usesChallengeEndpoint else { return }
      expectation.nonce = oneTime.nonce
      expectation.nonceMayBeMissing = !isFromBrowser
    }
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

  /// Returns the parameter that a single value is for.
  func target(among names: [String]) throws(StepFailure) -> (name: String, parameter: String) {
    guard !names.isEmpty else { throw .firstParty(.alreadyCompleted) }
    let steps = names.compactMap { name in rules.steps.first { $0.name == name } }
    let inputs = steps.flatMap { step in step.inputs.map { (step.name, $0) } }
    let required = inputs.filter { $0.1.isRequired && $0.1.defaultValue == nil }
    guard let target = inputs.count == 1 ? inputs.first : required.count == 1 ? required.first : nil else {
      throw .firstParty(.ambiguousValue(expected: inputs.map { "\($0.0).\($0.1.name)" }))
    }
    return (target.0, target.1.name)
  }

  /// Reads or changes the memory.
  private func read<Value: Sendable>(
    _ body: @Sendable (inout FirstPartyMemory) throws(StepFailure) -> Value
  ) throws(StepFailure) -> Value {
    try memory.withLock { memory in
      Result { () throws(StepFailure) in try body(&memory) }
    }.get()
  }
}

extension StepFailure {
  /// Whether the user hasn't decided on another device yet (RFC 8628 §3.5).
  fileprivate var isPending: Bool {
    guard case .server(_, let error) = self else { return false }
    return ["authorization_pending", "slow_down"].contains(error.code)
  }

  /// Whether the server has forgotten the sign-in.
  fileprivate var endsSession: Bool {
    guard case .server(_, let error) = self else { return false }
    return error.code == "invalid_session"
  }
}
