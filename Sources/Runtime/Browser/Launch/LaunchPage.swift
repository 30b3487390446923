import Foundation

/// A one-time URL on `127.0.0.1` that redirects the user's browser to a page.
struct LaunchPage: Sendable {
  let router: LaunchRouter

  var address: String { "http://\(router.authority)\(router.path)" }

  #if Loopback
    /// How long the user's own browser can still load the reason after another user's request ended the sign-in.
    private static let explanationTime = Duration.seconds(30)

    private let receiver: LoopbackReceiver

    static func listen(
      for url: URL, rule: LaunchPeerRule, pages: CallbackPages, report: @escaping @Sendable (BrowserFailure) -> Void,
      opened: @escaping @Sendable () -> Void
    ) async throws(BrowserFailure) -> LaunchPage {
      let receiver: LoopbackReceiver
      do { receiver = try await LoopbackReceiver.bind(0...0, orAny: false) } catch {
        throw .noBrowser("no port of \(Redirect.loopbackHost) is free for the browser's one-time URL")
      }
      let router = LaunchRouter(
        url: url, authority: "\(Redirect.loopbackHost):\(receiver.port)", rule: rule, report: report, opened: opened)
      receiver.listen(pages: pages, respond: router.response)
      return LaunchPage(router: router, receiver: receiver)
    }

    /// Stops listening. After a request by another user, the user's own browser can load the reason for a while.
    func close() async {
      guard router.wasStoppedByOtherUser else { return await receiver.close() }
      receiver.close(after: Self.explanationTime)
    }
  #else
    func close() async {}
  #endif
}
