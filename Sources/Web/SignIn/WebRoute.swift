import AuthConfiguration
import AuthRuntime
import HTTPTypes
import Logging

/// A route of ``WebSignIn``.
package enum WebRoute: String, Sendable, CaseIterable {
  case login, callback, logout
  case signedOut = "signed-out"
  case backchannel, frontchannel, initiate

  /// The methods of the route.
  ///
  /// - Parameter place: Where the provider puts its response.
  fileprivate func methods(at place: ProviderConfiguration.ResponseMode) -> [HTTPRequest.Method] {
    switch self {
    case .login, .initiate: [.get, .post]
    case .callback: place == .formPost ? [.post] : [.get]
    case .logout, .backchannel: [.post]
    case .signedOut, .frontchannel: [.get]
    }
  }
}

extension WebSignIn {
  /// Returns the response to a request for one of the routes, or `nil` for any other request.
  public func handle(_ request: WebRequest) async -> WebResponse? {
    guard request.path.hasPrefix(path + "/"),
      let route = WebRoute(rawValue: String(request.path.dropFirst(path.count + 1)))
    else { return nil }
    do throws(WebFailure<Provider.ErrorCode>) {
      let setup = try self.setup.forRoute()
      let methods = route.methods(at: setup.facts.responsePlace)
      guard methods.contains(request.method) else {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        return WebResponse(.methodNotAllowed, headers: [.allow: allowed])
      }
      switch route {
      case .login: return try await logIn(request, setup)
      case .callback: return try await finish(request, setup)
      case .logout: return try await logOut(request, setup)
      case .signedOut: return finishSignOut(request, setup)
      case .backchannel: return await endSessions(backchannel: request, setup)
      case .frontchannel: return await endSessions(frontchannel: request, setup)
      case .initiate: return try await initiate(request, setup)
      }
    } catch {
      return response(to: error)
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
