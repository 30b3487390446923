import Foundation

/// Decides whether the process at the other end of a connection may be the user's browser.
struct LaunchPeerRule: Sendable {
  enum Peer: Sendable {
    case ownUser, otherUser, gone
  }

  /// The user of this process.
  var user = Self.thisUser
  /// Whether a browser outside this system connects through a relay, as the browser of Windows does under WSL. The relay
  /// runs as root, or isn't a process on this system.
  var acceptsRelay = false
  /// Whether the system reported connection owners when the one-time URL was created. If it did, a missing owner is rejected
  /// later, because another user could have exhausted this process's file descriptors.
  var isOwnerKnown = PeerOwner.isKnown
  var owner: @Sendable (LoopbackConnection) -> PeerOwner = { PeerOwner(of: $0) }

  func check(_ connection: LoopbackConnection?) -> Peer {
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
