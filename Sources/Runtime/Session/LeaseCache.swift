/// The credential as most callers need it, without the record's actor: thousands of callers at once would wait for one another.
final class LeaseCache: Sendable {
  private let state = Guarded<Session.Lease?>(nil)

  /// The credential; `nil` while a caller has to ask the record.
  var lease: Session.Lease? { state.withLock { $0 } }

  /// Shows the credential, unless a caller has done so before.
  func fill(_ lease: @Sendable () -> Session.Lease) {
    state.withLock { if $0 == nil { $0 = lease() } }
  }

  /// Shows nothing until a change is complete.
  func clear() {
    state.withLock { $0 = nil }
  }
}
