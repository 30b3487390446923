import AuthRuntime
import Foundation
import HTTPTypes

extension WebSignIn {
  /// Returns the session of a request, or `nil` if no user of this provider is signed in.
  ///
  /// It reads the store once, by the primary key, and sends no request to the provider.
  ///
  /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the store can't be used. The user may be signed in.
  public func session(for request: WebRequest) async throws(StoreFailure) -> WebSession<Provider>? {
    guard case .success(let setup) = setup else { return nil }
    return try await setup.keeper.session(for: request)
  }

  /// Whether another site may have sent a request that changes something (CSRF).
  ///
  /// The browser's `Origin` or `Sec-Fetch-Site` decides. If it sends neither, the request must contain the
  /// ``WebSession/csrfToken`` that belongs to its cookie. Requests with a safe method, such as `GET`, aren't checked, so the app must not change
  /// anything in response to one. If the configuration is invalid, every other request counts as forged.
  public func isForged(_ request: WebRequest) -> Bool {
    guard !request.isSafe else { return false }
    guard case .success(let setup) = setup else { return true }
    if let isOwn = setup.origin.isSource(of: request) { return !isOwn }
    guard let id = setup.keeper.id(in: request),
      let token = request.headers[.csrfToken] ?? request.field("csrf_token")
    else { return true }
    return !setup.sealer.isCSRFToken(token, of: id)
  }

  /// Returns the response to a request that needs a signed-in user, or one that satisfies a policy.
  ///
  /// A navigation is redirected to the provider. For any other request, the status is 401, or 403 if scopes are missing, and
  /// the body is JSON: `error` is `login_required`, `insufficient_user_authentication`, or `insufficient_scope`, and `login` is
  /// the path that the page has to open.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: The session of the request.
  ///   - policy: The policy that the session doesn't satisfy.
  public func challenge(
    _ request: WebRequest, _ session: WebSession<Provider>? = nil, for policy: WebPolicy<Provider>? = nil
  ) async -> WebResponse {
    do throws(RouteFailure) {
      guard case .success(let setup) = setup else { throw .provider(.notSignedIn) }
      guard request.isNavigation else { return try denial(session, policy?.demand, setup) }
      let plan = Plan(
        returnTo: ownPath(request.target), user: session.map(Self.knownUser), demand: policy?.demand)
      return try await start(plan, request, setup)
    } catch {
      return response(to: error)
    }
  }

  private func denial(
    _ session: WebSession<Provider>?, _ demand: WebDemand?, _ setup: Setup
  ) throws(RouteFailure) -> WebResponse {
    var login = loginPath
    if let demand {
      login += "?demand="
      login += try Self.stored { () throws(StoreFailure) in
        try setup.sealer.text(demand, for: .demand, at: setup.name)
      }
    }
    guard let session, let demand else {
      return .json(.unauthorized, ["error": "login_required", "login": login])
    }
    guard demand.scopes.allSatisfy(session.scopes.contains) else {
      return .json(.forbidden, ["error": "insufficient_scope", "login": login])
    }
    return .json(.unauthorized, ["error": "insufficient_user_authentication", "login": login])
  }

  /// Ends the sessions that a user started with this provider, on all devices.
  ///
  /// Sessions that the same account of the app started with another provider continue, and no tokens are revoked.
  ///
  /// - Parameters:
  ///   - session: A session of the user.
  ///   - keepingThis: Whether this session continues.
  /// - Returns: The number of sessions that ended.
  /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the store can't be used. The user's sessions may then
  ///   continue.
  @discardableResult
  public func endSessions(
    ofUserIn session: WebSession<Provider>, keepingThis: Bool = false
  ) async throws(StoreFailure) -> Int {
    guard case .success(let setup) = setup else { return 0 }
    return try await setup.keeper.store.removeSessions(
      of: session.client, subject: session.user.subject, except: keepingThis ? session.id : nil)
  }
}

extension WebSessionStore {
  /// Removes sessions and remembered values that have expired, in batches, until none are left or the task is canceled.
  ///
  /// Call it every few minutes, on one server or on all.
  ///
  /// - Returns: The number of removed rows.
  /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the store can't be used. The rows of earlier batches
  ///   stay removed.
  @discardableResult
  public func removeAllExpired(at date: Date = Date(), batch: Int = 1000) async throws(StoreFailure) -> Int {
    let batch = max(1, batch)
    var count = 0
    while !Task.isCancelled {
      let removed = try await removeExpired(at: date, limit: batch)
      count += removed
      if removed < batch { break }
    }
    return count
  }
}
