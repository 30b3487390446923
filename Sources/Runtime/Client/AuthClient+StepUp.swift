import Foundation
import HTTPTypes

extension AuthClient where Provider: DirectSignIn {
  /// Gets a resource like ``data(from:)-(String)``, and signs the user in again if the API demands it.
  ///
  /// ```swift
  /// let (accounts, _) = try await bank.data(from: "https://api.bank.example/accounts", stepUp: .ask(maximum: 2))
  /// ```
  ///
  /// The sign-in requests the scopes of the session, those of the last sign-in, and those that the API demands. If the API
  /// demands another authentication, the sign-in requests that too (`acr_values`, `max_age`). The client checks that the same
  /// user signed in, that the provider granted the scopes, and how and when the user authenticated. Then it replaces the session
  /// and sends the request again.
  ///
  /// - Parameters:
  ///   - url: An `https` URL, or `http` on a loopback address.
  ///   - stepUp: The permission to sign the user in.
  /// - Returns: The body and the response. Any status is returned, except for a demand that remains.
  /// - Throws: ``Failure``. If a sign-in doesn't satisfy the API, ``AuthFailure/stepUp(_:)``.
  public func data(from url: String, stepUp: StepUp<Provider>) async throws(Failure) -> (Data, HTTPResponse) {
    try await satisfying(stepUp) { () async throws(Failure) in try await data(from: url) }
  }

  /// Sends a request like ``data(for:body:options:)``, and signs the user in again if the API demands it, like
  /// ``data(from:stepUp:)``.
  ///
  /// The client sends the request once before each sign-in and once after it. An API that responds with a demand must
  /// not have processed the request.
  ///
  /// - Throws: The errors of ``data(from:stepUp:)``.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions(),
    stepUp: StepUp<Provider>
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await satisfying(stepUp) { () async throws(Failure) in
      try await data(for: request, body: body, options: options)
    }
  }

  private func satisfying(
    _ stepUp: StepUp<Provider>, _ send: () async throws(Failure) -> (Data, HTTPResponse)
  ) async throws(Failure) -> (Data, HTTPResponse) {
    var satisfied: [StepUpDemand] = []
    // Requests that only waited for others' sign-ins are limited, too.
    for _ in 0...2 * StepUp<Provider>.limit {
      let known = try await run { core throws(StepFailure) in core.stepUps.count }
      let (data, response) = try await send()
      guard let demand = StepUpDemand(response) else { return (data, response) }
      // A second sign-in for the same reason wouldn't change anything.
      guard satisfied.count < stepUp.maximum, !satisfied.contains(demand) else { break }
      if try await satisfy(demand, stepUp, unlessChangedSince: known) { satisfied.append(demand) }
    }
    throw .stepUp(.stillInsufficient)
  }

  /// Signs the user in again, after other step-ups of this client have ended.
  ///
  /// - Parameter known: The number of step-ups before the request. If there were more, their tokens may suffice.
  /// - Returns: Whether the user signed in.
  private func satisfy(
    _ demand: StepUpDemand, _ stepUp: StepUp<Provider>, unlessChangedSince known: Int
  ) async throws(Failure) -> Bool {
    try await run { core throws(StepFailure) in
      try await core.stepUps.run { () async throws(StepFailure) in
        guard core.stepUps.count == known else { return false }
        guard let session = try await core.session.current() else { throw .notSignedIn }
        try demand.checkScopes(of: session, listed: stepUp.scopes)
        try await signInAgain(demand, stepUp)
        core.stepUps.noteSuccess()
        return true
      }
    }
  }

  private func signInAgain(_ demand: StepUpDemand, _ stepUp: StepUp<Provider>) async throws(StepFailure) {
    do {
      _ = try await startSession { core throws(StepFailure) in
        guard let before = try await core.session.current() else { throw .notSignedIn }
        let credential = try await core.signIn(
          scopes: before.scopes(adding: demand.scopes), parameters: core.parameters(demand, stepUp, before),
          redirect: redirect, timeout: stepUp.timeout)
        try await core.discardingOnFailure(credential) { () async throws(StepFailure) in
          try demand.check(credential, after: before)
        }
        return (credential, try await core.user(of: credential, at: Provider.self))
      }
    } catch {
      throw error.typed()
    }
  }
}

extension ClientCore {
  /// Returns the parameters of a sign-in that satisfies a demand. Those of the demand replace those of the app.
  fileprivate func parameters<Provider>(
    _ demand: StepUpDemand, _ stepUp: StepUp<Provider>, _ before: Credential
  ) -> AuthorizationParameters {
    var parameters = stepUp.parameters
    if !demand.acrValues.isEmpty { parameters.set("acr_values", demand.acrValues) }
    parameters.set("max_age", demand.maxAge)
    // The last sign-in's scopes include any scope for offline access. Some providers use a parameter instead.
    let asksInParameter = !configuration.authorization.offlineParameters.isEmpty && configuration.scopes?.offline == nil
    if before.refreshToken != nil, asksInParameter { parameters.asksForOfflineAccess = true }
    return parameters
  }
}

extension Credential {
  /// Returns the scopes of a sign-in that replaces this session: those that the last sign-in requested, those that the server
  /// granted, and `others`. The server may have granted a scope that it didn't list, such as `offline_access`.
  func scopes(adding others: [String]) -> [String] {
    RequestedAccess.distinct((requestedScopes ?? []) + scopes + others)
  }
}

/// The step-ups of one client. One runs at a time, because each opens the provider's page.
final class StepUps: Sendable {
  private let queue = TaskQueue()
  private let successes = Guarded(0)

  /// The number of successful step-ups.
  var count: Int { successes.withLock { $0 } }

  func noteSuccess() { successes.withLock { $0 += 1 } }

  /// Runs a step-up after all earlier ones. Canceling the caller cancels it.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    let task = queue.add(work)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }
}
