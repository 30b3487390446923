import AuthMCPMessages
import AuthRuntime
import Foundation

/// Requests that the host doesn't send itself.
extension MCPProxy {
  /// The longest pause before the client opens the stream again.
  private static let maximumPause = Duration.seconds(60)
  /// The maximum number of pages of a list of tools.
  private static let maximumPages = 64

  /// Opens the stream for messages that belong to no request (MCP 2025-11-25, Streamable HTTP, "Listening for Messages
  /// from the Server"). Servers don't have to offer it.
  func listen() {
    listening?.cancel()
    listening = Task {
      do throws(MCPFailure) { try await listenUntilEnd() } catch {
        // Requests report the same failures.
      }
    }
  }

  private func listenUntilEnd() async throws(MCPFailure) {
    var parser = EventStreamParser()
    var pause = Self.pause
    while let response = try await resume(after: parser.lastID) {
      parser = EventStreamParser(after: parser)
      var hasEvents = false
      do throws(MCPFailure) {
        _ = try await response.events(&parser) { event throws(MCPFailure) in
          hasEvents = true
          await writeUnlessResponse(event)
          return false
        }
      } catch .missingResponse {
        // The connection broke.
      }
      pause = hasEvents ? Self.pause : min(pause * 2, Self.maximumPause)
      try await sleep(for: max(parser.retry ?? .zero, pause))
    }
  }

  private func writeUnlessResponse(_ event: ServerEvent) async {
    guard let line = Self.lineUnlessResponse(event) else { return }
    await write(line)
  }

  private static func lineUnlessResponse(_ event: ServerEvent) -> Data? {
    guard event.isMessage, let message = try? RPCMessage(event.data) else { return nil }
    if case .response = message.kind { return nil }
    return message.line
  }

  /// Begins another session, as the host began the first, after the server has ended it (MCP 2025-11-25, Streamable HTTP,
  /// "Session Management"). Concurrent calls share one session.
  func renew(_ ended: MCPSession) async throws(MCPFailure) {
    guard session == ended else { return }
    let task = renewal ?? Task { await renewed(ended) }
    renewal = task
    let result = await task.value
    // Another call may have begun a later renewal.
    if renewal == task { renewal = nil }
    let new = try result.get()
    guard session == ended else { return }
    session = new
    listen()
  }

  private func renewed(_ ended: MCPSession) async -> Result<MCPSession, MCPFailure> {
    do throws(MCPFailure) {
      guard let parameters = ended.parameters else { throw .endedSession }
      let hello = try MCPFailure.reading(
        RPCMessage(["id": .string("authctl"), "method": "initialize", "params": parameters]))
      var new = MCPSession(beginningWith: hello)
      let response = try await ask(hello, HTTPFields()) { head throws(MCPMessageFailure) in try new.read(head) }
      guard let result = response.members["result"] else { throw .endedSession }
      new.read(result)
      // The host has already agreed on a version with the server.
      guard new.version == ended.version else { throw .endedSession }
      let ready = try MCPFailure.reading(RPCMessage(["method": "notifications/initialized"]))
      _ = try await endpoint.send(.post, ready.line, new.fields, TransportOptions())
      return .success(new)
    } catch {
      switch error {
      case .auth, .unauthorized, .insufficientScope, .cancelled: return .failure(error)
      default: return .failure(.endedSession)
      }
    }
  }

  /// Learns a tool's header fields, if the host has the tool's definition from another connection.
  ///
  /// - Returns: Whether the call should be sent again.
  func learnsTool(of message: RPCMessage) async throws(MCPFailure) -> Bool {
    guard message.method == "tools/call", let name = message.params["name"]?.string,
      let version = RequestMetadata.version(of: message), let meta = message.params["_meta"]
    else { return false }
    var cursor: JSONValue?
    for _ in 0..<Self.maximumPages {
      var params = ["_meta": meta]
      params["cursor"] = cursor
      let list = try MCPFailure.reading(
        RPCMessage(["id": .string("authctl"), "method": "tools/list", "params": .object(params)]))
      let response = try await ask(list, RequestMetadata.fields(of: list, version: version))
      guard let result = response.members["result"] else { return false }
      _ = tools.learn(result)
      if tools.isKnown(name) { return true }
      guard let next = result.object?["nextCursor"], next.string != nil else { return false }
      cursor = next
    }
    return false
  }

  /// Sends a request of this command.
  private func ask(
    _ message: RPCMessage, _ fields: HTTPFields, head: (HTTPResponse) throws(MCPMessageFailure) -> Void = { _ in }
  ) async throws(MCPFailure) -> RPCMessage {
    let response = try await endpoint.send(
      .post, message.line, fields, TransportOptions(timeout: .seconds(30), maximumBytes: RPCMessage.maximumBytes))
    guard (200..<300).contains(response.head.status.code) else { throw await response.failure() }
    try MCPFailure.reading(head(response.head))
    guard response.content == .events else { return try await response.message() }
    var parser = EventStreamParser()
    var found: RPCMessage?
    _ = try await response.events(&parser) { event throws(MCPFailure) in
      guard event.isMessage else { return false }
      let received = try MCPFailure.reading(RPCMessage(event.data))
      guard case .response = received.kind else { return false }
      found = received
      return true
    }
    guard let found else { throw .missingResponse }
    return found
  }
}
