import AuthMCPMessages
import AuthRuntime
import Foundation

/// Forwards messages between a host, which uses standard input and output, and a remote server.
///
/// It sends each message of the host as one request (MCP, Streamable HTTP), and writes the messages of the responses for
/// the host. A host of version 2026-07-28 states its version in each message. An earlier one opens a session.
actor MCPProxy {
  /// The maximum number of requests without a response.
  private static let maximumRequests = 128

  let endpoint: MCPEndpoint
  /// The arguments that name the server in other commands.
  let arguments: String
  let clock: any Clock<Duration>
  /// Writes the line of a message for the host.
  let write: @Sendable (Data) async -> Void
  /// Prints a message for the user.
  let note: @Sendable (String) -> Void

  var session = MCPSession()
  var tools = ToolHeaders()
  /// Whether the user knows that the server sends requests that this version doesn't allow.
  var hasIgnoredRequest = false
  var listening: Task<Void, Never>?
  var renewal: Task<Result<MCPSession, MCPFailure>, Never>?
  private var running: [JSONValue: Exchange] = [:]

  /// A request without a response.
  private struct Exchange {
    let task: Task<Void, Never>
    /// Whether closing the stream cancels the request, as since version 2026-07-28.
    let isModern: Bool
  }

  init(
    endpoint: MCPEndpoint, arguments: String, clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @Sendable (Data) async -> Void, note: @escaping @Sendable (String) -> Void
  ) {
    (self.endpoint, self.arguments, self.clock, self.write, self.note) = (endpoint, arguments, clock, write, note)
  }

  /// Forwards a line of the host. It returns when the next line may be read: a notification has been sent, but a request
  /// may still be running.
  func forward(_ line: Result<Data, MCPMessageFailure>) async {
    let message: RPCMessage
    do throws(MCPMessageFailure) { message = try RPCMessage(try line.get()) } catch {
      return await respond(to: .null, .message(error))
    }
    switch message.kind {
    case .request(let id, _): await start(message, id)
    case .notification("notifications/cancelled"): await cancel(message)
    case .notification, .response: await send(message)
    }
  }

  /// Cancels the requests, and ends the session.
  func stop() async {
    let tasks = running.values.map(\.task) + [listening].compactMap { $0 }
    tasks.forEach { $0.cancel() }
    renewal?.cancel()
    for task in tasks { await task.value }
    guard session.id != nil else { return }
    // The server may not allow it, and ends the session sooner or later in any case.
    _ = try? await endpoint.send(.delete, nil, session.fields, TransportOptions(timeout: .seconds(5)))
  }

  private func start(_ message: RPCMessage, _ id: JSONValue) async {
    guard running[id] == nil else { return await respond(to: id, .repeatedID) }
    guard running.count < Self.maximumRequests else { return await respond(to: id, .tooManyRequests) }
    let task = Task {
      do throws(MCPFailure) { try await exchange(message, id) } catch { await respond(to: id, error) }
      running[id] = nil
    }
    running[id] = Exchange(task: task, isModern: RequestMetadata.version(of: message) != nil)
  }

  /// Since version 2026-07-28, the client cancels a request by closing its stream. An earlier server gets the
  /// notification.
  private func cancel(_ message: RPCMessage) async {
    let exchange = message.params["requestId"].flatMap { running[$0] }
    // First, because the server may not respond to the notification.
    exchange?.task.cancel()
    if !(exchange?.isModern ?? (RequestMetadata.version(of: message) != nil)) { await send(message) }
  }

  /// Sends a notification or a response of the host.
  private func send(_ message: RPCMessage) async {
    do throws(MCPFailure) {
      try await deliver(message)
      if message.method == "notifications/initialized" { listen() }
    } catch {
      report(error)
    }
  }

  /// Writes an error for the host, and prints it for the user.
  private func respond(to id: JSONValue, _ failure: MCPFailure) async {
    guard failure != .cancelled, !Task.isCancelled else { return }
    report(failure)
    let errors = [failure.error(arguments), MCPFailure.message(.tooLarge(RPCMessage.maximumBytes)).error(arguments)]
    // The server's own error may be too large to be written again.
    guard let line = errors.lazy.compactMap({ try? RPCMessage(["id": id, "error": $0]).line }).first else { return }
    await write(line)
  }

  /// Prints a failure for the user. Errors of the server are for the host.
  func report(_ failure: MCPFailure) {
    switch failure {
    case .cancelled, .server: break
    default: note(failure.line(arguments))
    }
  }
}
