#if PostgreSQL
  /// The statements of ``PostgresSessionStore``. Each finds its rows by an index.
  struct PostgresSessionStatements: Sendable {
    /// The end of a lease that starts now. Unlike `now()`, `clock_timestamp()` isn't the time at which the statement began to
    /// wait for another one.
    private static func end(_ microseconds: String) -> String {
      "clock_timestamp() + \(microseconds)::bigint * interval '1 microsecond'"
    }

    let insert, find, touch, remove, removeIssuerSession, removeSubject: PostgresStatement
    let removeExpired, remember, isRemembered, forgetExpired: PostgresStatement
    let take, extend, release, replaceContents, removeHolding: PostgresStatement

    init(_ schema: PostgresSchema) {
      let (sessions, remembered) = (schema.sessions, schema.remembered)
      // A repetition finds its own row, with the same contents.
      insert = PostgresStatement(
        """
        WITH new AS (
          INSERT INTO \(sessions) (id, provider, issuer, client_id, subject, subject_key, issuer_session_id,
            issuer_session_key, created_at, last_used_at, expires_at, absolute_expires_at, contents, fence)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (id) DO NOTHING RETURNING id
        ) SELECT id FROM new UNION SELECT id FROM \(sessions) WHERE id = $1 AND contents = $13
        """)
      find = PostgresStatement(
        """
        SELECT provider, issuer, client_id, subject, issuer_session_id, created_at, last_used_at, expires_at,
          absolute_expires_at, contents, fence FROM \(sessions) WHERE id = $1
        """)
      touch = PostgresStatement(
        "UPDATE \(sessions) SET last_used_at = $2, expires_at = $3 WHERE id = $1 AND last_used_at < $2")
      remove = PostgresStatement("DELETE FROM \(sessions) WHERE id = $1")
      removeIssuerSession = PostgresStatement("DELETE FROM \(sessions) WHERE issuer_session_key = $1")
      removeSubject = PostgresStatement(
        "DELETE FROM \(sessions) WHERE subject_key = $1 AND ($2::bytea IS NULL OR id <> $2)")
      removeExpired = Self.expiry(of: sessions, key: "id")
      forgetExpired = Self.expiry(of: remembered, key: "hash")
      remember = PostgresStatement(
        """
        INSERT INTO \(remembered) AS known (hash, kind, expires_at, attempt) VALUES ($1, $2, $3, $4)
        ON CONFLICT (hash) DO UPDATE SET attempt = $4 WHERE known.attempt = $4
        """)
      isRemembered = PostgresStatement("SELECT hash FROM \(remembered) WHERE hash = $1")

      take = PostgresStatement(
        """
        WITH taken AS (
          UPDATE \(sessions) SET
            fence = CASE WHEN lease_owner = $2 AND lease_until > clock_timestamp() THEN fence ELSE fence + 1 END,
            lease_owner = $2, lease_until = \(Self.end("$3"))
          WHERE id = $1 AND (lease_until IS NULL OR lease_until <= clock_timestamp() OR lease_owner = $2)
          RETURNING fence
        ) SELECT (SELECT fence FROM taken), (SELECT count(*) FROM \(sessions) WHERE id = $1)
        """)
      extend = PostgresStatement(
        """
        UPDATE \(sessions) SET lease_until = \(Self.end("$3"))
        WHERE id = $1 AND fence = $2 AND lease_owner IS NOT NULL
        """)
      release = PostgresStatement(
        "UPDATE \(sessions) SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND fence = $2")
      replaceContents = PostgresStatement("UPDATE \(sessions) SET contents = $3 WHERE id = $1 AND fence = $2")
      // The outer part sees the rows from before the deletion: 0 only if another owner has the lease.
      removeHolding = PostgresStatement(
        """
        WITH gone AS (DELETE FROM \(sessions) WHERE id = $1 AND fence = $2 RETURNING 1)
        SELECT (SELECT count(*) FROM gone)
          + CASE WHEN EXISTS (SELECT 1 FROM \(sessions) WHERE id = $1) THEN 0 ELSE 1 END
        """)
    }

    /// Removes the rows that expired first. Skips rows that another server is removing. An app server whose clock is ahead must
    /// not remove valid sessions, so the rows must also have expired by the database's clock.
    private static func expiry(of table: String, key: String) -> PostgresStatement {
      PostgresStatement(
        """
        DELETE FROM \(table) WHERE \(key) = ANY (ARRAY(
          SELECT \(key) FROM \(table) WHERE expires_at <= LEAST($1, now()) ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)
    }
  }
#endif
