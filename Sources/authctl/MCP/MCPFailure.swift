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

  /// The case's name, as other commands print it.
  var name: String {
    switch self {
    case .message(let failure): failure.name
    case .repeatedID: "repeatedID"
    case .tooManyRequests: "tooManyRequests"
    case .auth(let failure): String("\(failure)".prefix { $0 != ":" })
    case .unauthorized: "unauthorized"
    case .insufficientScope: "insufficientScope"
    case .status: "unexpectedStatus"
    case .contentType: "unexpectedContentType"
    case .missingResponse: "missingResponse"
    case .endedSession: "endedSession"
    case .server: "server"
    case .cancelled: "cancelled"
    }
  }

  /// The message for the user, in one line.
  ///
  /// - Parameter arguments: The arguments that name the server in other commands.
  func line(_ arguments: String) -> String {
    if case .server(_, let message, _) = self { return message.plainText() }
    if case .auth(let failure) = self {
      let needsSignIn = failure == .notSignedIn || failure.recovery == .reauthenticate
      let recovery = needsSignIn ? "run authctl mcp login \(arguments)" : "\(failure.recovery)"
      return "\(failure) (\(recovery))".plainText(limit: .max)
    }
    return "\(name): \(explanation) (\(recovery(arguments)))".plainText(limit: .max)
  }

  private var explanation: String {
    switch self {
    case .message(let failure): failure.explanation
    case .repeatedID: "a request with this ID is still waiting for its response"
    case .tooManyRequests: "too many requests are waiting for responses"
    case .unauthorized: "the server rejects the access token"
    case .insufficientScope(let scopes):
      "the server requires \(scopes.isEmpty ? "other scopes" : scopes.joined(separator: " "))"
    case .status(let status): "the server responded with status \(status)"
    case .contentType: "the response is neither JSON nor a stream of events"
    case .missingResponse: "the server didn't respond to the request"
    case .endedSession: "the server ended the session"
    case .cancelled: "the request was canceled"
    case .auth, .server: ""
    }
  }

  private func recovery(_ arguments: String) -> String {
    switch self {
    case .message, .repeatedID: "the sender has to correct it"
    case .tooManyRequests: "try again later"
    case .unauthorized: "run authctl mcp login \(arguments)"
    case .insufficientScope(let scopes):
      "run authctl mcp login \(([arguments] + scopes.map { "--scope \($0)" }).joined(separator: " "))"
    case .status, .contentType, .missingResponse: "check the URL, or try again"
    case .endedSession: "restart the connection"
    case .cancelled, .auth, .server: "try again"
    }
  }

  /// The error of a response (JSON-RPC 2.0 §5.1). The codes that JSON-RPC leaves to implementations are those of the
  /// protocol or its servers, so failures of this command have the code of an internal error and state a reason.
  func error(_ arguments: String) -> JSONValue {
    if case .server(let code, let message, let data) = self {
      var members = ["code": code, "message": .string(message)]
      members["data"] = data
      return .object(members)
    }
    return .object([
      "code": .integer(code), "message": .string(line(arguments)), "data": .object(["reason": .string(name)]),
    ])
  }

  private var code: Int64 {
    switch self {
    case .message(let failure): failure.code
    case .repeatedID: -32_600
    default: -32_603
    }
  }
}
