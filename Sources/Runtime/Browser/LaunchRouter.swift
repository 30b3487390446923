#if Loopback
  import Foundation
  import NIOHTTP1

  /// Decides about each request for the one-time address that a browser gets in place of the authorization URL.
  ///
  /// Every user of a machine can read the command line of a browser, and the authorization URL holds `state`, `nonce` and
  /// the code challenge. The one-time address on the command line leads to that URL once, and only for this user.
  final class LaunchRouter: Sendable {
    /// What happens at the address.
    enum Event: Sendable, Hashable {
      case opened
      case misused(BrowserFailure)
    }

    private let authority: String
    private let path: String
    private let destination: URL
    private let owner: @Sendable (LoopbackPeer?) -> PeerOwner
    private let report: @Sendable (Event) -> Void
    private let isSpent = Guarded(false)

    /// - Parameters:
    ///   - path: The random path of the address.
    ///   - destination: The URL that the browser is sent to.
    ///   - owner: Finds the user behind a connection.
    ///   - report: Receives each event. It is called before the browser gets the response.
    init(
      authority: String, path: String, destination: URL,
      owner: @escaping @Sendable (LoopbackPeer?) -> PeerOwner = PeerOwner.init(of:),
      report: @escaping @Sendable (Event) -> Void
    ) {
      (self.authority, self.path, self.destination) = (authority, path, destination)
      (self.owner, self.report) = (owner, report)
    }

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
      // Another name for this address means DNS rebinding.
      guard request.headers["host"] == authority else { return LoopbackAnswer(421) }
      guard request.target == path else { return LoopbackAnswer(404) }
      // A scanner of links that sends HEAD, or a prefetch, neither counts nor learns the destination.
      guard request.method == "GET" else { return LoopbackAnswer(405) }
      guard !request.isForNobody else { return LoopbackAnswer(403) }
      guard owner(request.peer) != .anotherUser else { return stop(.openedByAnotherUser) }
      let isFirst = isSpent.withLock { isSpent in
        defer { isSpent = true }
        return !isSpent
      }
      guard isFirst else { return stop(.openedTwice) }
      report(.opened)
      return LoopbackAnswer(303, location: destination)
    }

    /// From here on nobody gets the destination.
    private func stop(_ failure: BrowserFailure) -> LoopbackAnswer {
      isSpent.withLock { $0 = true }
      report(.misused(failure))
      return LoopbackAnswer(410, page: .intercepted)
    }

    /// The header fields of the redirect, which nothing may keep.
    static func headers(to destination: URL) -> HTTPHeaders {
      [
        "Location": destination.absoluteString, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
      ]
    }
  }
#endif
