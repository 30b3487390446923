#if PostgreSQL
  import CLibPQ
  import Crypto
  import Foundation

  /// A statement with placeholders (`$1`).
  struct PostgresStatement: Sendable, Hashable {
    let text: String
    /// The same text has the same name in every process, because a pooler may give this client the connection of another one.
    let name: String

    init(_ text: String) {
      self.text = text
      name =
        "auth_" + SHA256.hash(data: Data(text.utf8)).prefix(12).map { String($0, radix: 16) }.joined(separator: "_")
    }
  }

  /// The result of a statement.
  struct PostgresResult: Sendable, Hashable {
    var rows: [PostgresRow] = []
    /// The number of rows that the statement returned or changed.
    var count = 0
  }

  /// A connection that opens itself when it's used, and again after it was lost.
  ///
  /// libpq runs on a thread of the connection's own queue, so it never blocks a thread of the concurrency pool. There are no more
  /// threads than connections.
  final class PostgresConnection: Sendable {
    private let queue = DispatchQueue(label: "swift-auth.postgres")
    private let link: PostgresLink

    init(_ configuration: PostgresConfiguration) {
      link = PostgresLink(configuration)
    }

    deinit {
      // The queue may still be using the link.
      queue.async { [link] in link.close() }
    }

    /// Executes a statement. If the connection is open, the statement is sent at once, so that the server works while the
    /// connection's thread starts to wait for it.
    func execute(
      _ statement: PostgresStatement, _ values: [PostgresValue], isPrepared: Bool
    ) async throws(PostgresFailure) -> PostgresResult {
      let isSent = link.send(statement, values, isPrepared: isPrepared)
      return try await run(isSent: isSent) { link throws(PostgresFailure) in
        isSent ? try link.receive() : try link.execute(statement, values, isPrepared: isPrepared)
      }
    }

    /// Runs `body` on the connection's thread.
    ///
    /// - Parameter isSent: Whether the response to a statement may already be available.
    func run<Value: Sendable>(
      isSent: Bool = false, _ body: @escaping @Sendable (PostgresLink) throws(PostgresFailure) -> Value
    ) async throws(PostgresFailure) -> Value {
      let result: Result<Value, PostgresFailure> = await withCheckedContinuation { continuation in
        queue.async { [link] in
          continuation.resume(returning: Result { () throws(PostgresFailure) in try link.use(isSent: isSent, body) })
        }
      }
      return try result.get()
    }
  }
#endif
