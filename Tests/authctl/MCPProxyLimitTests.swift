import AuthMCPMessages
import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import authctl

@Suite struct `The limits of the MCP proxy` {
  @Test(arguments: [(retry: "0", seconds: 0.5), (retry: "20", seconds: 0.5), (retry: "3000", seconds: 3)])
  func `The proxy waits at least half a second before it connects again`(retry: String, seconds: Double) async throws {
    let fixture = try ProxyFixture { received throws(AuthFailure<AnyErrorCode>) in
      guard received.method == .get else { return response(events: ["retry: \(retry)\nid: e1\ndata: \n\n"]) }
      return response(events: ["id: e2\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"])
    }
    #expect(try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#).contains("result"))
    await fixture.proxy.stop()
    let wait = try #require(fixture.clock.waited.first)
    // The clock subtracts the time that a busy machine takes to start the wait.
    #expect(wait > .seconds(seconds / 2) && wait <= .seconds(seconds))
  }

  @Test func `Any number of requests that the version doesn't allow causes one note`() async throws {
    let request = "data: {\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"a\"}\n\n"
    let last = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      response(events: Array(repeating: request, count: 50) + [last])
    }
    let meta = #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#
    _ = try await fixture.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(meta)}"#)
    await fixture.proxy.stop()
    #expect(fixture.notes.value.count == 1)
  }

  @Test func `A server's error that is too large with the request's ID is replaced with a short one`() async throws {
    let half = RPCMessage.maximumBytes / 2
    let message = String(repeating: "e", count: half - 200)
    let fixture = try ProxyFixture { _ throws(AuthFailure<AnyErrorCode>) in
      response(400, json: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"\#(message)"}}"#)
    }
    let id = String(repeating: "i", count: half + 200)
    let line = try await fixture.ask(#"{"jsonrpc":"2.0","id":"\#(id)","method":"tools/call"}"#)
    await fixture.proxy.stop()
    let error = try #require(RPCMessage(Data(line.utf8)).members["error"]?.object)
    #expect(error["data"]?.object?["reason"] == "tooLarge")
    #expect(line.utf8.count < half + 1000)
  }
}
