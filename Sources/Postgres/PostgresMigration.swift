#if PostgreSQL
  extension PostgresDatabase {
    /// Creates the tables, or updates those of an earlier version of this package.
    ///
    /// Call it whenever a server starts. Servers that start at the same time wait for each other. The role needs the right to
    /// create tables in the schema, which must exist.
    ///
    /// - Throws: ``PostgresFailure/newerTables(version:known:)`` if a newer version of this package created the tables.
    public func migrate() async throws(PostgresFailure) {
      let scripts = schema.scripts
      if try await tableVersion() == scripts.count { return }
      let versions = schema.versions
      let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
      let read = PostgresStatement("SELECT max(version)::bigint FROM \(versions)")
      try await transaction { link throws(PostgresFailure) in
        // Released when the transaction ends, so it works with poolers too.
        _ = try link.execute(lock, [.integer(PostgresSchema.lock)], isPrepared: false)
        try link.execute(script: "CREATE TABLE IF NOT EXISTS \(versions) (version integer PRIMARY KEY)")
        let found = try link.execute(read, [], isPrepared: false).rows.first?.integer(0) ?? 0
        guard found <= scripts.count else { throw .newerTables(version: Int(found), known: scripts.count) }
        for (index, script) in scripts.enumerated() where index >= found {
          try link.execute(script: script)
          try link.execute(script: "INSERT INTO \(versions) VALUES (\(index + 1))")
        }
      }
    }

    /// The version of the tables, or 0 if there are none. Without a lock, so that a role that can't create tables can start a
    /// server.
    private func tableVersion() async throws(PostgresFailure) -> Int {
      let read = PostgresStatement("SELECT max(version)::bigint FROM \(schema.versions)")
      do throws(PostgresFailure) {
        return Int(try await execute(read).rows.first?.integer(0) ?? 0)
      } catch .server(state: "42P01", message: _) {
        return 0
      }
    }
  }
#endif
