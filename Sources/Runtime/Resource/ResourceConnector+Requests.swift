import HTTPTypes

/// Requests to the resource.
extension ResourceConnector {
  typealias Sending<Body> = ClientCore.Sending<Body>

  /// A response of the resource, and whether the request had a token.
  private typealias Attempt<Body> = (body: Body, response: HTTPResponse, hadToken: Bool)

  func send<Body>(
    _ request: TransportRequest, _ permission: ResourceSignIn, by sending: Sending<Body>
  ) async throws(StepFailure) -> (Body, HTTPResponse) {
    try setup.resource.check(request)
    let before = signIns.count
    var satisfied: [ResourceDemand] = []
    // Requests that only waited for others' sign-ins are limited, too.
    for _ in 0...2 * ResourceSignIn.limit {
      let known = signIns.count
      let attempt = try await attempt(request, mayAsk: permission.maximum > 0, by: sending)
      guard let demand = ResourceDemand(attempt.response) else { return (attempt.body, attempt.response) }
      guard permission.maximum > 0 else {
        guard attempt.hadToken || demand.isAboutScopes else { throw .notSignedIn }
        return (attempt.body, attempt.response)
      }
      // A second sign-in for the same reason wouldn't change anything.
      guard satisfied.count < permission.maximum, !satisfied.contains(demand) else { break }
      if try await satisfy(attempt.response, permission, unlessChangedSince: known) { satisfied.append(demand) }
    }
    throw .resource(.endlessChallenges(signIns.count - before))
  }

  /// Sends the request with the session's token, or without one if there's no session.
  ///
  /// - Parameter mayAsk: Whether the user may sign in, so that a session that has ended isn't a failure.
  private func attempt<Body>(
    _ request: TransportRequest, mayAsk: Bool, by sending: Sending<Body>
  ) async throws(StepFailure) -> Attempt<Body> {
    if let client = try await signedIn()?.client {
      do throws(StepFailure) {
        let (body, response) = try await client.core.authorized(request, by: sending)
        return (body, response, true)
      } catch {
        guard mayAsk, error.recovery == .reauthenticate else { throw error }
      }
    }
    do throws(TransportFailure) {
      let (body, response) = try await sending(setup.environment.transport, request)
      return (body, response, false)
    } catch {
      throw error.step(endpoint: .resource, limit: request.options.maximumBytes)
    }
  }

  /// Signs the user in, after other sign-ins of this client have ended.
  ///
  /// - Parameter known: The number of sign-ins before the request. If there were more, their tokens may suffice.
  /// - Returns: Whether the user signed in.
  private func satisfy(
    _ response: HTTPResponse, _ permission: ResourceSignIn, unlessChangedSince known: Int
  ) async throws(StepFailure) -> Bool {
    try await signIns.run { () async throws(StepFailure) in
      guard self.signIns.count == known else { return false }
      let found = try await self.discover(response)
      guard await permission.allows(found.summary.scopes) else {
        throw response.status == .forbidden ? .stepUp(.unlistedScopes(found.summary.scopes)) : .notSignedIn
      }
      _ = try await self.authorize(found, scopes: found.summary.scopes, timeout: permission.timeout)
      return true
    }
  }
}

/// Sign-ins.
extension ResourceConnector {
  func signIn(
    scopes: [String], challenge: HTTPResponse?, timeout: Duration
  ) async throws(StepFailure) -> AccessGrant {
    try await signIns.run { () async throws(StepFailure) in
      let found = try await self.discover(challenge)
      let all = RequestedAccess.distinct(found.summary.scopes + scopes)
      return try await self.authorize(found, scopes: all, timeout: timeout)
    }
  }

  private func authorize(_ found: Found, scopes: [String], timeout: Duration) async throws(StepFailure) -> AccessGrant {
    setPending(found.client)
    defer { setPending(nil) }
    let grant = try await found.client.authClient.grantAccess(
      scopes: scopes, parameters: AuthorizationParameters(), timeout: timeout)
    signIns.noteSuccess()
    try await adopt(found.client, scopes: scopes)
    return grant
  }

  /// Returns the session's authorization server, or `nil` if no user is signed in.
  func connection() async throws(StepFailure) -> ResourceConnection? {
    guard let (client, credential) = try await signedIn() else { return nil }
    let binding = client.binding
    return ResourceConnection(
      resource: binding.resource, authorizationServer: binding.issuer, identification: binding.identification,
      clientID: credential.registration?.clientID ?? binding.clientID, requestedScopes: binding.scopes)
  }
}
