import AuthMCPMessages
import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import authctl

@Suite struct `The MCP proxy` {
  @Test func `A session's ID and version are sent with later requests, and the session is deleted at the end`()
    async throws
  {
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      switch received.message?.method {
      case "initialize": welcome("s-1")
      case "tools/list": response(json: #"{"jsonrpc":"2.0","id":"a","result":{"tools":[]}}"#)
      case nil where received.method == .get: response(405)
      default: response(202)
      }
    }
    #expect(try await fixture.ask(ProxyFixture.initialize).contains("2025-11-25"))
    await fixture.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#).contains(#""tools":[]"#))
    await fixture.proxy.stop()
    let requests = fixture.requests.value
    #expect(requests.first?.header(.accept) == "application/json, text/event-stream")
    #expect(requests.first?.header(.mcpSessionID) == nil)
    for request in requests.dropFirst() {
      #expect(request.header(.mcpSessionID) == "s-1" && request.header(.mcpProtocolVersion) == "2025-11-25")
      #expect(request.header(.mcpMethod) == nil)
    }
    #expect(requests.last?.method == .delete)
    #expect(fixture.notes.value == [])
  }

  @Test func `A message with its version needs no session, and repeats its method in a header field`() async throws {
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      response(200, [.mcpSessionID: "ignored"], json: #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
    let meta = #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#
    _ = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":\#(meta)}"#)
    await fixture.proxy.stop()
    let requests = fixture.requests.value
    #expect(requests.count == 1)
    #expect(requests.first?.header(.mcpProtocolVersion) == "2026-07-28")
    #expect(requests.first?.header(.mcpMethod) == "server/discover")
  }

  @Test func `Messages of a stream arrive before the response, each in one line`() async throws {
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      response(events: [
        ": ping\n\n", "data: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/progress\"}\n\n",
        "event: other\ndata: {}\n\n", "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"method\":\"late\"}\n\n",
      ])
    }
    let first = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#)
    #expect(first == "{\"jsonrpc\":\"2.0\", \"method\":\"notifications/progress\"}")
    #expect(try await fixture.next() == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
    await fixture.proxy.stop()
  }

  @Test func `A stream that is interrupted continues after its last event`() async throws {
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      guard received.method == .get else { return response(events: ["id: e1\ndata: \n\n", "retry: 5\n\n"]) }
      return response(events: ["id: e2\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"])
    }
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#).contains("result"))
    await fixture.proxy.stop()
    #expect(fixture.requests.value.map(\.method) == [.post, .get])
    #expect(fixture.requests.value.last?.header(.lastEventID) == "e1")
  }

  @Test func `A stream without progress is continued only a few times`() async throws {
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in response(events: ["id: e1\n\n"]) }
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#)
    #expect(line.contains("missingResponse"))
    await fixture.proxy.stop()
    #expect(fixture.requests.value.count <= 8)
  }

  @Test func `If the server has ended the session, the proxy begins another one and sends the request again`()
    async throws
  {
    let sessions = Locked(0)
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      switch received.message?.method {
      case "initialize":
        let count = sessions.withLock { count in
          count += 1
          return count
        }
        let id = count == 1 ? "0" : #""authctl""#
        return response(
          200, [.mcpSessionID: "s-\(count)"],
          json: #"{"jsonrpc":"2.0","id":\#(id),"result":{"protocolVersion":"2025-11-25"}}"#)
      case "notifications/initialized": return response(202)
      case "tools/list" where received.header(.mcpSessionID) == "s-2":
        return response(json: #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
      default: return response(received.method == .get ? 405 : 404)
      }
    }
    _ = try await fixture.ask(ProxyFixture.initialize)
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).contains("result"))
    await fixture.proxy.stop()
    #expect(fixture.requests.value.filter { $0.message?.method == "initialize" }.count == 2)
  }

  @Test(arguments: [
    (401, "", "authctl mcp login https://mcp.example.com/mcp)"),
    (
      403, #"Bearer error="insufficient_scope", scope="a b""#,
      "authctl mcp login https://mcp.example.com/mcp --scope a --scope b)"
    ),
    (403, #"Bearer error="insufficient_scope", scope="$(evil)""#, "authctl mcp login https://mcp.example.com/mcp)"),
    (503, "", "status 503"),
  ])
  func `A rejected request gets an error that names the command to run`(status: Int, challenge: String, text: String)
    async throws
  {
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      response(status, challenge.isEmpty ? [:] : [.wwwAuthenticate: challenge])
    }
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#)
    let error = try #require(JSONValue(parsing: Data(line.utf8))?.object)
    #expect(error["id"] == .string("x"))
    #expect(error["error"]?.object?["message"]?.string?.contains(text) == true, "\(line)")
    #expect(fixture.notes.value.count == 1)
    await fixture.proxy.stop()
  }

  @Test func `Without a session, each request gets an error, and the proxy continues`() async throws {
    let isSignedIn = Locked(false)
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      guard isSignedIn.value else { throw .notSignedIn }
      return response(json: #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
    }
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).contains(#""reason":"notSignedIn""#))
    isSignedIn.withLock { $0 = true }
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).contains("result"))
    await fixture.proxy.stop()
  }

  @Test func `The server's own error is forwarded with the request's ID`() async throws {
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      response(
        400, json: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no","data":{"supported":[]}}}"#)
    }
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":5,"method":"server/discover"}"#)
    let members = try #require(JSONValue(parsing: Data(line.utf8))?.object)
    #expect(members["id"] == 5 && members["error"]?.object?["code"] == -32_022)
    #expect(members["error"]?.object?["data"]?.object?["supported"] == .array([]))
    await fixture.proxy.stop()
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":2,"result":{}}"#, #"{"jsonrpc":"2.0","method":"a"}"#, "{",
    #"[{"jsonrpc":"2.0","id":1,"result":{}}]"#,
  ])
  func `A response to another request, or no response, is an error of the request`(text: String) async throws {
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in response(json: text) }
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    #expect(line.contains(#""error""#) && line.contains(#""id":1"#))
    await fixture.proxy.stop()
  }

  @Test func `Input that isn't a message gets an error without an ID`() async throws {
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in response(202) }
    #expect(try await fixture.ask("{").contains("-32700"))
    #expect(try await fixture.ask("[]").contains("-32600"))
    await fixture.proxy.forward(.failure(.tooLarge(1)))
    #expect(try await fixture.next().contains("tooLarge"))
    await fixture.proxy.stop()
    #expect(fixture.requests.value.isEmpty)
  }

  @Test func `A canceled request gets no response, and closes its stream instead of sending a notification`()
    async throws
  {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    // Nothing ends this stream, so only a cancellation ends the wait for its first element.
    let (endless, end) = AsyncStream.makeStream(of: Void.self)
    defer { end.finish() }
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      guard received.message?.method == "tools/call" else {
        return response(json: #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
      }
      start.yield()
      for await _ in endless {}
      throw .cancelled
    }
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
    await fixture.send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a",\#(meta)}}"#)
    var iterator = started.makeAsyncIterator()
    await iterator.next()
    await fixture.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,\#(meta)}}"#)
    // The next line is the response to the next request.
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).contains(#""id":2"#))
    await fixture.proxy.stop()
    #expect(fixture.requests.value.compactMap(\.message?.method) == ["tools/call", "ping"])
  }

  @Test func `A call whose header fields are missing is sent again after the tool has been learned`() async throws {
    let schema = #"{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}"#
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      if received.message?.method == "tools/list" {
        return response(
          json: #"{"jsonrpc":"2.0","id":"authctl","result":{"tools":[{"name":"run","inputSchema":\#(schema)}]}}"#)
      }
      guard received.headers.contains(where: { $0.name.rawName == "Mcp-Param-Region" && $0.value == "eu" }) else {
        return response(400, json: #"{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch"}}"#)
      }
      return response(json: #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
    let params = #"{"name":"run","arguments":{"region":"eu"},\#(meta)}"#
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(params)}"#)
    #expect(line.contains("result"))
    await fixture.proxy.stop()
    #expect(fixture.requests.value.compactMap(\.message?.method) == ["tools/call", "tools/list", "tools/call"])
  }

  @Test func `Tools with invalid annotations are removed, and only the first 20 are reported`() async throws {
    let invalid = (0..<5_000).map { #"{"name":"bad\#($0)","inputSchema":{"x-mcp-header":"A"}}"# }
    let tools = (invalid + [#"{"name":"good"}"#]).joined(separator: ",")
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      response(json: #"{"jsonrpc":"2.0","id":1,"result":{"tools":[\#(tools)]}}"#)
    }
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(meta)}}"#)
    #expect(line == #"{"id":1,"jsonrpc":"2.0","result":{"tools":[{"name":"good"}]}}"#)
    await fixture.proxy.stop()
    #expect(fixture.notes.value.count == 21)
    #expect(fixture.notes.value.first?.contains("bad0 has an invalid x-mcp-header") == true)
    #expect(fixture.notes.value.last == "(4980 more tools were removed for the same reason)")
  }
}
