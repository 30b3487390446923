import AuthRuntime
import Foundation

/// Stores sessions in memory only: for tests, and for one server if users may sign in again after a restart.
public actor MemorySessionStore: WebSessionStore {
  private struct Lease: Sendable {
    let owner: String
    var end: ContinuousClock.Instant
  }

  /// A key of the index.
  private enum Owner: Sendable, Hashable {
    case subject(WebSessionClient, String)
    case issuerSession(WebSessionClient, String)

    static func all(of record: WebSessionRecord) -> [Owner] {
      [.subject(record.client, record.subject)]
        + (record.issuerSessionID.map { [.issuerSession(record.client, $0)] } ?? [])
    }
  }

  private let maximumSessions: Int
  private let maximumRemembered: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private var records: [SessionIDHash: WebSessionRecord] = [:]
  private var leases: [SessionIDHash: Lease] = [:]
  private var index: [Owner: Set<SessionIDHash>] = [:]
  private var remembered: [RememberedValue.Kind: RememberedValues] = [:]

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - maximumSessions: The number of sessions above which the store rejects new ones.
  ///   - maximumRemembered: The number of values of each kind that the store remembers. Above it, the store forgets those that
  ///     expire first.
  ///   - now: The clock for leases.
  public init(
    maximumSessions: Int = 1_000_000, maximumRemembered: Int = 100_000,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.maximumSessions, self.maximumRemembered, self.now) = (maximumSessions, maximumRemembered, now)
  }

  public func insert(_ record: WebSessionRecord) throws(StoreFailure) {
    guard records[record.id] == nil else { throw .unavailable("a session with this ID exists") }
    guard records.count < maximumSessions else { throw .unavailable("the memory store is full") }
    records[record.id] = record
    for owner in Owner.all(of: record) { index[owner, default: []].insert(record.id) }
  }

  public func find(_ id: SessionIDHash) -> WebSessionRecord? { records[id] }

  public func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) {
    guard let known = records[id], known.lastUsedAt < date else { return }
    records[id]?.lastUsedAt = date
    records[id]?.expiresAt = expiresAt
  }

  @discardableResult
  public func remove(_ id: SessionIDHash) -> Bool {
    guard let record = records.removeValue(forKey: id) else { return false }
    leases[id] = nil
    for owner in Owner.all(of: record) {
      index[owner]?.remove(id)
      if index[owner]?.isEmpty == true { index[owner] = nil }
    }
    return true
  }

  @discardableResult
  public func removeSessions(of client: WebSessionClient, issuerSessionID: String) -> Int {
    remove(sessions(of: client, issuerSessionID: issuerSessionID))
  }

  @discardableResult
  public func removeSessions(of client: WebSessionClient, subject: String, except kept: SessionIDHash?) -> Int {
    remove(sessions(of: client, subject: subject).filter { $0 != kept })
  }

  @discardableResult
  public func removeExpired(at date: Date, limit: Int) -> Int {
    let removed = remove(Set(records.values.lazy.filter { $0.expiresAt <= date }.prefix(max(0, limit)).map(\.id)))
    return RememberedValue.Kind.allCases.reduce(removed) { count, kind in
      count + (remembered[kind]?.removeExpired(at: date, limit: limit - count) ?? 0)
    }
  }

  /// The sessions that belong to a session at the issuer.
  package func sessions(of client: WebSessionClient, issuerSessionID: String) -> Set<SessionIDHash> {
    index[.issuerSession(client, issuerSessionID)] ?? []
  }

  /// The sessions of a user.
  package func sessions(of client: WebSessionClient, subject: String) -> Set<SessionIDHash> {
    index[.subject(client, subject)] ?? []
  }

  private func remove(_ ids: Set<SessionIDHash>) -> Int { ids.count { remove($0) } }
}

extension MemorySessionStore {
  public func takeLease(on id: SessionIDHash, owner: String, for duration: Duration) -> WebSessionLeaseResult {
    guard let record = records[id] else { return .missing }
    if let lease = leases[id], lease.end > now() {
      return lease.owner == owner ? .taken(WebSessionLease(id: id, fence: record.fence)) : .busy
    }
    let fence = record.fence + 1
    records[id]?.fence = fence
    leases[id] = Lease(owner: owner, end: now() + duration)
    return .taken(WebSessionLease(id: id, fence: fence))
  }

  public func extend(_ lease: WebSessionLease, for duration: Duration) -> Bool {
    guard isCurrent(lease), leases[lease.id] != nil else { return false }
    leases[lease.id]?.end = now() + duration
    return true
  }

  public func release(_ lease: WebSessionLease) {
    if isCurrent(lease) { leases[lease.id] = nil }
  }

  public func replaceContents(_ contents: Data, holding lease: WebSessionLease) -> Bool {
    guard isCurrent(lease) else { return false }
    records[lease.id]?.contents = contents
    return true
  }

  public func remove(holding lease: WebSessionLease) -> Bool {
    guard records[lease.id] != nil else { return true }
    return isCurrent(lease) && remove(lease.id)
  }

  public func remember(_ value: RememberedValue) -> Bool {
    remembered[value.kind, default: RememberedValues(maximum: maximumRemembered)].insert(value)
  }

  public func isRemembered(_ value: RememberedValue) -> Bool { remembered[value.kind]?.contains(value) ?? false }

  private func isCurrent(_ lease: WebSessionLease) -> Bool { records[lease.id]?.fence == lease.fence }
}
