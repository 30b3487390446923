import Foundation

/// Decides how to respond to each request for a one-time URL.
///
/// The first navigation by this user's browser is redirected to the page. A second one, or one by another user, ends the
/// sign-in, because a program may have read the one-time URL from the browser's command line and sent the first request.
/// Prefetches, frames, images, and `HEAD` requests don't count and don't receive the page's URL.
final class LaunchRouter: Sendable {
  private enum State: Sendable {
    case waiting, redirected, stoppedByOtherUser
  }

  let authority: String
  /// The path, with 256 random bits.
  let path = "/" + RandomText.make()
  private let url: URL
  private let rule: LaunchPeerRule
  private let report: @Sendable (BrowserFailure) -> Void
  private let opened: @Sendable () -> Void
  private let state = Guarded(State.waiting)

  init(
    url: URL, authority: String, rule: LaunchPeerRule, report: @escaping @Sendable (BrowserFailure) -> Void,
    opened: @escaping @Sendable () -> Void = {}
  ) {
    (self.url, self.authority, self.rule) = (url, authority, rule)
    (self.report, self.opened) = (report, opened)
  }

  /// Whether a browser has received the page's URL.
  var hasRedirected: Bool { state.withLock { $0 == .redirected } }

  /// Whether another user requested the page.
  var wasStoppedByOtherUser: Bool { state.withLock { $0 == .stoppedByOtherUser } }

  @Sendable func response(_ request: LoopbackRequest) -> LoopbackReply {
    // A different host name for this address indicates DNS rebinding.
    guard request.headers["host"] == authority else { return LoopbackReply(421) }
    guard constantTimeEquals(request.target, path) else { return LoopbackReply(404) }
    guard request.method == "GET" else { return LoopbackReply(405) }
    guard !request.isSpeculative, request.isNavigation else { return LoopbackReply(403) }
    switch rule.check(request.connection) {
    case .ownUser: return redirect()
    case .otherUser: return stopForOtherUser()
    // The process that sent this request has closed its connection, so it won't read the response.
    case .gone: return LoopbackReply(403)
    }
  }

  private func redirect() -> LoopbackReply {
    let before = state.withLock { state in
      defer { if state == .waiting { state = .redirected } }
      return state
    }
    switch before {
    case .waiting:
      var response = LoopbackReply(303) { [opened] in opened() }
      response.location = url.absoluteString
      return response
    case .redirected: return stop(410, .openedTwice)
    case .stoppedByOtherUser: return LoopbackReply(410, page: .stopped)
    }
  }

  private func stopForOtherUser() -> LoopbackReply {
    state.withLock { $0 = .stoppedByOtherUser }
    return stop(403, .openedByAnotherUser)
  }

  private func stop(_ status: Int, _ failure: LaunchFailure) -> LoopbackReply {
    LoopbackReply(status, page: .stopped) { [report] in report(.launch(failure)) }
  }
}
