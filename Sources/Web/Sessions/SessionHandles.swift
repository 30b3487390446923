import AuthRuntime
import Foundation

/// The client of one web session. All requests of a session that run at the same time in this process share one, and so
/// they share its refresh.
final class SessionHandle<Provider: UserIdentifying>: Sendable {
  let client: AuthClient<Provider>
  private let onEnd: @Sendable () -> Void

  fileprivate init(_ client: AuthClient<Provider>, onEnd: @escaping @Sendable () -> Void) {
    (self.client, self.onEnd) = (client, onEnd)
  }

  deinit { onEnd() }
}

/// The handles that are in use in this process. The requests keep them alive, so their number is limited by that of the
/// running requests.
final class SessionHandles<Provider: UserIdentifying>: Sendable {
  private struct Weak: Sendable {
    weak var handle: SessionHandle<Provider>?
  }

  private let handles = Guarded<[SessionIDHash: Weak]>([:])

  func handle(of id: SessionIDHash, _ make: @Sendable () -> AuthClient<Provider>) -> SessionHandle<Provider> {
    handles.withLock { [self] handles in
      if let known = handles[id]?.handle { return known }
      let new = SessionHandle(make()) { [weak self] in self?.forget(id) }
      handles[id] = Weak(handle: new)
      return new
    }
  }

  /// The number of handles, for tests.
  var count: Int { handles.withLock { $0.count } }

  private func forget(_ id: SessionIDHash) {
    // A new request may have made another handle in the meantime. It's released after the lock, which its end takes, too.
    let other = handles.withLock { handles in
      let other = handles[id]?.handle
      if other == nil { handles[id] = nil }
      return other
    }
    withExtendedLifetime(other) {}
  }
}
