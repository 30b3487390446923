#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// A callback from another process of the app, which waits for a response.
  public struct ForwardedCallback: Sendable {
    /// The callback, as the browser passed it. It contains a code, so don't log it.
    public let url: URL
    private let reply: HandOffReply

    init(url: URL, _ reply: HandOffReply) {
      (self.url, self.reply) = (url, reply)
    }

    /// Responds to the other process, which then exits or tries the next process. Only the first response counts. Discarding a
    /// callback without a response rejects it.
    public func respond(isAccepted: Bool) { reply.give(isTaken: isAccepted) }

    /// Runs `body` with the callback's URL, and accepts the callback unless `body` throws.
    public func handle(_ body: (URL) async throws -> Void) async {
      do {
        try await body(url)
        respond(isAccepted: true)
      } catch {
        respond(isAccepted: false)
      }
    }
  }

  extension ForwardedCallback: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<callback>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
