import Foundation

/// Decides whether the process at the other end of a connection may be the user's browser.
struct LaunchPeerRule: Sendable {
  enum Verdict: Sendable {
    case ownUser, otherUser, gone
  }

  /// The user of this process.
  var user = Self.thisUser
  /// Whether a browser outside of this system arrives through a relay, as the browser of Windows does under WSL. The relay runs as
  /// root, or has no process here at all.
  var acceptsRelay = false
  /// Whether the system said who owns a connection when the address was made. From then on, no response means no permission: another
  /// user could exhaust this process's file descriptors.
  var isOwnerKnown = PeerOwner.isKnown
  var owner: @Sendable (LoopbackConnection) -> PeerOwner = { PeerOwner(of: $0) }

  func judge(_ connection: LoopbackConnection?) -> Verdict {
    guard let connection else { return .gone }
    switch owner(connection) {
    case .user(let found) where found == user || (acceptsRelay && found == 0): return .ownUser
    case .user: return .otherUser
    case .noProcess: return acceptsRelay ? .ownUser : .gone
    case .unknown: return isOwnerKnown ? .gone : .ownUser
    }
  }

  private static var thisUser: UInt32 {
    #if os(Windows)
      0
    #else
      geteuid()
    #endif
  }
}
