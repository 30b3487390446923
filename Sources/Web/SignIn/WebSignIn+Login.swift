import AuthConfiguration
import AuthRuntime
import Foundation
import HTTPTypes

extension WebSignIn {
  typealias RouteFailure = WebFailure<Provider.ErrorCode>

  /// The parts of a sign-in that is about to start.
  struct Plan: Sendable {
    var returnTo: String
    var loginHint: String?
    var account: String?
    var user: PendingSignIn.KnownUser?
    var demand: WebDemand?
  }

  /// `login`: sends the browser to the provider.
  func logIn(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    var plan = Plan(returnTo: ownPath(request.field("return_to")))
    if request.method == .post {
      guard !isForged(request) else { throw .forgedRequest }
      plan.account = try await Self.stored { () async throws(StoreFailure) in
        try await setup.keeper.account(of: request)
      }
    } else if request.isInBackground {
      throw .invalidRequest("Sec-Fetch-Mode")
    }
    if let text = request.field("demand") {
      guard let demand = setup.sealer.value(WebDemand.self, of: text, for: .demand, at: setup.name) else {
        throw .invalidRequest("demand")
      }
      plan.demand = demand
      let session = try await Self.stored { () async throws(StoreFailure) in try await self.session(for: request) }
      plan.user = session.map(Self.knownUser)
    }
    return try await start(plan, request, setup)
  }

  /// Starts a sign-in, and keeps it for its callback.
  func start(_ plan: Plan, _ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    var backend = setup.backend
    if let demand = plan.demand { backend.demand = demand.signIn }
    let authorization: PendingAuthorization
    do {
      let started = WebSignInRequest(request: request, returnTo: plan.returnTo, loginHint: plan.loginHint)
      authorization = try await start(backend, callbackURL, started)
    } catch let failure as Failure {
      throw .provider(failure)
    } catch {
      throw .rejected
    }
    let now = setup.facts.environment.now()
    let signIn = PendingSignIn(
      expiresAt: now.addingTimeInterval(PendingSignIn.lifetime / .seconds(1)), authorization: authorization.sent,
      returnTo: plan.returnTo, session: setup.keeper.id(in: request)?.bytes, account: plan.account, user: plan.user,
      demand: plan.demand)
    let cookies = try await Self.stored { () async throws(StoreFailure) in
      try await setup.pending.adding(signIn, to: request, at: now)
    }
    return .redirect(to: authorization.url.absoluteString, cookies: cookies)
  }

  /// `initiate`: starts a sign-in that another site requested (OpenID Connect Core 1.0 §4).
  ///
  /// A `POST` from another site comes without the cookies of pending sign-ins, so each would add one, until the browser sends
  /// more than servers accept. So the response is a redirect, and the browser sends the cookies with the `GET` that follows.
  func initiate(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    guard !request.isInBackground else { throw .invalidRequest("Sec-Fetch-Mode") }
    guard let issuer = request.field("iss"), setup.backend.isIssuer(issuer) else {
      throw .invalidRequest("iss")
    }
    var plan = Plan(returnTo: homePath)
    if let target = request.field("target_link_uri") {
      guard let path = setup.origin.path(of: target).flatMap(OwnPath.checked), !isRoute(path) else {
        throw .invalidRequest("target_link_uri")
      }
      plan.returnTo = path
    }
    if let hint = request.field("login_hint") {
      guard hint.utf8.count <= 512, hint.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
        throw .invalidRequest("login_hint")
      }
      plan.loginHint = hint
    }
    guard request.method == .get else { return .redirect(to: initiationURL(of: request)) }
    return try await start(plan, request, setup)
  }

  private func initiationURL(of request: WebRequest) -> String {
    let fields = ["iss", "target_link_uri", "login_hint"].compactMap { name in
      request.field(name).map { (name: name, value: $0) }
    }
    return url(of: .initiate) + "?" + FormEncoding.encode(fields)
  }

  /// Returns a path of the app, or ``homePath`` if the text isn't one. The browser never returns to one of the routes, which
  /// could start again.
  func ownPath(_ text: String?) -> String {
    guard let path = text.flatMap(OwnPath.checked), !isRoute(path) else { return homePath }
    return path
  }

  private func isRoute(_ other: String) -> Bool { other == path || other.hasPrefix(path + "/") }

  static func knownUser(_ session: WebSession<Provider>) -> PendingSignIn.KnownUser {
    PendingSignIn.KnownUser(
      issuer: session.client.issuer, subject: session.user.subject, session: session.id.bytes)
  }

  static func stored<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(RouteFailure) -> Value {
    do throws(StoreFailure) { return try body() } catch { throw .store(error) }
  }

  static func stored<Value: Sendable>(
    _ body: () async throws(StoreFailure) -> Value
  ) async throws(RouteFailure) -> Value {
    do throws(StoreFailure) { return try await body() } catch { throw .store(error) }
  }
}
