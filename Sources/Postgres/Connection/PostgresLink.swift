#if PostgreSQL
  import AuthRuntime
  import CLibPQ
  import Foundation

  /// The socket of a ``PostgresConnection``, used only by the caller that has taken the connection from the pool.
  ///
  /// It isn't `Sendable` by its parts, because libpq's handle must not be used by two threads at a time. The caller first sends,
  /// and then waits for the connection's queue, which is serial.
  final class PostgresLink: @unchecked Sendable {
    private let configuration: PostgresConfiguration
    /// The parameters of each server.
    private let servers: [[String: String]]
    /// The server to connect to first: the one that was last connected, or the next one if that is read-only.
    private var current = 0
    private var handle: OpaquePointer?
    /// The names of the statements that the server has prepared for this connection.
    private var prepared: Set<String> = []

    init(_ configuration: PostgresConfiguration) {
      (self.configuration, servers) = (configuration, configuration.servers)
    }

    /// Runs `body` with an open connection. Closes the connection if it can't be used afterwards.
    ///
    /// - Parameter isSent: Whether the response to a statement may already be available.
    func use<Value>(
      isSent: Bool, _ body: (PostgresLink) throws(PostgresFailure) -> Value
    ) throws(PostgresFailure) -> Value {
      if !isSent, let handle, !Self.isOpen(handle) { close() }
      if handle == nil { try open() }
      do throws(PostgresFailure) { return try body(self) } catch {
        if error.endsConnection || handle.map(PQstatus) != CONNECTION_OK || !isIdle { close() }
        // After a failover, another server of the list is the primary one.
        if error.isReadOnly { current = (current + 1) % servers.count }
        throw error
      }
    }

    func close() {
      PQfinish(handle)
      (handle, prepared) = (nil, [])
    }

    /// Whether the connection is still open. Between statements, the server sends only notices, changed parameters, or the reason
    /// why it closes the connection. After a reason, only a second read detects the end.
    private static func isOpen(_ handle: OpaquePointer) -> Bool {
      for _ in 0..<2 where PostgresWait.isReadable(PQsocket(handle)) {
        if PQconsumeInput(handle) == 0 { return false }
      }
      return true
    }

    /// Whether no transaction is open.
    private var isIdle: Bool { handle.map(PQtransactionStatus) == PQTRANS_IDLE }
  }

  /// Opening.
  extension PostgresLink {
    /// Connects to the first server that accepts the connection.
    private func open() throws(PostgresFailure) {
      var failures: [PostgresFailure] = []
      for index in servers.indices.map({ (current + $0) % servers.count }) {
        do throws(PostgresFailure) {
          try open(servers[index])
          current = index
          return
        } catch {
          failures.append(error)
        }
      }
      // Another attempt may succeed if one of them isn't available.
      throw failures.first { $0.isTransient } ?? failures.last ?? .unavailable("no server")
    }

    private func open(_ server: [String: String]) throws(PostgresFailure) {
      var parameters = server
      parameters["password"] = configuration.password?.reveal()
      // Packets without an acknowledgment end the connection about when a statement's time is up.
      let limit = Int64(min(max(configuration.statementTimeout / .milliseconds(1), 1000), Double(Int32.max)))
      parameters["tcp_user_timeout"] = parameters["tcp_user_timeout"] ?? "\(limit)"
      guard let new = Self.start(parameters) else { throw .unavailable("out of memory") }
      handle = new
      // Resolving the host's name blocks, and can take longer than that.
      let end = ContinuousClock.now + configuration.connectTimeout
      do throws(PostgresFailure) {
        try connect(new, until: end)
        PQsetNoticeProcessor(new, { _, _ in }, nil)
        guard PQsetnonblocking(new, 1) == 0 else { throw failure(of: new) }
      } catch {
        close()
        throw error
      }
    }

    private static func start(_ parameters: [String: String]) -> OpaquePointer? {
      let all = parameters.sorted { $0.key < $1.key }
      let keys = all.map { strdup($0.key) }
      let values = all.map { strdup($0.value) }
      defer { (keys + values).forEach { free($0) } }
      return PQconnectStartParams(
        keys.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
    }

    private func connect(_ handle: OpaquePointer, until end: ContinuousClock.Instant) throws(PostgresFailure) {
      guard PQstatus(handle) != CONNECTION_BAD else { throw connectFailure(of: handle) }
      var state = PGRES_POLLING_WRITING
      while state != PGRES_POLLING_OK {
        guard state != PGRES_POLLING_FAILED else { throw connectFailure(of: handle) }
        // The socket changes if the host has several addresses.
        try PostgresWait.wait(PQsocket(handle), writing: state == PGRES_POLLING_WRITING, until: end) {
          .unavailable("the server didn't accept the connection in time")
        }
        state = PQconnectPoll(handle)
      }
    }

    /// libpq states no code for a failed connection, so its text decides whether another attempt is useful.
    private func connectFailure(of handle: OpaquePointer) -> PostgresFailure {
      let text = Self.message(PQerrorMessage(handle))
      // A name may contain the same words.
      let names = [PQhost(handle), PQuser(handle), PQdb(handle)].compactMap { $0.map { String(cString: $0) } }
      let reason = names.filter { !$0.isEmpty }.reduce(text) { $0.replacing("\"\($1)", with: "\"") }
      let lasting = [
        "authentication failed", "does not exist", "no pg_hba.conf entry", "certificate", "does not support SSL",
        "no password supplied", "connection option", " value: \"", "invalid port number", "could not match",
      ]
      return lasting.contains(where: reason.contains) ? .rejected(text) : .unavailable(text)
    }

    fileprivate func failure(of handle: OpaquePointer) -> PostgresFailure {
      .unavailable(Self.message(PQerrorMessage(handle)))
    }

    fileprivate static func message(_ text: UnsafePointer<CChar>?) -> String {
      text.map { String(cString: $0) }?.split(whereSeparator: \.isNewline).joined(separator: "; ") ?? "unknown error"
    }
  }

  /// Statements.
  extension PostgresLink {
    /// Sends a statement, if that's possible without waiting. Then ``receive()`` must follow.
    func send(_ statement: PostgresStatement, _ values: [PostgresValue], isPrepared: Bool) -> Bool {
      guard let handle, !isPrepared || prepared.contains(statement.name), !PostgresWait.isReadable(PQsocket(handle))
      else { return false }
      let parameters = PostgresParameters(values)
      let sent = isPrepared ? parameters.sendPrepared(handle, statement.name) : parameters.send(handle, statement.text)
      guard sent == 1 else {
        close()
        return false
      }
      return true
    }

    /// Returns the result of a statement that was sent.
    func receive() throws(PostgresFailure) -> PostgresResult {
      guard let handle else { throw .closed }
      return try result(of: handle, sent: 1, until: .now + configuration.statementTimeout)
    }

    /// Executes a statement.
    ///
    /// - Parameter isPrepared: Whether the server prepares the statement when this connection first uses it.
    func execute(
      _ statement: PostgresStatement, _ values: [PostgresValue], isPrepared: Bool
    ) throws(PostgresFailure) -> PostgresResult {
      guard let handle else { throw .closed }
      let end = ContinuousClock.now + configuration.statementTimeout
      let parameters = PostgresParameters(values)
      guard isPrepared else {
        return try result(of: handle, sent: parameters.send(handle, statement.text), until: end)
      }
      if !prepared.contains(statement.name) {
        let sent = parameters.prepare(handle, statement)
        _ = try result(of: handle, sent: sent, until: end)
        prepared.insert(statement.name)
      }
      return try result(of: handle, sent: parameters.sendPrepared(handle, statement.name), until: end)
    }

    /// Executes several statements without parameters.
    func execute(script: String) throws(PostgresFailure) {
      guard let handle else { throw .closed }
      _ = try result(
        of: handle, sent: PQsendQuery(handle, script), until: .now + configuration.statementTimeout)
    }

    private func result(
      of handle: OpaquePointer, sent: Int32, until end: ContinuousClock.Instant
    ) throws(PostgresFailure) -> PostgresResult {
      guard sent == 1 else { throw failure(of: handle) }
      try flush(handle, until: end)
      var last = PostgresResult()
      var failed: PostgresFailure?
      while true {
        while PQisBusy(handle) == 1 {
          try PostgresWait.wait(PQsocket(handle), writing: false, until: end) { .timedOut }
          guard PQconsumeInput(handle) == 1 else { throw failure(of: handle) }
        }
        guard let next = PQgetResult(handle) else { break }
        defer { PQclear(next) }
        do throws(PostgresFailure) { last = try Self.read(next) } catch {
          failed = failed ?? error
        }
        if PQstatus(handle) != CONNECTION_OK { break }
      }
      if let failed { throw failed }
      guard PQstatus(handle) == CONNECTION_OK else { throw failure(of: handle) }
      return last
    }

    private func flush(_ handle: OpaquePointer, until end: ContinuousClock.Instant) throws(PostgresFailure) {
      while true {
        switch PQflush(handle) {
        case 0: return
        case 1:
          // If the server waits for its own output to be read, reading is the only way to continue.
          try PostgresWait.wait(PQsocket(handle), writing: true, reading: true, until: end) { .timedOut }
          guard PQconsumeInput(handle) == 1 else { throw failure(of: handle) }
        default: throw failure(of: handle)
        }
      }
    }

    private static func read(_ result: OpaquePointer) throws(PostgresFailure) -> PostgresResult {
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK:
        let (count, columns) = (PQntuples(result), PQnfields(result))
        let rows = (0..<count).map { row in
          PostgresRow(columns: (0..<columns).map { value(result, row, $0) })
        }
        return PostgresResult(rows: rows, count: Int(count))
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
        return PostgresResult(count: Int(message(PQcmdTuples(result))) ?? 0)
      default:
        guard let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
          throw .unavailable(message(PQresultErrorMessage(result)))
        }
        // The details may contain values, so only the primary message is passed on.
        let primary = message(PQresultErrorField(result, Int32(UInt8(ascii: "M"))))
        throw .server(state: String(cString: state), message: primary)
      }
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Data? {
      guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else { return nil }
      return Data(bytes: bytes, count: Int(PQgetlength(result, row, column)))
    }
  }
#endif
