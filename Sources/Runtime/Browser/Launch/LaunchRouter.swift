import Foundation

/// Decides how to respond to each request for a one-time address.
///
/// The first navigation of this user's browser is redirected to the page. A second one, or one by another user, ends the sign-in,
/// because the first request may have come from a program that read the address from the browser's command line. Prefetches, frames,
/// images and `HEAD` requests neither count nor receive the page's address.
final class LaunchRouter: Sendable {
  private enum State: Sendable {
    case waiting, redirected, seized
  }

  let authority: String
  /// 256 random bits.
  let path = "/" + RandomText.make()
  private let url: URL
  private let rule: LaunchPeerRule
  private let report: @Sendable (BrowserFailure) -> Void
  private let state = Guarded(State.waiting)

  init(url: URL, authority: String, rule: LaunchPeerRule, report: @escaping @Sendable (BrowserFailure) -> Void) {
    (self.url, self.authority, self.rule, self.report) = (url, authority, rule, report)
  }

  /// Whether a browser received the page's address.
  var hasRedirected: Bool { state.withLock { $0 == .redirected } }

  /// Whether another user asked for the page.
  var wasSeized: Bool { state.withLock { $0 == .seized } }

  @Sendable func response(_ request: LoopbackRequest) -> LoopbackReply {
    // Another name for this address means DNS rebinding.
    guard request.headers["host"] == authority else { return LoopbackReply(421) }
    guard constantTimeEquals(request.target, path) else { return LoopbackReply(404) }
    guard request.method == "GET" else { return LoopbackReply(405) }
    guard !request.isSpeculative, request.isNavigation else { return LoopbackReply(403) }
    switch rule.judge(request.connection) {
    case .ownUser: return redirect()
    case .otherUser: return seize()
    // The process that sent this has closed its connection, so it reads no response.
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
      var response = LoopbackReply(303)
      response.location = url.absoluteString
      return response
    case .redirected: return stop(410, .openedTwice)
    case .seized: return LoopbackReply(410, page: .stopped)
    }
  }

  private func seize() -> LoopbackReply {
    state.withLock { $0 = .seized }
    return stop(403, .openedByAnotherUser)
  }

  private func stop(_ status: Int, _ failure: LaunchFailure) -> LoopbackReply {
    LoopbackReply(status, page: .stopped) { [report] in report(.launch(failure)) }
  }
}
