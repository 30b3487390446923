#if Hummingbird
  import AuthRuntime
  import AuthWeb
  import Foundation
  import Hummingbird

  /// Stores the sessions of **one** server with a driver of Hummingbird.
  ///
  /// ```swift
  /// let sessions = PersistSessionStore(MemoryPersistDriver())
  /// ```
  ///
  /// A driver can't compare and set, so it can't keep servers from renewing the same tokens. Leases and the index of users are in
  /// this process. Sessions that were stored by an earlier process are found by their ID. To end those of a user or of the issuer's
  /// session, use a store in a database.
  @available(macOS 14, iOS 17, tvOS 17, *)
  public actor PersistSessionStore: WebSessionStore {
    private let driver: any PersistDriver
    /// The sessions that this process knows, with their leases. Their contents are in the driver.
    private let known: MemorySessionStore
    /// Drivers have no atomic changes, and this actor can run other calls while it waits. So a queue orders each session's changes.
    private let changes = (0..<64).map { _ in TaskQueue() }

    /// Creates a store.
    ///
    /// - Parameter driver: The driver. It removes expired sessions itself.
    public init(_ driver: any PersistDriver) {
      (self.driver, known) = (driver, MemorySessionStore())
    }

    public func insert(_ record: WebSessionRecord) async throws(StoreFailure) {
      // In the queue, so that a sign-out that finds the new session waits until the driver has it.
      try await changing(record.id) { store throws(StoreFailure) in
        try await store.known.insert(record.withoutContents)
        do throws(StoreFailure) { try await store.create(record) } catch {
          await store.known.remove(record.id)
          throw error
        }
      }
    }

    public func find(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord? {
      guard var record = try await read(id) else { return nil }
      if let fence = await known.find(id)?.fence {
        record.fence = fence
        return record
      }
      // An earlier process stored the session. It may be removed at the same time.
      return try await changing(id) { store throws(StoreFailure) in
        guard let record = try await store.read(id) else { return nil }
        if await store.known.find(id) == nil { try? await store.known.insert(record.withoutContents) }
        return record
      }
    }

    public func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async throws(StoreFailure) {
      try await changing(id) { store throws(StoreFailure) in
        guard var record = try await store.read(id), record.lastUsedAt < date else { return }
        (record.lastUsedAt, record.expiresAt) = (date, expiresAt)
        try await store.write(record)
        await store.known.touch(id, usedAt: date, expiresAt: expiresAt)
      }
    }

    @discardableResult
    public func remove(_ id: SessionIDHash) async throws(StoreFailure) -> Bool {
      try await changing(id) { store throws(StoreFailure) in
        let isStored = try await store.read(id) != nil
        try await store.erase(id)
        return await store.known.remove(id) || isStored
      }
    }

    @discardableResult
    public func removeSessions(of client: WebSessionClient, issuerSessionID: String) async throws(StoreFailure) -> Int {
      try await remove(await known.sessions(of: client, issuerSessionID: issuerSessionID))
    }

    @discardableResult
    public func removeSessions(
      of client: WebSessionClient, subject: String, except kept: SessionIDHash?
    ) async throws(StoreFailure) -> Int {
      try await remove(await known.sessions(of: client, subject: subject).filter { $0 != kept })
    }

    @discardableResult
    public func removeExpired(at date: Date, limit: Int) async -> Int {
      await known.removeExpired(at: date, limit: limit)
    }

    private func remove(_ ids: Set<SessionIDHash>) async throws(StoreFailure) -> Int {
      var count = 0
      for id in ids where try await remove(id) { count += 1 }
      return count
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  extension PersistSessionStore {
    public func takeLease(
      on id: SessionIDHash, owner: String, for duration: Duration
    ) async throws(StoreFailure) -> WebSessionLeaseResult {
      guard try await find(id) != nil else { return .missing }
      return await known.takeLease(on: id, owner: owner, for: duration)
    }

    public func extend(_ lease: WebSessionLease, for duration: Duration) async -> Bool {
      await known.extend(lease, for: duration)
    }

    public func release(_ lease: WebSessionLease) async { await known.release(lease) }

    public func replaceContents(_ contents: Data, holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
      try await changing(lease.id) { store throws(StoreFailure) in
        guard await store.known.replaceContents(Data(), holding: lease), var record = try await store.read(lease.id)
        else { return false }
        record.contents = contents
        try await store.write(record)
        return true
      }
    }

    public func remove(holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
      try await changing(lease.id) { store throws(StoreFailure) in
        guard await store.known.remove(holding: lease) else { return false }
        try await store.erase(lease.id)
        return true
      }
    }

    public func remember(_ value: RememberedValue) async -> Bool { await known.remember(value) }

    public func isRemembered(_ value: RememberedValue) async -> Bool { await known.isRemembered(value) }
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  extension PersistSessionStore {
    private func changing<Value: Sendable>(
      _ id: SessionIDHash,
      _ change: @escaping @Sendable (isolated PersistSessionStore) async throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
      let queue = changes[Int(id.bytes.first ?? 0) % changes.count]
      return try await queue.add { () async throws(StoreFailure) in try await change(self) }.value.get()
    }

    private func erase(_ id: SessionIDHash) async throws(StoreFailure) {
      try await attempt { try await driver.remove(key: id.key) }
    }

    private func read(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord? {
      try await attempt { try await driver.get(key: id.key, as: StoredSession.self) }?.record(id)
    }

    private func create(_ record: WebSessionRecord) async throws(StoreFailure) {
      try await attempt {
        try await driver.create(key: record.id.key, value: StoredSession(record), expires: record.remainingTime)
      }
    }

    private func write(_ record: WebSessionRecord) async throws(StoreFailure) {
      try await attempt {
        try await driver.set(key: record.id.key, value: StoredSession(record), expires: record.remainingTime)
      }
    }

    private func attempt<Value: Sendable>(_ body: () async throws -> Value) async throws(StoreFailure) -> Value {
      do { return try await body() } catch { throw .unavailable("\(error)") }
    }
  }

  /// A session in a driver.
  private struct StoredSession: Codable, Sendable {
    var provider, issuer, clientID, subject: String
    var issuerSessionID: String?
    var createdAt, lastUsedAt, expiresAt, absoluteExpiresAt: Double
    var contents: Data

    init(_ record: WebSessionRecord) {
      (provider, issuer, clientID) = (record.client.provider, record.client.issuer, record.client.clientID)
      (subject, issuerSessionID, contents) = (record.subject, record.issuerSessionID, record.contents)
      createdAt = record.createdAt.timeIntervalSince1970
      lastUsedAt = record.lastUsedAt.timeIntervalSince1970
      expiresAt = record.expiresAt.timeIntervalSince1970
      absoluteExpiresAt = record.absoluteExpiresAt.timeIntervalSince1970
    }

    func record(_ id: SessionIDHash) -> WebSessionRecord {
      WebSessionRecord(
        id: id, client: WebSessionClient(provider: provider, issuer: issuer, clientID: clientID), subject: subject,
        issuerSessionID: issuerSessionID, createdAt: Date(timeIntervalSince1970: createdAt),
        lastUsedAt: Date(timeIntervalSince1970: lastUsedAt), expiresAt: Date(timeIntervalSince1970: expiresAt),
        absoluteExpiresAt: Date(timeIntervalSince1970: absoluteExpiresAt), contents: contents)
    }
  }

  extension SessionIDHash {
    fileprivate var key: String {
      "auth-session-" + bytes.map { String(UInt16($0) + 256, radix: 16).suffix(2) }.joined()
    }
  }

  extension WebSessionRecord {
    fileprivate var remainingTime: Duration { .seconds(max(1, absoluteExpiresAt.timeIntervalSinceNow)) }

    fileprivate var withoutContents: WebSessionRecord {
      var record = self
      record.contents = Data()
      return record
    }
  }
#endif
