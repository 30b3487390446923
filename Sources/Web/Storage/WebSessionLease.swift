import Foundation

/// The exclusive right to renew the tokens of a session, for a limited time.
///
/// A server that is suspended may still believe that it holds a lease that has expired. Its fencing number is then too low,
/// and the store rejects its writes.
public struct WebSessionLease: Sendable, Hashable {
  /// The session.
  public let id: SessionIDHash
  /// The fencing number: how many leases this session has had, with this one.
  public let fence: Int64

  /// Creates a lease with the number from the database.
  public init(id: SessionIDHash, fence: Int64) {
    (self.id, self.fence) = (id, fence)
  }
}

/// The result of ``WebSessionStore/takeLease(on:owner:for:)``.
public enum WebSessionLeaseResult: Sendable, Hashable {
  /// The caller has the lease.
  case taken(WebSessionLease)
  /// Another owner has the lease.
  case busy
  /// The session doesn't exist.
  case missing
}
