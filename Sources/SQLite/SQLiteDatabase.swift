#if SQLite
  import AuthRuntime
  import Foundation
  import GRDB

  /// An SQLite database with the sessions and credentials of one server. Several processes of that server may share it.
  ///
  /// ```swift
  /// let database = try await SQLiteDatabase.open(URL(filePath: "/var/lib/acme/sessions.sqlite"))
  /// let sessions = SQLiteSessionStore(database)
  /// ```
  ///
  /// The database uses a write-ahead log, so its folder also contains files with the suffixes `-wal` and `-shm`. Don't put it on
  /// a network file system.
  public final class SQLiteDatabase: Sendable {
    private static let maximumWait: TimeInterval = 10

    private let pool: DatabasePool
    private let now: @Sendable () -> Date

    private init(_ pool: DatabasePool, _ now: @escaping @Sendable () -> Date) { (self.pool, self.now) = (pool, now) }

    /// Opens a database, and creates its file and its tables if they're missing.
    ///
    /// - Parameters:
    ///   - file: The file. If it's missing, only this user can read the new one. Its folder must exist, and other users must not be
    ///     able to write to it.
    ///   - now: The clock for leases.
    /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the file can't be opened, if another user can change it, if everyone can
    ///   write to its folder, or if a newer version of this package created it.
    public static func open(
      _ file: URL, now: @escaping @Sendable () -> Date = { Date() }
    ) async throws(StoreFailure) -> SQLiteDatabase {
      let path = file.path
      let result: Result<DatabasePool, StoreFailure> = await withCheckedContinuation { continuation in
        DispatchQueue(label: "swift-auth.sqlite").async {
          continuation.resume(returning: Result { () throws(StoreFailure) in try opened(path) })
        }
      }
      return SQLiteDatabase(try result.get(), now)
    }

    private static func opened(_ path: String) throws(StoreFailure) -> DatabasePool {
      try PrivateFile.create(path)
      return try attempt {
        var configuration = Configuration()
        configuration.busyMode = .timeout(maximumWait)
        let pool = try openPool(path, configuration)
        // A function that writes returns when the data would survive a crash of the machine.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write(SQLiteSchema.migrate)
        return pool
      }
    }

    /// SQLite can report a lock at once, without the wait above, while another process writes to a new file.
    static func openPool(
      _ path: String, _ configuration: Configuration,
      pause: () -> Void = { Thread.sleep(forTimeInterval: .random(in: 0.005...0.02)) }
    ) throws -> DatabasePool {
      let start = ContinuousClock.now
      while true {
        do {
          return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError
          where error.resultCode == .SQLITE_BUSY && ContinuousClock.now - start < .seconds(maximumWait)
        {
          pause()
        }
      }
    }

    /// Runs `body` in a transaction that writes.
    ///
    /// - Parameter body: Called with the time in milliseconds since 1970, after all earlier writes have ended.
    func write<Value: Sendable>(
      _ body: @escaping @Sendable (Database, Int64) throws -> Value
    ) async throws(StoreFailure) -> Value {
      do {
        return try await pool.write { [now] in try body($0, SQLiteTime.milliseconds(of: now())) }
      } catch {
        throw Self.failure(error)
      }
    }

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
      do { return try await pool.read(body) } catch { throw Self.failure(error) }
    }

    private static func attempt<Value>(_ body: () throws -> Value) throws(StoreFailure) -> Value {
      do { return try body() } catch { throw failure(error) }
    }

    /// The arguments of a statement never become part of a failure.
    private static func failure(_ error: any Error) -> StoreFailure {
      switch error {
      case let failure as StoreFailure: failure
      case let error as DatabaseError:
        .unavailable("SQLite reports \(error.extendedResultCode.rawValue) (\(error.message ?? "no message"))")
      case is RowDecodingError: .corrupt
      case is CancellationError: .unavailable("waiting for the database was canceled")
      default: .unavailable("the database failed")
      }
    }
  }

  /// Times in the database: milliseconds since 1970.
  enum SQLiteTime {
    static func milliseconds(of date: Date) -> Int64 {
      Int64(min(max((date.timeIntervalSince1970 * 1000).rounded(), -1e17), 1e17))
    }

    static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
  }

  extension Duration {
    var wholeMilliseconds: Int64 {
      let (seconds, attoseconds) = components
      // Longer than any lease, and no overflow of a date.
      let limit = Int64(1) << 40
      return min(max(seconds, -limit), limit) * 1000 + attoseconds / 1_000_000_000_000_000
    }
  }
#endif
