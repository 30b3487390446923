import Foundation

/// The parts of a client that the module AuthWeb needs.
extension BackendExchange {
  /// The facts about a client that don't depend on its provider's types.
  package struct Facts: Sendable {
    /// The descriptor's ID.
    package let provider: String
    /// The name of the server in credentials: its issuer, or its origin if it has no issuer.
    package let authority: String
    package let clientID: String
    package let defaultScopes: [String]
    package let environment: AuthEnvironment
    /// The part of a request that contains the provider's response.
    package let responsePlace: ProviderConfiguration.ResponseMode
    /// The names of the parameters that a sign-in may set.
    package let parameters: Set<String>
  }

  package func facts() throws(Failure) -> Facts {
    try read { core throws(StepFailure) in
      let configuration = core.configuration
      return Facts(
        provider: configuration.id, authority: core.provider.authority, clientID: core.clientID,
        defaultScopes: configuration.scopes?.defaults ?? [], environment: core.environment,
        responsePlace: configuration.authorization.responsePlace,
        parameters: Set(
          configuration.authorization.parameters.filter { $0.requests.contains(.authorization) }.map(\.name)))
    }
  }

  /// Whether a string is the provider's issuer, or that of a tenant that the app accepts.
  package func isIssuer(_ text: String) -> Bool {
    (try? read { core throws(StepFailure) in core.provider.isIssuer(text) }) ?? false
  }

  /// Returns a client whose only session is in the store. It never opens a browser.
  package func client(of key: CredentialKey, in store: any CredentialStore) -> AuthClient<Provider> {
    let redirect = Redirect(kind: .invalid("unused redirect of a server"))
    return AuthClient(core.map { $0.withSession(of: key, in: store) }, redirect)
  }

  /// Returns the user that a credential identifies.
  ///
  /// - Throws: ``TokenRejection/claim(_:)`` if a claim is missing or doesn't have the type in the descriptor.
  package func user(of credential: Credential) throws(Failure) -> Provider.User? where Provider: UserIdentifying {
    try read { _ throws(StepFailure) in try credential.user(of: Provider.self) }
  }

  /// Completes a web app's sign-in, and reports its outcome to logs, metrics, and traces.
  ///
  /// - Throws: The error of `body`.
  package func observingSignIn<Value: Sendable, Reason: Error>(
    outcome: (Reason) -> ObservedOutcome, _ body: () async throws(Reason) -> Value
  ) async throws(Reason) -> Value {
    guard case .success(let core) = core else { return try await body() }
    return try await core.observer.observe(.signIn, outcome: outcome, body)
  }

  /// Runs the end of a web app's sessions, and reports its outcome to logs, metrics, and traces.
  ///
  /// - Parameter body: Returns the result, and the failure of a step that doesn't change it, such as the revocation. Such a
  ///   failure is reported but not thrown.
  /// - Throws: The error of `body`, or ``AuthFailure/configuration(_:)`` if the configuration is invalid. Then `body`
  ///   isn't called.
  package func observingSignOut<Value: Sendable>(
    _ body: () async throws(Failure) -> (Value, Failure?)
  ) async throws(Failure) -> Value {
    var done: Value?
    do throws(Failure) {
      return try await run { core throws(StepFailure) in
        try await core.observer.observe(.signOut) { () async throws(StepFailure) in
          let (value, failure): (Value, Failure?)
          do throws(Failure) { (value, failure) = try await body() } catch { throw error.typed() }
          done = value
          if let failure { throw failure.typed() }
          return value
        }
      }
    } catch {
      guard let done else { throw error }
      return done
    }
  }

  /// Revokes the tokens of a session that has ended, if the provider can.
  ///
  /// - Throws: The reason why a token wasn't revoked, unless the provider doesn't support revocation.
  package func revoke(_ credential: Credential) async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.revoke(credential, allowsMissing: true) }
  }

  /// Revokes the tokens of a sign-in that failed, if the provider can. Failures are ignored.
  package func discard(_ credential: Credential) async {
    guard case .success(let core) = core else { return }
    await core.discard(credential)
  }

  /// Starts the sign-out of the browser at the provider.
  ///
  /// - Returns: `nil` if the provider has no page for it, or requires an ID token that the session doesn't have.
  /// - Throws: ``AuthFailure/configuration(_:)`` if the return URL is invalid, or the reason why the discovery document
  ///   can't be fetched.
  package func signOut(
    of credential: Credential, returningTo returnURI: String
  ) async throws(Failure) -> PendingSignOut? {
    do throws(Failure) {
      return try await pendingSignOut(of: credential, returningTo: returnURI, flags: [])
    } catch {
      switch error {
      case .configuration(.missingEndpoint(.endSession)), .notSignedIn: return nil
      default: throw error
      }
    }
  }

  /// Whether the query is the browser's return from that sign-out.
  package func isReturn(_ query: String, from pending: PendingSignOut) -> Bool {
    (try? pending.request.checkReturn(query: query)) != nil
  }
}

extension BackendExchange {
  private func read<Value>(_ body: (ClientCore) throws(StepFailure) -> Value) throws(Failure) -> Value {
    do throws(StepFailure) { return try body(try core.get()) } catch { throw error.typed() }
  }
}

extension PendingAuthorization {
  /// The same sign-in without its URL, after the browser was sent there. It fits in a cookie.
  package var sent: PendingAuthorization {
    var request = request
    request.url = URL(filePath: "/")
    return PendingAuthorization(request: request, issuerIsPromised: issuerIsPromised, issuer: issuer)
  }
}

extension PendingSignOut {
  /// The same sign-out without its URL, which contains the ID token.
  package var sent: PendingSignOut {
    var request = request
    request.url = URL(filePath: "/")
    return PendingSignOut(request: request)
  }
}

extension ClientCore {
  /// Returns the same client with the session in another store.
  fileprivate func withSession(of key: CredentialKey, in store: any CredentialStore) -> ClientCore {
    var environment = environment
    (environment.store, environment.browser) = (store, NoBrowser())
    let session = Session(
      key: key, store: store, now: environment.now, clock: environment.clock, observer: observer,
      activity: environment.activity)
    return ClientCore(self, session, environment)
  }
}

/// The browser of a server.
private struct NoBrowser: Browser {
  func open(_ url: URL) async throws(BrowserFailure) { throw .noBrowser("a server can't open a browser") }
}
