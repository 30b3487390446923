import Foundation

/// The requests of a sign-in without a browser.
extension FirstPartySignIn {
  /// Sends the request of a step. A grant is repeated while the user hasn't approved it on another device.
  func reply(
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
      try await self.remember(reply, after: Dictionary(own.map { ($0.name, JSONValue.string($0.value)) }) { $1 })
      return reply
    }
  }

  /// Exchanges a code for tokens. The server can demand another step then, too (§6.2).
  func tokens(for code: Secret) async throws(StepFailure) -> FirstPartyReply {
    let reply = try await core.tokens.bound(to: key).firstPartyTokens(
      code, oneTime.pkce.codeVerifier, resources: RequestedAccess.distinct(setup.parameters.resources), signIn.values)
    try await remember(reply, after: [:])
    return reply
  }

  /// Keeps the values of a reply for later requests. If the sign-in satisfies a demand, the session gets a new `auth_session` even
  /// if the user abandons the sign-in, because the server may no longer accept the old one (§5.3.1). Any other sign-in may be by
  /// another user, so a session gets its `auth_session` only together with its tokens.
  private func remember(_ reply: FirstPartyReply, after sent: [String: JSONValue]) async throws(StepFailure) {
    let (before, new) = try read { memory throws(StepFailure) in
      let before = memory.session
      try memory.remember(reply, after: sent)
      return (before, memory.session)
    }
    guard setup.app != nil, setup.demand != nil, setup.continued != nil, new != before else { return }
    await core.session.change { if $0.authSession == before { $0.authSession = new } }
  }

  /// Removes the newest `auth_session` from the session, because the server now associates it with another user. With it, a
  /// later sign-in would sign that user in again.
  func forgetServerSession() async throws(StepFailure) {
    guard setup.app != nil else { return }
    let newest = try read { $0.session }
    await core.session.change { if $0.authSession == newest { $0.authSession = nil } }
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
}

extension FirstPartySignIn {
  /// Returns the input with a single value.
  ///
  /// - Parameter names: The names of the inputs that the step accepts.
  func input<Provider>(
    of value: String, among names: [String]
  ) throws(StepFailure) -> FirstPartyInput<Provider> {
    guard !names.isEmpty else { throw .firstParty(.alreadyCompleted) }
    let steps = names.compactMap { name in rules.steps.first { $0.name == name } }
    let inputs = steps.flatMap { step in step.inputs.map { (step.name, $0) } }
    let required = inputs.filter { $0.1.isRequired && $0.1.defaultValue == nil }
    guard let target = inputs.count == 1 ? inputs.first : required.count == 1 ? required.first : nil else {
      throw .firstParty(.ambiguousValue(expected: inputs.map { "\($0.0).\($0.1.name)" }))
    }
    var input = FirstPartyInput<Provider>(target.0)
    input.parameters.set(target.1.name, value)
    return input
  }
}

extension StepFailure {
  /// Whether the user hasn't decided on another device yet (RFC 8628 §3.5).
  fileprivate var isPending: Bool {
    guard case .server(_, let error) = self else { return false }
    return ["authorization_pending", "slow_down"].contains(error.code)
  }
}
