#if SQLite
  import AuthRuntime
  import GRDB

  /// The tables.
  enum SQLiteSchema {
    /// The scripts that lead from one version to the next. A later version adds a script and never changes an earlier one.
    private static let scripts = [
      """
      CREATE TABLE auth_sessions (
        id BLOB PRIMARY KEY NOT NULL,
        provider TEXT NOT NULL,
        issuer TEXT NOT NULL,
        client_id TEXT NOT NULL,
        subject TEXT NOT NULL,
        subject_key BLOB NOT NULL,
        issuer_session_id TEXT,
        issuer_session_key BLOB,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        absolute_expires_at INTEGER NOT NULL,
        contents BLOB NOT NULL,
        fence INTEGER NOT NULL,
        lease_owner TEXT,
        lease_until INTEGER
      ) WITHOUT ROWID;
      CREATE INDEX auth_sessions_subject ON auth_sessions (subject_key);
      CREATE INDEX auth_sessions_issuer_session ON auth_sessions (issuer_session_key)
        WHERE issuer_session_key IS NOT NULL;
      CREATE INDEX auth_sessions_expiry ON auth_sessions (expires_at);
      CREATE TABLE auth_remembered (
        hash BLOB PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        expires_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX auth_remembered_expiry ON auth_remembered (expires_at);
      CREATE TABLE auth_fences (fence INTEGER NOT NULL);
      INSERT INTO auth_fences VALUES (0);
      CREATE TABLE auth_credentials (
        id BLOB PRIMARY KEY NOT NULL,
        contents BLOB,
        refresh_fence INTEGER,
        refresh_owner TEXT,
        refresh_until INTEGER,
        write_fence INTEGER,
        write_owner TEXT,
        write_until INTEGER
      ) WITHOUT ROWID;
      """
    ]

    /// Creates or updates the tables, in a transaction that no other process can interrupt.
    static func migrate(_ database: Database) throws {
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard found <= scripts.count else {
        throw StoreFailure.unavailable(
          "the tables have version \(found), but this program knows only version \(scripts.count); update it")
      }
      for script in scripts.dropFirst(found) { try database.execute(sql: script) }
      if found < scripts.count { try database.execute(sql: "PRAGMA user_version = \(scripts.count)") }
    }
  }
#endif
