import AuthMCPMessages
import AuthRuntime

/// The reason that a message wasn't forwarded, or that a request got no response.
enum MCPFailure: Error, Sendable, Hashable {
  /// A message can't be read.
  case message(MCPMessageFailure)
  /// Another request with this ID has no response yet.
  case repeatedID
  /// Too many requests have no response yet.
  case tooManyRequests
  /// The authorization failed, or the server couldn't be reached.
  case auth(AuthFailure<AnyErrorCode>)
  /// The server rejects the token.
  case unauthorized
  /// The server demands more scopes.
  case insufficientScope([String])
  /// The server responded with this status, without an error of JSON-RPC.
  case status(Int)
  /// The content type of the response is neither JSON nor a stream of events.
  case contentType
  /// The response or the stream ended without a response to the request.
  case missingResponse
  /// The server ended the session, and didn't accept another one.
  case endedSession
  /// The server's own error.
  case server(code: JSONValue, message: String, data: JSONValue?)
  /// The host canceled the request, or closed the connection. It gets no response.
  case cancelled
}

extension MCPFailure {
  /// Reads a message or events.
  ///
  /// - Throws: ``MCPFailure/message(_:)``.
  static func reading<Value>(
    _ value: @autoclosure () throws(MCPMessageFailure) -> Value
  ) throws(MCPFailure) -> Value {
    do { return try value() } catch { throw .message(error) }
  }

  /// The message for the user, in one line.
  ///
  /// - Parameter arguments: The arguments that name the server in other commands.
  func line(_ arguments: String) -> String {
    if case .server(_, let message, _) = self { return message.plainText() }
    let facts = facts(arguments)
    return "\(facts.cause) (\(facts.recovery))".plainText(limit: .max)
  }

  /// The error of a response (JSON-RPC 2.0 §5.1). The codes that JSON-RPC leaves to implementations are those of the
  /// protocol or its servers, so failures of this command have the code of an internal error and state a reason.
  func error(_ arguments: String) -> JSONValue {
    if case .server(let code, let message, let data) = self {
      var members = ["code": code, "message": .string(message)]
      members["data"] = data
      return .object(members)
    }
    let facts = facts(arguments)
    return .object([
      "code": .integer(facts.code), "message": .string(line(arguments)),
      "data": .object(["reason": .string(facts.name)]),
    ])
  }
}

extension MCPFailure {
  /// The name, the cause, the recovery, and the code of a failure.
  private struct Facts {
    /// The code of an internal error.
    private static let internalError = Int64(-32_603)

    /// The case's name, as other commands print it.
    let name: String
    /// The name and the explanation.
    let cause: String
    let recovery: String
    let code: Int64

    init(_ name: String, _ explanation: String, _ recovery: String, code: Int64 = internalError) {
      (self.name, cause, self.recovery, self.code) = (name, "\(name): \(explanation)", recovery, code)
    }

    init(_ failure: AuthFailure<AnyErrorCode>, login: String) {
      cause = "\(failure)"
      name = String(cause.prefix { $0 != ":" })
      recovery = failure == .notSignedIn || failure.recovery == .reauthenticate ? login : "\(failure.recovery)"
      code = Self.internalError
    }
  }

  private func facts(_ arguments: String) -> Facts {
    let login = "run authctl mcp login \(arguments)"
    let correction = "the sender has to correct it"
    return switch self {
    case .message(let failure): Facts(failure.name, failure.explanation, correction, code: failure.code)
    case .repeatedID:
      Facts("repeatedID", "a request with this ID is still waiting for its response", correction, code: -32_600)
    case .tooManyRequests: Facts("tooManyRequests", "too many requests are waiting for responses", "try again later")
    case .auth(let failure): Facts(failure, login: login)
    case .unauthorized: Facts("unauthorized", "the server rejects the access token", login)
    case .insufficientScope(let scopes):
      Facts(
        "insufficientScope", "the server requires \(scopes.isEmpty ? "other scopes" : scopes.joined(separator: " "))",
        ([login] + scopes.map { "--scope \($0)" }).joined(separator: " "))
    case .status(let status):
      Facts("unexpectedStatus", "the server responded with status \(status)", Self.checkURL)
    case .contentType:
      Facts("unexpectedContentType", "the response is neither JSON nor a stream of events", Self.checkURL)
    case .missingResponse: Facts("missingResponse", "the server didn't respond to the request", Self.checkURL)
    case .endedSession: Facts("endedSession", "the server ended the session", "restart the connection")
    case .server(_, let message, _): Facts("server", message, "try again")
    case .cancelled: Facts("cancelled", "the request was canceled", "try again")
    }
  }

  private static let checkURL = "check the URL, or try again"
}
