import AuthRuntime
import HTTPTypes
import Logging

/// A route of ``WebSignIn``.
package enum WebRoute: String, Sendable, CaseIterable {
  case login, callback, logout
  case signedOut = "signed-out"
  case backchannel, frontchannel, initiate
}

extension WebSignIn {
  /// Returns the response to a request for one of the routes, or `nil` for any other request.
  public func handle(_ request: WebRequest) async -> WebResponse? {
    guard request.path.hasPrefix(path + "/"),
      let route = WebRoute(rawValue: String(request.path.dropFirst(path.count + 1)))
    else { return nil }
    do throws(WebFailure<Provider.ErrorCode>) {
      let setup = try self.setup.forRoute()
      switch (route, request.method) {
      case (.login, .get), (.login, .post): return try await logIn(request, setup)
      case (.callback, .get) where setup.facts.responsePlace == .query,
        (.callback, .post) where setup.facts.responsePlace == .formPost:
        return try await finish(request, setup)
      case (.logout, .post): return try await logOut(request, setup)
      case (.signedOut, .get): return finishSignOut(request, setup)
      case (.backchannel, .post): return await endSessions(backchannel: request, setup)
      case (.frontchannel, .get): return await endSessions(frontchannel: request, setup)
      case (.initiate, .get), (.initiate, .post): return try await initiate(request, setup)
      default: return WebResponse(.methodNotAllowed, headers: [.allow: allowed(route, setup)])
      }
    } catch {
      return response(to: error)
    }
  }

  private func allowed(_ route: WebRoute, _ setup: Setup) -> String {
    switch route {
    case .login, .initiate: "GET, POST"
    case .callback: setup.facts.responsePlace == .formPost ? "POST" : "GET"
    case .logout, .backchannel: "POST"
    case .signedOut, .frontchannel: "GET"
    }
  }

  func url(of route: WebRoute) -> String {
    let origin = (try? setup.get().origin.text) ?? ""
    return "\(origin)\(path)/\(route.rawValue)"
  }

  /// The path at which a sign-in starts.
  var loginPath: String { "\(path)/\(WebRoute.login.rawValue)" }

  func response(to failure: WebFailure<Provider.ErrorCode>) -> WebResponse {
    log(failure)
    if let page = failurePage(failure) { return page }
    return .page(failure.status, "The request failed.", link: loginPath)
  }

  func log(_ failure: WebFailure<Provider.ErrorCode>) {
    let setup = try? setup.get()
    setup?.facts.environment.logger.notice(
      "web sign-in: \(failure.description)", metadata: ["provider": "\(setup?.name ?? "")"])
  }
}

extension Result {
  fileprivate func forRoute<Code>() throws(WebFailure<Code>) -> Success where Failure == AuthFailure<Code> {
    do throws(Failure) { return try get() } catch { throw .provider(error) }
  }
}
