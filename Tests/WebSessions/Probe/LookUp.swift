#if PostgreSQL
  import AuthPostgres
  import AuthRuntime
  import AuthWeb
  import CLibPQ
  import Crypto
  import Foundation

  /// Compares looking up sessions with a bare `SELECT` of the same columns by the primary key, through libpq alone. Row N has
  /// the SHA-256 hash of the text N as its ID.
  enum LookUp {
    private static let rounds = 5

    static func measure(count: Int) async throws {
      let url = WebSessionProbe.environment("AUTH_DATABASE")
      let database = PostgresDatabase(try PostgresConfiguration(url: Secret(url)))
      let store = PostgresSessionStore(database)
      guard let bare = BareSelect(url) else { exit(1) }
      let rows = Int(WebSessionProbe.environment("AUTH_ROWS")) ?? 1_000_000
      var ratios: [Double] = []
      for _ in 0..<rounds {
        let ids = (0..<count).map { _ in id(Int.random(in: 1...rows)) }
        // In turn, so that both have the same share of a busy machine.
        var (own, plain) = (Duration.zero, Duration.zero)
        for part in stride(from: 0, to: count, by: 50) {
          let ids = ids[part..<min(part + 50, count)]
          plain += try await time { for id in ids { guard bare.find(id) else { exit(2) } } }
          own += try await time {
            for id in ids { guard try await store.find(hash(id)) != nil else { exit(3) } }
          }
        }
        ratios.append(own / plain)
        WebSessionProbe.say("bare \(plain / .microseconds(count)) µs, store \(own / .microseconds(count)) µs")
      }
      WebSessionProbe.say("ratio \(ratios.sorted()[rounds / 2])")
      try await measureParallel(store, bare, rows)
    }

    /// Many callers at a time, as in a server.
    private static func measureParallel(_ store: PostgresSessionStore, _ bare: BareSelect, _ rows: Int) async throws {
      let (callers, each) = (64, 100)
      let duration = try await time {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<callers {
            group.addTask {
              for _ in 0..<each { _ = try await store.find(hash(id(Int.random(in: 1...rows)))) }
            }
          }
          try await group.waitForAll()
        }
      }
      WebSessionProbe.say(
        "parallel \(duration / .microseconds(callers * each)) µs for each look-up of \(callers) callers")
    }

    private static func time(_ body: () async throws -> Void) async throws -> Duration {
      let start = ContinuousClock.now
      try await body()
      return ContinuousClock.now - start
    }

    private static func id(_ number: Int) -> Data { Data(SHA256.hash(data: Data("\(number)".utf8))) }

    private static func hash(_ id: Data) -> SessionIDHash {
      guard let hash = SessionIDHash(bytes: id) else { exit(4) }
      return hash
    }
  }

  /// A prepared statement, executed by libpq's blocking function.
  private final class BareSelect {
    private static let sql = """
      SELECT provider, issuer, client_id, subject, issuer_session_id, created_at, last_used_at, expires_at,
        absolute_expires_at, contents, fence FROM public.auth_sessions WHERE id = $1
      """
    private let connection: OpaquePointer

    init?(_ url: String) {
      guard let connection = PQconnectdb(url) else { return nil }
      self.connection = connection
      let prepared = PQprepare(connection, "bare", Self.sql, 1, [17])
      guard PQresultStatus(prepared) == PGRES_COMMAND_OK else { return nil }
      PQclear(prepared)
    }

    deinit { PQfinish(connection) }

    func find(_ id: Data) -> Bool {
      let result = id.withUnsafeBytes { bytes in
        PQexecPrepared(
          connection, "bare", 1, [bytes.baseAddress?.assumingMemoryBound(to: CChar.self)], [Int32(id.count)], [1], 1)
      }
      defer { PQclear(result) }
      return PQntuples(result) == 1
    }
  }
#endif
