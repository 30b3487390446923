#if PostgreSQL
  import AuthConfiguration
  import AuthRuntime

  /// The reason that PostgreSQL didn't execute a statement. It never contains a password or a statement's parameters.
  public enum PostgresFailure: Error, Sendable, Hashable {
    /// The connection settings can't be used. The string contains the reason.
    case invalidConfiguration(String)
    /// The server can't be reached, isn't ready, or closed the connection. The string is the message of libpq.
    case unavailable(String)
    /// The server rejects this client, for example because of its password or the server's certificate. The string is the
    /// message of libpq.
    case rejected(String)
    /// No connection became free in time.
    case busy
    /// The server didn't execute the statement in time. It may still do so.
    case timedOut
    /// The task was canceled before the statement was sent.
    case canceled
    /// The database was closed.
    case closed
    /// The server rejected the statement. `state` is the SQLSTATE, and `message` the server's primary message.
    case server(state: String, message: String)
    /// The result doesn't have the form of this version's tables.
    case unexpectedResult
    /// A newer version of this package created the tables.
    case newerTables(version: Int, known: Int)
  }

  extension PostgresFailure: CustomStringConvertible {
    public var description: String {
      switch self {
      case .invalidConfiguration(let reason): "the settings of the database can't be used: \(reason.plainText())"
      case .unavailable(let reason): "the database isn't available: \(reason.plainText())"
      case .rejected(let reason): "the database rejects the connection: \(reason.plainText())"
      case .busy: "no connection to the database became free in time"
      case .timedOut: "the database didn't respond in time"
      case .canceled: "waiting for the database was canceled"
      case .closed: "the database was closed"
      case .server("42P01", let message):
        "the database rejects a statement (SQLSTATE 42P01): \(message.plainText()); call migrate() first"
      case .server(let state, let message):
        "the database rejects a statement (SQLSTATE \(state.plainText(limit: 5))): \(message.plainText())"
      case .unexpectedResult: "the database's tables don't have the expected form"
      case .newerTables(let version, let known):
        "the database's tables have version \(version), but this program knows only version \(known); update it"
      }
    }
  }

  extension PostgresFailure {
    /// Whether another attempt may succeed, after a restart of the server for example. Each statement of this package may be
    /// executed twice.
    var isTransient: Bool {
      switch self {
      case .unavailable: true
      // Connection exceptions, shutdowns, a full disk or other missing resources, conflicts between transactions, and a server
      // that isn't the primary one.
      case .server(let state, _):
        ["08", "53", "57P"].contains(where: state.hasPrefix) || ["40001", "40P01"].contains(state) || isReadOnly
      default: false
      }
    }

    /// Whether the server doesn't accept changes, such as a standby.
    var isReadOnly: Bool {
      if case .server("25006", _) = self { true } else { false }
    }

    /// Whether the connection can't be used anymore. After a failover, a new connection may reach the new primary server.
    var endsConnection: Bool {
      switch self {
      case .unavailable, .rejected, .timedOut, .unexpectedResult: true
      case .server(let state, _): state.hasPrefix("08") || state.hasPrefix("57P") || isReadOnly
      default: false
      }
    }

    /// Whether the server doesn't have the prepared statement, or already has it: a pooler gave this client the connection of
    /// another one.
    var concernsPreparedStatement: Bool {
      if case .server(let state, _) = self { ["26000", "42P05"].contains(state) } else { false }
    }

    var storeFailure: StoreFailure {
      if case .rejected = self { .denied(description) } else { .unavailable(description) }
    }
  }
#endif
