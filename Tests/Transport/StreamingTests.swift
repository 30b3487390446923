import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

// Part of the serialized suite, so that it never runs while another test counts the exchanges.
extension `A transport` {
  @Suite struct `A response that is streamed` {
    private func stream(
      _ kind: TransportKind, _ port: Int, _ options: TransportOptions = TransportOptions()
    ) async throws -> (ResponseBody, HTTPResponse) {
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      return try await kind.transport.stream(HTTPRequest(url: url), body: nil, options: options)
    }

    private func failure(of body: ResponseBody) async -> TransportFailure? {
      var chunks = body.makeAsyncIterator()
      do throws(TransportFailure) {
        while try await chunks.next() != nil {}
        return nil
      } catch {
        return error
      }
    }

    @Test(arguments: TransportKind.allCases)
    func `Chunks arrive before the body ends, and the transfer stops with its reader`(kind: TransportKind) async throws
    {
      let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
      do {
        let (body, head) = try await stream(kind, server.port)
        #expect(head.status == .ok)
        var chunks = body.makeAsyncIterator()
        for _ in 0..<3 { #expect(try await chunks.next()?.isEmpty == false) }
      }
      await server.waitForEnd()
      await server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `The chunks make up the whole body, and the stream ends`(kind: TransportKind) async throws {
      let text = String(repeating: "abc", count: 100_000)
      let server = try await ScriptedServer.start { _ in ScriptedResponse(200, body: text) }
      let (body, head) = try await stream(kind, try #require(URL(string: server.url)?.port))
      let whole = try await body.reduce(into: Data()) { $0.append($1) }
      #expect(head.status == .ok && whole == Data(text.utf8))
      await server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `A body that is larger than the transport's buffer arrives whole`(kind: TransportKind) async throws {
      let text = String(repeating: "0123456789abcdef", count: 1 << 19)
      let server = try await ScriptedServer.start { _ in ScriptedResponse(200, body: text) }
      let port = try #require(URL(string: server.url)?.port)
      let (body, _) = try await stream(kind, port, TransportOptions(maximumBytes: text.utf8.count))
      #expect(try await body.reduce(into: Data()) { $0.append($1) } == Data(text.utf8))
      await server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `A streamed body ends at the size limit`(kind: TransportKind) async throws {
      let server = try await EndlessServer.start(
        sending: String(repeating: "a", count: 16_384), every: .microseconds(100))
      let (body, _) = try await stream(kind, server.port, TransportOptions(maximumBytes: 1 << 18))
      #expect(await failure(of: body) == .tooLarge)
      await server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `A streamed body ends at the time limit`(kind: TransportKind) async throws {
      let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
      let (body, _) = try await stream(kind, server.port, TransportOptions(timeout: .seconds(2)))
      #expect(await failure(of: body) == .network(.noResponse(host: "127.0.0.1")))
      await server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `If a server can't be reached, the request fails before the body starts`(kind: TransportKind) async throws {
      let taken = try await TakenPort.take(at: "127.0.0.1")
      let port = taken.port
      await taken.release()
      await #expect(throws: TransportFailure.network(.unreachable(host: "127.0.0.1"))) { try await stream(kind, port) }
    }

    @Test func `A transport that doesn't stream delivers the body in one chunk`() async throws {
      struct Fixed: HTTPTransport {
        let body: Data

        func send(
          _ request: HTTPRequest, body: Data?, options: TransportOptions
        ) async throws(TransportFailure) -> (Data, HTTPResponse) {
          (self.body, HTTPResponse(status: .ok))
        }
      }
      let url = try #require(URL(string: "https://api.example.com/"))
      for (text, count) in [("abc", 1), ("", 0)] {
        let (body, _) = try await Fixed(body: Data(text.utf8)).stream(
          HTTPRequest(url: url), body: nil, options: TransportOptions())
        let chunks = try await body.reduce(into: []) { $0.append($1) }
        #expect(chunks.count == count && chunks.first == (count == 0 ? nil : Data(text.utf8)))
      }
    }
  }
}
