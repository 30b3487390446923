#if SQLite
  /// The statements of ``SQLiteSessionStore``. Each finds its rows by an index.
  enum SQLiteSessionStatements {
    static let insert = """
      INSERT INTO auth_sessions (id, provider, issuer, client_id, subject, subject_key, issuer_session_id,
        issuer_session_key, created_at, last_used_at, expires_at, absolute_expires_at, contents, fence)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """
    static let find = "SELECT * FROM auth_sessions WHERE id = ?"
    static let touch = "UPDATE auth_sessions SET last_used_at = ?, expires_at = ? WHERE id = ? AND last_used_at < ?"
    static let remove = "DELETE FROM auth_sessions WHERE id = ?"
    static let removeIssuerSession = "DELETE FROM auth_sessions WHERE issuer_session_key = ?"
    static let removeSubject = "DELETE FROM auth_sessions WHERE subject_key = ? AND id IS NOT ?"
    static let removeExpired = expiry(of: "auth_sessions", key: "id")
    static let forgetExpired = expiry(of: "auth_remembered", key: "hash")
    static let remember = """
      INSERT INTO auth_remembered (hash, kind, expires_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING
      """
    static let isRemembered = "SELECT 1 FROM auth_remembered WHERE hash = ?"
    static let take = """
      UPDATE auth_sessions SET
        fence = CASE WHEN lease_owner = :owner AND lease_until > :now THEN fence ELSE fence + 1 END,
        lease_owner = :owner, lease_until = :end
      WHERE id = :id AND (lease_until IS NULL OR lease_until <= :now OR lease_owner = :owner) RETURNING fence
      """
    /// Shortens the lease of another owner so that it ends no later than a lease that starts now. Otherwise, if the system's clock
    /// was set back and the owner has ended, the lease would last until the clock reaches its end. A running owner extends it.
    static let shorten = "UPDATE auth_sessions SET lease_until = :end WHERE id = :id AND lease_until > :end"
    static let exists = "SELECT 1 FROM auth_sessions WHERE id = ?"
    static let extend =
      "UPDATE auth_sessions SET lease_until = ? WHERE id = ? AND fence = ? AND lease_owner IS NOT NULL"
    static let release = "UPDATE auth_sessions SET lease_owner = NULL, lease_until = NULL WHERE id = ? AND fence = ?"
    static let replaceContents = "UPDATE auth_sessions SET contents = ? WHERE id = ? AND fence = ?"
    static let removeHolding = "DELETE FROM auth_sessions WHERE id = ? AND fence = ?"

    private static func expiry(of table: String, key: String) -> String {
      """
      DELETE FROM \(table) WHERE \(key) IN (
        SELECT \(key) FROM \(table) WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)
      """
    }
  }
#endif
