#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// A callback that another process of the app was started with, and waits to be told whether it was wanted.
  public struct ForwardedCallback: Sendable {
    /// The callback as the browser gave it. It holds a code: do not log it.
    public let url: URL
    private let reply: HandOffReply

    init(url: URL, _ reply: HandOffReply) {
      (self.url, self.reply) = (url, reply)
    }

    /// Tells the other process, which then ends or asks another one. Only the first answer counts. A callback
    /// that is thrown away without one is not wanted.
    public func respond(isAccepted: Bool) { reply.give(isTaken: isAccepted) }

    /// Answers by whether the body takes the callback: one that throws does not.
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
