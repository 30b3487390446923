import AuthMCPMessages
import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import authctl

/// A proxy whose server is a function.
struct ProxyFixture {
  /// A request of the proxy.
  struct Received: Sendable {
    let method: HTTPRequest.Method
    let headers: HTTPFields
    let message: RPCMessage?

    func header(_ name: HTTPField.Name) -> String? { headers[name] }
  }

  typealias Answer = @Sendable (Received) async throws(AuthFailure<AnyErrorCode>) -> (ResponseBody, HTTPResponse)

  let proxy: MCPProxy
  let requests = Locked<[Received]>([])
  let notes = Locked<[String]>([])
  let lines: AsyncStream<String>
  let clock = ImmediateClock(upTo: .seconds(3_600))

  init(_ answer: @escaping Answer) throws {
    let (lines, writer) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    let url = try #require(URL(string: "https://mcp.example.com/mcp"))
    let endpoint = MCPEndpoint(url: url) { [requests] request, body, _ throws(AuthFailure<AnyErrorCode>) in
      let received = Received(
        method: request.method, headers: request.headerFields, message: body.flatMap { try? RPCMessage($0) })
      requests.withLock { $0.append(received) }
      return try await answer(received)
    }
    proxy = MCPProxy(endpoint: endpoint, arguments: url.absoluteString, clock: clock) { line in
      writer.yield(String(decoding: line, as: UTF8.self))
    } note: { [notes] line in
      notes.withLock { $0.append(line) }
    }
  }

  /// Sends a line of the host.
  func send(_ text: String) async { await proxy.forward(.success(Data(text.utf8))) }

  /// Sends a request, and waits for the next line.
  func ask(_ text: String) async throws -> String {
    await send(text)
    return try await next()
  }

  func next() async throws -> String {
    var iterator = lines.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
}

func response(
  _ status: Int = 200, _ headers: HTTPFields = [:], json text: String? = nil, events: [String]? = nil
) -> (ResponseBody, HTTPResponse) {
  var headers = headers
  if text != nil { headers[.contentType] = "application/json; charset=utf-8" }
  if events != nil { headers[.contentType] = "text/event-stream" }
  let body = text ?? (events ?? []).joined()
  return (ResponseBody(Data(body.utf8)), HTTPResponse(status: .init(code: status), headerFields: headers))
}

/// The response of an earlier server to `initialize`.
func welcome(_ session: String) -> (ResponseBody, HTTPResponse) {
  response(
    200, [.mcpSessionID: session], json: #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}"#)
}
