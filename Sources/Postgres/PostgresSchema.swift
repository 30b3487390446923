#if PostgreSQL
  /// The tables, and their names in SQL.
  struct PostgresSchema: Sendable {
    /// The number of the advisory lock for migrations: `auth` in ASCII, and the same for every version.
    static let lock = Int64(0x6175_7468)

    let sessions, remembered, credentials, fences, versions, quoted: String
    private let name: String

    init(name: String) {
      self.name = name
      let quoted = "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      self.quoted = quoted
      sessions = "\(quoted).auth_sessions"
      remembered = "\(quoted).auth_remembered"
      credentials = "\(quoted).auth_credentials"
      fences = "\(quoted).auth_fences"
      versions = "\(quoted).auth_version"
    }

    /// Creates the tables of the first version. A later version adds another script and never changes this one.
    ///
    /// Sealed contents don't compress. Pages leave room for new row versions, so that leases don't change indexes.
    var firstVersion: String {
      """
      CREATE TABLE \(sessions) (
        id bytea PRIMARY KEY,
        provider text NOT NULL,
        issuer text NOT NULL,
        client_id text NOT NULL,
        subject text NOT NULL,
        subject_key bytea NOT NULL,
        issuer_session_id text,
        issuer_session_key bytea,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        absolute_expires_at timestamptz NOT NULL,
        contents bytea NOT NULL,
        fence bigint NOT NULL,
        lease_owner text,
        lease_until timestamptz
      ) WITH (fillfactor = 80);
      ALTER TABLE \(sessions) ALTER COLUMN contents SET STORAGE EXTERNAL;
      CREATE INDEX auth_sessions_subject ON \(sessions) (subject_key);
      CREATE INDEX auth_sessions_issuer_session ON \(sessions) (issuer_session_key)
        WHERE issuer_session_key IS NOT NULL;
      CREATE INDEX auth_sessions_expiry ON \(sessions) (expires_at);
      CREATE TABLE \(remembered) (
        hash bytea PRIMARY KEY,
        kind text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX auth_remembered_expiry ON \(remembered) (expires_at);
      CREATE SEQUENCE \(fences);
      CREATE TABLE \(credentials) (
        id bytea PRIMARY KEY,
        contents bytea,
        refresh_fence bigint,
        refresh_owner text,
        refresh_until timestamptz,
        write_fence bigint,
        write_owner text,
        write_until timestamptz
      ) WITH (fillfactor = 80);
      ALTER TABLE \(credentials) ALTER COLUMN contents SET STORAGE EXTERNAL;
      """
    }

    /// A repetition of the same attempt to remember a value succeeds again.
    private var secondVersion: String { "ALTER TABLE \(remembered) ADD COLUMN attempt text;" }

    /// The scripts that lead from one version to the next.
    var scripts: [String] { [firstVersion, secondVersion] }
  }
#endif
