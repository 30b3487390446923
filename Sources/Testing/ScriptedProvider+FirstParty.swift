#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Sign-ins without a browser (draft-ietf-oauth-first-party-apps).
  extension ScriptedProvider.State {
    /// A sign-in in progress.
    struct FirstPartyFlow {
      var grant: Grant
      var demands: [ScriptedSteps.Demand]
      var waits: Int
      /// The names of the values that the client knows.
      var names: Set<String> = []
    }

    /// The authorization challenge endpoint (§5.1).
    func challenge(_ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      guard request.method == "POST" else { return ScriptedResponse(405) }
      guard let clientID = provenClient(request, fields) else { return Self.failure("invalid_client", status: 401) }
      guard fields["response_type"] == "code" else { return Self.failure("invalid_request") }
      guard var flow = continued(fields) ?? started(fields, by: clientID) else {
        return Self.failure(fields["auth_session"] == nil ? "invalid_request" : "invalid_session")
      }
      if takes(.redirectToWeb) { return redirect(flow) }
      guard isRight(fields) else {
        return demand(ScriptedSteps.Demand("invalid_grant", status: 400), of: flow)
      }
      if takes(.endless) { return demand(ScriptedSteps.Demand(), of: flow) }
      guard !flow.demands.isEmpty else {
        let code = "code-\(nextNumber())"
        codes[code] = flow.grant
        return json(["authorization_code": .string(code)])
      }
      return demand(flow.demands.removeFirst(), of: flow)
    }

    /// The provider's own endpoint for a step.
    ///
    /// - Parameter steps: The steps with this endpoint, which differ in their constants.
    func ownStep(of steps: [ProviderConfiguration.FirstPartyStep], _ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      guard let step = steps.first(where: { $0.isSent(fields, request.method) }) else { return ScriptedResponse(405) }
      let clientID = step.method == .get ? "" : provenClient(request, fields)
      guard let clientID else { return Self.failure("invalid_client", status: 401) }
      guard isRight(fields) else { return Self.failure("invalid_grant") }
      let id = flow(of: fields, request, in: step) ?? UUID()
      var flow = flows[id] ?? newFlow(fields, by: clientID, demands: script.firstParty.demands ?? [])
      for (name, value) in fields where step.inputs.contains(where: { $0.name == name }) {
        flowIDs[value] = id
        flow.names.insert(name)
      }
      let needed = configuration.firstParty.steps.filter { step.next.contains($0.name) }.flatMap(\.neededValues)
      var members: [String: JSONValue] = [:]
      for name in needed where !flow.names.contains(name) {
        let value = "\(name)-\(nextNumber())"
        members[name] = .string(value)
        flowIDs[value] = id
      }
      let response = script.firstParty.responses[step.name] ?? .object(members)
      for value in (response.object ?? [:]).values { if let text = value.string { flowIDs[text] = id } }
      flows[id] = flow
      let body = (try? JSONEncoder().encode(response)).map { String(decoding: $0, as: UTF8.self) }
      return .json(body ?? "{}")
    }

    /// The tokens for a step that is a grant, or `nil` if the request has another grant.
    func firstPartyTokens(_ request: RecordedRequest, _ fields: [String: String]) -> ScriptedResponse? {
      let step = configuration.firstParty.all.first { $0.grantType == fields["grant_type"] }
      guard let step, step.grantType != nil else { return nil }
      guard let clientID = provenClient(request, fields) else { return Self.failure("invalid_client", status: 401) }
      let known = flow(of: fields, request, in: step)
      guard known != nil || step.neededValues.isEmpty, isRight(fields) else { return Self.failure("invalid_grant") }
      let id = known ?? UUID()
      var flow = flows[id] ?? newFlow(fields, by: clientID, demands: script.firstParty.demands ?? [])
      guard flow.grant.clientID == clientID || flow.grant.clientID.isEmpty else {
        return Self.failure("invalid_grant")
      }
      flow.grant.clientID = clientID
      if let scope = fields["scope"] { flow.grant.scope = scope }
      if let audience = fields["audience"] { flow.grant.audience = audience }
      defer { flows[id] = flow }
      if !flow.demands.isEmpty {
        let demand = flow.demands.removeFirst()
        for (name, value) in demand.members {
          flow.names.insert(name)
          if let text = value.string { flowIDs[text] = id }
        }
        return Self.failure(demand.error, demand.members, status: demand.status)
      }
      if flow.waits > 0 {
        flow.waits -= 1
        return Self.failure("authorization_pending", status: 403)
      }
      // Each grant is good once.
      flowIDs = flowIDs.filter { $0.value != id }
      return issue(flow.grant, nonce: nil, by: configuration.token.response)
    }

    /// A demand for another step after a code or a refresh token, if the test wants one (§6.2).
    func tokenDemand(for grant: Grant, _ fault: ScriptedFault.FirstPartyFault) -> ScriptedResponse? {
      guard takes(fault) else { return nil }
      return demand(ScriptedSteps.Demand(), of: FirstPartyFlow(grant: grant, demands: [], waits: 0))
    }

    /// A new `auth_session` for later sign-ins, or `nil` if the server has none (§6.1).
    func laterSession(of grant: Grant) -> String? {
      guard script.firstParty.keepsSessions, configuration.firstParty.usesChallengeEndpoint else { return nil }
      return newSession(of: FirstPartyFlow(grant: grant, demands: [], waits: 0))
    }
  }

  extension ScriptedProvider.State {
    /// Returns the client of a request, if it has authenticated as far as it can.
    private func provenClient(_ request: RecordedRequest, _ fields: [String: String]) -> String? {
      guard script.clientSecret == nil || isClientProved(request, fields), isRegistered(request, fields),
        isProved(request, fields)
      else { return nil }
      return clientID(request, fields)
    }

    /// Returns the flow of an `auth_session`, which is valid once, and only with the same key (§5.3.1, §9.6.1). A request with a
    /// new challenge starts another sign-in of the same user.
    private func continued(_ fields: [String: String]) -> FirstPartyFlow? {
      guard let session = fields["auth_session"], let id = flowIDs.removeValue(forKey: session) else { return nil }
      guard let flow = flows.removeValue(forKey: id), !takes(.sessionExpired), isKeyRight(flow.grant.keyThumbprint)
      else { return nil }
      guard fields["code_challenge"] != nil else { return flow }
      guard parameterRules.isChallengeRight(fields) else { return nil }
      var later = newFlow(fields, by: flow.grant.clientID, demands: script.firstParty.laterDemands)
      later.grant.user = flow.grant.user
      return later
    }

    private func started(_ fields: [String: String], by clientID: String) -> FirstPartyFlow? {
      guard fields["auth_session"] == nil, parameterRules.isChallengeRight(fields) else { return nil }
      return newFlow(fields, by: clientID, demands: script.firstParty.demands ?? [ScriptedSteps.Demand()])
    }

    private func newFlow(
      _ fields: [String: String], by clientID: String, demands: [ScriptedSteps.Demand]
    ) -> FirstPartyFlow {
      var grant = Grant(
        clientID: clientID, redirectURI: "", challenge: fields["code_challenge"], nonce: fields["nonce"],
        scope: fields["scope"] ?? "", user: script.user, audience: fields["audience"] ?? fields["resource"],
        details: requestedDetails(fields) ?? [], request: fields)
      grant.authentication = authentication(fields)
      return FirstPartyFlow(grant: bound(grant), demands: demands, waits: script.firstParty.waits)
    }

    /// Returns the flow that the earlier values in a request belong to.
    private func flow(
      of fields: [String: String], _ request: RecordedRequest, in step: ProviderConfiguration.FirstPartyStep
    ) -> UUID? {
      func isEarlier(_ template: TextTemplate?) -> Bool { template?.text.contains("{first_party.") ?? false }
      let sent = step.parameters.filter { isEarlier($0.constant) }.map { fields[$0.name] }
      let headers = step.headers.filter { isEarlier($0.value) }.map { name, _ in
        request.headers[name.lowercased()]?.split(separator: " ").last.map(String.init)
      }
      let ids = (sent + headers).map { $0.flatMap { flowIDs[$0] } }
      guard let first = ids.first, ids.allSatisfy({ $0 == first }) else { return nil }
      return first
    }

    private func isRight(_ fields: [String: String]) -> Bool {
      script.firstParty.values.allSatisfy { name, value in fields[name] == nil || fields[name] == value }
    }

    /// Responds with an error and a new `auth_session`.
    private func demand(_ demand: ScriptedSteps.Demand, of flow: FirstPartyFlow) -> ScriptedResponse {
      var members = demand.members
      members["auth_session"] = .string(newSession(of: flow))
      return Self.failure(demand.error, members, status: demand.status)
    }

    private func newSession(of flow: FirstPartyFlow) -> String {
      let (session, id) = ("session-\(nextNumber())", UUID())
      (flows[id], flowIDs[session]) = (flow, id)
      return session
    }

    /// Demands a browser (§5.2.2.1.1).
    private func redirect(_ flow: FirstPartyFlow) -> ScriptedResponse {
      var members: [String: JSONValue] = [:]
      if let callback = script.firstParty.callbackURL {
        let uri = "urn:ietf:params:oauth:request_uri:\(UUID().uuidString)"
        pushedRequests[uri] = PushedAuthorization(
          fields: flow.grant.request.merging(["client_id": flow.grant.clientID]) { $1 },
          expiration: script.now().addingTimeInterval(60), callbackURL: callback)
        members = ["request_uri": .string(uri), "expires_in": 60]
      }
      return Self.failure("redirect_to_web", members, status: 403)
    }

    private func takes(_ fault: ScriptedFault.FirstPartyFault) -> Bool { takes { $0 == .firstParty(fault) } != nil }

    private static func failure(
      _ code: String, _ members: [String: JSONValue] = [:], status: Int = 400
    ) -> ScriptedResponse {
      let all = members.merging(["error": .string(code)]) { $1 }
      let body = (try? JSONEncoder().encode(all)).map { String(decoding: $0, as: UTF8.self) }
      return .json(body ?? "{}", status: status)
    }
  }

  extension ProviderConfiguration.FirstPartyStep {
    /// Whether a request has the method and the constants of this step.
    fileprivate func isSent(_ fields: [String: String], _ sentMethod: String) -> Bool {
      let constants = parameters.filter { $0.constant.map { $0.placeholders.isEmpty } ?? false }
      return sentMethod == method.rawValue && constants.allSatisfy { fields[$0.name] == $0.constant?.text }
    }
  }
#endif
