/// The credential for callers that don't wait for the record's actor, which would make thousands of concurrent callers
/// wait for one another.
final class LeaseCache: Sendable {
  private let state = Guarded<Session.Lease?>(nil)

  /// The credential, or `nil` while callers have to ask the record.
  var lease: Session.Lease? { state.withLock { $0 } }

  /// Sets the credential, unless another caller has already done so.
  func fill(_ lease: @Sendable () -> Session.Lease) {
    state.withLock { if $0 == nil { $0 = lease() } }
  }

  /// Removes the credential until a change is complete.
  func clear() {
    state.withLock { $0 = nil }
  }
}
