import AuthRuntime

/// A session of this command with a provider or an MCP server.
protocol StoredSession: Sendable {
  /// The arguments that name this session in other commands.
  var arguments: String { get }

  /// Returns the message for a failure of the client, with the command that solves it.
  func report(_ failure: AuthFailure<AnyErrorCode>) -> ReportedFailure
}

extension StoredSession {
  /// Runs a call of the client.
  func asking<Value>(
    _ body: () async throws(AuthFailure<AnyErrorCode>) -> Value
  ) async throws(ReportedFailure) -> Value {
    do throws(AuthFailure<AnyErrorCode>) { return try await body() } catch { throw report(error) }
  }

  /// Whether there's a session to end. A session that can't be read is also deleted.
  ///
  /// - Parameter read: Reads the session.
  func isSignedIn(
    _ read: () async throws(AuthFailure<AnyErrorCode>) -> Credential?
  ) async throws(ReportedFailure) -> Bool {
    do throws(AuthFailure<AnyErrorCode>) { return try await read() != nil } catch .store(.corrupt) {
      return true
    } catch {
      throw report(error)
    }
  }
}
