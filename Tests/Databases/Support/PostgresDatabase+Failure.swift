#if PostgreSQL
  @testable import AuthPostgres

  extension PostgresDatabase {
    /// Executes a statement, and returns its failure, or `nil` if it succeeds.
    func failure(of statement: PostgresStatement, _ values: [PostgresValue] = []) async -> PostgresFailure? {
      do throws(PostgresFailure) { _ = try await execute(statement, values) } catch { return error }
      return nil
    }
  }
#endif
