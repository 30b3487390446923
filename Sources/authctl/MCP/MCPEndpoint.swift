import AuthMCPMessages
import AuthRuntime
import Foundation

/// The remote server's URL, and the function that sends requests with an access token.
struct MCPEndpoint: Sendable {
  /// Sends a request with the token. The body of the response arrives in chunks.
  typealias Sending =
    @Sendable (HTTPRequest, Data?, TransportOptions) async throws(AuthFailure<AnyErrorCode>) -> (
      ResponseBody, HTTPResponse
    )

  /// The time limit of a request and its stream. The host decides how long it waits for a response.
  static let maximumStreamTime = Duration.seconds(86_400)

  let url: URL
  let sending: Sending

  /// Sends a request.
  ///
  /// - Throws: ``MCPFailure/auth(_:)`` if there's no response.
  func send(
    _ method: HTTPRequest.Method, _ body: Data?, _ fields: HTTPFields, _ options: TransportOptions
  ) async throws(MCPFailure) -> MCPResponse {
    var headers: HTTPFields = [
      .accept: method == .get ? "text/event-stream" : "application/json, text/event-stream"
    ]
    if body != nil { headers[.contentType] = "application/json" }
    for field in fields { headers[field.name] = field.value }
    let head = TransportRequest(method: method, url: url, headers: headers).head
    do throws(AuthFailure<AnyErrorCode>) {
      let (body, response) = try await sending(head, body, options)
      return MCPResponse(head: response, body: body)
    } catch .cancelled {
      throw .cancelled
    } catch {
      throw Task.isCancelled ? .cancelled : .auth(error)
    }
  }

  /// The options of a request whose response may be a stream. Each message has a separate limit.
  static let streaming = TransportOptions(timeout: maximumStreamTime, maximumBytes: .max)
}

/// A response of the remote server.
struct MCPResponse: Sendable {
  enum Content: Sendable {
    case json
    case events
    case other
  }

  let head: HTTPResponse
  let body: ResponseBody

  var content: Content {
    let field = head.headerFields[.contentType] ?? ""
    // Comparing marks takes quadratic time, and a valid field has none.
    guard field.utf8.allSatisfy({ $0 < 0x80 }) else { return .other }
    switch field.prefix(while: { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased() {
    case "application/json": return .json
    case "text/event-stream": return .events
    default: return .other
    }
  }

  /// Reads the whole body as one message.
  func message() async throws(MCPFailure) -> RPCMessage {
    var bytes = Data()
    var chunks = body.makeAsyncIterator()
    while let chunk = try await Self.next(&chunks) {
      bytes.append(chunk)
      guard bytes.count <= RPCMessage.maximumBytes else { throw .message(.tooLarge(RPCMessage.maximumBytes)) }
    }
    return try MCPFailure.reading(RPCMessage(bytes))
  }

  /// Reads the body as a stream of events, until the function returns `true` or the stream ends.
  ///
  /// - Returns: Whether the function returned `true`.
  func events(
    _ parser: inout EventStreamParser, isolation: isolated (any Actor)? = #isolation,
    until isLast: (ServerEvent) async throws(MCPFailure) -> Bool
  ) async throws(MCPFailure) -> Bool {
    var chunks = body.makeAsyncIterator()
    while let chunk = try await Self.next(&chunks) {
      let events = try MCPFailure.reading(parser.read(chunk))
      for event in events where try await isLast(event) { return true }
    }
    return false
  }

  private static func next(_ chunks: inout ResponseBody.AsyncIterator) async throws(MCPFailure) -> Data? {
    do throws(TransportFailure) { return try await chunks.next() } catch {
      throw error == .cancelled || Task.isCancelled ? .cancelled : .missingResponse
    }
  }

  /// The failure in a response that isn't a success.
  func failure() async -> MCPFailure {
    let status = head.status.code
    let challenge = head.headerFields[values: .wwwAuthenticate].joined(separator: ", ")
    if status == 401 { return .unauthorized }
    if status == 403, challenge.utf8.allSatisfy({ $0 < 0x80 }), challenge.contains("insufficient_scope") {
      return .insufficientScope(Self.scopes(in: challenge))
    }
    guard content == .json, let message = try? await message(), let failure = MCPFailure(message) else {
      return .status(status)
    }
    return failure
  }

  /// The scopes in a challenge (RFC 6750 §3). They're only shown, and the user decides.
  private static func scopes(in challenge: String) -> [String] {
    guard let found = challenge.firstMatch(of: /[Ss]cope="([!#-\[\]-~ ]{1,1000})"/) else { return [] }
    let scopes = found.1.split(separator: " ").map(String.init)
    // Shells treat other characters specially.
    return scopes.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9:\/._@+-]+/) != nil } ? scopes : []
  }
}

extension MCPFailure {
  /// The server's error, or `nil` if the message has none.
  init?(_ message: RPCMessage) {
    guard let error = message.members["error"]?.object, let code = error["code"], code.number != nil else { return nil }
    self = .server(code: code, message: error["message"]?.string ?? "", data: error["data"])
  }

  /// Whether the server misses header fields (MCP 2026-07-28, Streamable HTTP, "Server Validation").
  var isHeaderMismatch: Bool {
    if case .server(.integer(-32_020), _, _) = self { true } else { false }
  }
}
