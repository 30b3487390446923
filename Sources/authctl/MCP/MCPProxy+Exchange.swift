import AuthDescriptor
import AuthMCPMessages
import AuthRuntime
import Foundation

/// Requests and their responses.
extension MCPProxy {
  /// The maximum number of times that the client connects again without receiving an event.
  private static let maximumAttempts = 5
  /// The maximum number of removed tools that are listed.
  private static let maximumNotes = 20
  /// The pause before the client connects again, if the server doesn't state it.
  static let pause = Duration.seconds(1)
  private static let minimumPause = Duration.milliseconds(500)

  /// Sends a request, and writes its response and the messages before it.
  func exchange(_ message: RPCMessage, _ id: JSONValue) async throws(MCPFailure) {
    if message.method == "initialize" { session = MCPSession(beginningWith: message) }
    let response: MCPResponse
    do throws(MCPFailure) { response = try await post(message) } catch {
      guard error.isHeaderMismatch, try await learnsTool(of: message) else { throw error }
      response = try await post(message)
    }
    if message.method == "initialize" { try MCPFailure.reading(session.read(response.head)) }
    guard response.head.status.code != 202 else { throw .missingResponse }
    switch response.content {
    case .json: await writeUnlessCancelled(try responseLine(try await response.message(), message, id))
    case .events: try await read(response, message, id)
    case .other: throw .contentType
    }
  }

  /// Sends a notification or a response.
  func deliver(_ message: RPCMessage) async throws(MCPFailure) {
    _ = try await post(message, options: TransportOptions(timeout: .seconds(30), maximumBytes: 1 << 20))
  }

  /// - Returns: A response with a successful status.
  private func post(
    _ message: RPCMessage, options: TransportOptions = MCPEndpoint.streaming
  ) async throws(MCPFailure) -> MCPResponse {
    let used = session
    let version = RequestMetadata.version(of: message)
    let response = try await endpoint.send(.post, message.line, fields(of: message, used), options)
    guard !(200..<300).contains(response.head.status.code) else { return response }
    // The server ended the session. It didn't process the message.
    guard response.head.status == .notFound, version == nil, used.id != nil, message.method != "initialize" else {
      throw await response.failure()
    }
    try await renew(used)
    let second = try await endpoint.send(.post, message.line, fields(of: message, session), options)
    guard (200..<300).contains(second.head.status.code) else { throw await second.failure() }
    return second
  }

  private func fields(of message: RPCMessage, _ session: MCPSession) -> HTTPFields {
    guard let version = RequestMetadata.version(of: message) else { return session.fields }
    return RequestMetadata.fields(of: message, version: version) + tools.fields(for: message)
  }

  /// Reads a stream that ends with the response. If an earlier server closes the connection before that, the client
  /// connects again after the last event (MCP 2025-11-25, Streamable HTTP, "Resumability and Redelivery").
  private func read(_ first: MCPResponse, _ message: RPCMessage, _ id: JSONValue) async throws(MCPFailure) {
    var parser = EventStreamParser()
    var response = first
    var attempts = 0
    while true {
      let before = parser.lastID
      guard try await !readEvents(of: response, &parser, message, id) else { return }
      attempts = parser.lastID == before ? attempts + 1 : 1
      guard let last = parser.lastID, RequestMetadata.version(of: message) == nil, attempts <= Self.maximumAttempts
      else {
        throw .missingResponse
      }
      try await sleep(for: max(parser.retry ?? Self.pause, Self.minimumPause))
      guard let next = try await resume(after: last) else { throw .missingResponse }
      response = next
      parser = EventStreamParser(after: parser)
    }
  }

  /// Writes the messages of a stream for the host.
  ///
  /// - Returns: Whether the response was among them. If it wasn't, the connection was closed.
  private func readEvents(
    of response: MCPResponse, _ parser: inout EventStreamParser, _ message: RPCMessage, _ id: JSONValue
  ) async throws(MCPFailure) -> Bool {
    do throws(MCPFailure) {
      return try await response.events(&parser) { event throws(MCPFailure) in
        let (line, isLast) = try line(of: event, message, id)
        if let line { await writeUnlessCancelled(line) }
        return isLast
      }
    } catch .missingResponse {
      return false
    }
  }

  /// Opens a stream of the session.
  ///
  /// - Parameter event: The ID of the last event of an interrupted stream.
  /// - Returns: `nil` if the server has no stream.
  func resume(after event: String?) async throws(MCPFailure) -> MCPResponse? {
    var fields = session.fields
    fields[.lastEventID] = event
    let response = try await endpoint.send(.get, nil, fields, MCPEndpoint.streaming)
    guard (200..<300).contains(response.head.status.code) else { throw await response.failure() }
    return response.content == .events ? response : nil
  }

  func sleep(for duration: Duration) async throws(MCPFailure) {
    do { try await clock.sleep(for: duration) } catch { throw .cancelled }
  }

  /// Returns the line of an event for the host, and whether it's the response. The parsed message, which can be many times larger, is
  /// released before the host reads the line.
  private func line(
    of event: ServerEvent, _ message: RPCMessage, _ id: JSONValue
  ) throws(MCPFailure) -> (Data?, isLast: Bool) {
    guard event.isMessage else { return (nil, false) }
    let received = try MCPFailure.reading(RPCMessage(event.data))
    switch received.kind {
    case .response: return (try responseLine(received, message, id), true)
    case .request where RequestMetadata.version(of: message) != nil:
      // Since version 2026-07-28, servers don't send requests, and hosts don't expect them.
      // A stream may have any number of them.
      if !hasIgnoredRequest { note("(the server sent a request, which this version doesn't allow, so it was ignored)") }
      hasIgnoredRequest = true
      return (nil, false)
    case .request, .notification: return (received.line, false)
    }
  }

  /// Returns the line of the response to a request.
  private func responseLine(
    _ received: RPCMessage, _ message: RPCMessage, _ id: JSONValue
  ) throws(MCPFailure) -> Data {
    guard case .response(let found) = received.kind else { throw .missingResponse }
    if found == .null, let failure = MCPFailure(received) { throw failure }
    guard found == id else { throw .missingResponse }
    return try learned(received, message).line
  }

  private func writeUnlessCancelled(_ line: Data) async {
    if !Task.isCancelled { await write(line) }
  }

  /// Remembers the facts in a result that later requests need.
  ///
  /// - Throws: ``MCPFailure/message(_:)`` if the response without its invalid tools is still too large. Encoding it again can
  ///   lengthen its numbers.
  private func learned(_ received: RPCMessage, _ message: RPCMessage) throws(MCPFailure) -> RPCMessage {
    guard let result = received.members["result"] else { return received }
    if message.method == "initialize" { session.read(result) }
    guard message.method == "tools/list", RequestMetadata.version(of: message) != nil else { return received }
    let invalid = tools.learn(result)
    guard !invalid.isEmpty else { return received }
    let kept = try MCPFailure.reading(RPCMessage(received.members.removingTools(Set(invalid))))
    noteRemoval(of: invalid)
    return kept
  }

  private func noteRemoval(of tools: [String]) {
    for name in tools.prefix(Self.maximumNotes) {
      note("(the tool \(name.shown(limit: 80)) has an invalid x-mcp-header, so it was removed)")
    }
    let others = tools.count - Self.maximumNotes
    if others > 0 { note("(\(others) more tools were removed for the same reason)") }
  }
}

extension HTTPFields {
  fileprivate static func + (first: HTTPFields, second: HTTPFields) -> HTTPFields {
    var fields = first
    for field in second { fields[field.name] = field.value }
    return fields
  }
}

extension [String: JSONValue] {
  /// The members of a response to `tools/list`, without these tools.
  fileprivate func removingTools(_ names: Set<String>) -> [String: JSONValue] {
    var result = self["result"]?.object ?? [:]
    let tools = result["tools"]?.array ?? []
    result["tools"] = .array(tools.filter { !names.contains($0.object?["name"]?.string ?? "") })
    var members = self
    members["result"] = .object(result)
    return members
  }
}
