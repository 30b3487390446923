import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Runs the transport of Apple's platforms and Windows on this machine's URLSession, against real servers.
@Suite(.serialized, .timeLimit(.minutes(1))) struct `The transport over URLSession` {
  let transport = URLSessionTransport()
  let host = "127.0.0.1"

  func url(_ port: Int, _ path: String = "/") throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
  }

  func failure(of request: TransportRequest) async -> TransportFailure? {
    do throws(TransportFailure) {
      _ = try await transport.send(request)
      return nil
    } catch {
      return error
    }
  }

  /// Runs a server while the body runs.
  func serving(
    _ response: @escaping ScriptedServer.Responder, _ body: (URL, ScriptedServer) async throws -> Void
  ) async throws {
    let server = try await ScriptedServer.start(responding: response)
    do { try await body(try #require(URL(string: server.url + "/path?query=1")), server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    #expect(URLSessionPool.shared.exchanges.count == 0)
  }

  @Test func `A request and its response arrive unchanged`() async throws {
    try await serving { request in
      ScriptedResponse(200, headers: ["X-Echo": request.headers["x-name"] ?? ""], body: request.text)
    } _: { url, server in
      let request = TransportRequest(
        method: .post, url: url,
        headers: [try #require(.init("X-Name")): "value", .contentType: "application/x-www-form-urlencoded"],
        body: Data("a=b".utf8))
      let response = try await transport.send(request)
      #expect(response.status == 200)
      #expect(response.headers[try #require(.init("x-echo"))] == "value")
      #expect(response.body == Data("a=b".utf8))
      let received = try #require(server.requests.first)
      #expect(received.method == "POST" && received.path == "/path" && received.query == "query=1")
      #expect(received.headers["user-agent"] == HTTPRequest.userAgent)
      #expect(received.headers["content-type"] == "application/x-www-form-urlencoded")
    }
  }

  @Test(arguments: [
    (204, [:]), (400, [:]), (500, [:]),
    // The client sends no credentials.
    (401, ["WWW-Authenticate": "Basic realm=\"test\""]), (401, ["WWW-Authenticate": "Bearer"]),
    (401, ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": "n"]),
    (407, ["Proxy-Authenticate": "Basic realm=\"test\""]),
  ])
  func `Every status is returned as a response`(status: Int, headers: [String: String]) async throws {
    try await serving { _ in
      ScriptedResponse(status, headers: headers, body: status == 204 ? "" : "body")
    } _: { url, server in
      let response = try await transport.send(TransportRequest(url: url))
      #expect(response.status == status)
      #expect(response.body == Data((status == 204 ? "" : "body").utf8))
      for (name, value) in headers { #expect(response.headers[try #require(.init(name))] == value) }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `Repeated header fields are joined`() async throws {
    let server = try await RawServer.start(
      responding: "HTTP/1.1 200 OK\r\nX-Part: a\r\nx-part: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(
      try await transport.send(TransportRequest(url: url(server.port))).headers[try #require(.init("x-part"))] == "a, b"
    )
    await server.stop()
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `Redirects aren't followed`(status: Int) async throws {
    let other = try await ScriptedServer.start { _ in .json("{}") }
    try await serving { _ in
      ScriptedResponse(status, headers: ["Location": other.url + "/stolen"], body: "moved")
    } _: { url, _ in
      for method in [HTTPRequest.Method.get, .post] {
        let body = method == .post ? Data("code=secret".utf8) : nil
        let response = try await transport.send(TransportRequest(method: method, url: url, body: body))
        #expect(response.status == status)
        #expect(response.headers[.location] == other.url + "/stolen")
      }
    }
    #expect(other.requests.isEmpty)
    await other.stop()
  }

  @Test func `Cookies and responses aren't stored`() async throws {
    let count = Locked(0)
    try await serving { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return ScriptedResponse(
        200, headers: ["Set-Cookie": "session=1; Path=/", "Cache-Control": "max-age=3600"], body: "\(number)")
    } _: { url, server in
      for number in ["1", "2"] {
        let response = try await transport.send(TransportRequest(url: url))
        #expect(response.body == Data(number.utf8))
      }
      #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
    }
  }

  @Test func `A body that exceeds the limit is rejected`() async throws {
    try await serving { _ in
      ScriptedResponse(200, body: String(repeating: "a", count: 100_000))
    } _: { url, _ in
      let response = try await transport.send(TransportRequest(url: url, maximumBytes: 100_000))
      #expect(response.body.count == 100_000)
      #expect(await failure(of: TransportRequest(url: url, maximumBytes: 99_999)) == .tooLarge)
      #expect(await failure(of: TransportRequest(url: url, maximumBytes: 0)) == .tooLarge)
    }
  }

  @Test func `An endless body is cut off at the size limit`() async throws {
    let server = try await EndlessServer.start(
      sending: String(repeating: "a", count: 16_384), every: .microseconds(100))
    #expect(try await failure(of: TransportRequest(url: url(server.port), maximumBytes: 1 << 20)) == .tooLarge)
    await server.waitForEnd()
    #expect(URLSessionPool.shared.exchanges.count == 0)
    await server.stop()
  }

  @Test func `A body that arrives too slowly ends at the time limit`() async throws {
    let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
    let start = ContinuousClock.now
    let request = TransportRequest(url: try url(server.port), timeout: .milliseconds(500))
    #expect(await failure(of: request) == .network(.noResponse(host: host)))
    #expect(ContinuousClock.now - start < .seconds(10))
    await server.waitForEnd()
    #expect(URLSessionPool.shared.exchanges.count == 0)
    await server.stop()
  }

  @Test func `A response that stalls ends at the time limit`() async throws {
    try await serving { _ in
      ScriptedResponse(200, body: "1234").stalled
    } _: { url, _ in
      #expect(
        await failure(of: TransportRequest(url: url, timeout: .milliseconds(300))) == .network(.noResponse(host: host)))
      #expect(await failure(of: TransportRequest(url: url, timeout: .zero)) == .network(.noResponse(host: host)))
    }
  }

  @Test func `The longest time limit is accepted`() async throws {
    try await serving { _ in
      .json("{}")
    } _: { url, _ in
      let response = try await transport.send(TransportRequest(url: url, timeout: .seconds(Int64.max)))
      #expect(response.status == 200)
    }
  }

  @Test func `A port without a server is unreachable`() async throws {
    let taken = try await TakenPort.take(at: "127.0.0.1")
    let port = taken.port
    await taken.release()
    #expect(try await failure(of: TransportRequest(url: url(port))) == .network(.unreachable(host: host)))
    let unknown = try #require(URL(string: "http://unknown.invalid/"))
    #expect(await failure(of: TransportRequest(url: unknown)) == .network(.unreachable(host: "unknown.invalid")))
  }

  @Test func `A connection that closes too early is interrupted`() async throws {
    try await serving { _ in
      ScriptedResponse(200, body: "12345678").truncated
    } _: { url, _ in
      #expect(await failure(of: TransportRequest(url: url)) == .network(.interrupted(host: host)))
    }
    try await serving { _ in
      ScriptedResponse(200, body: "12345678").lost
    } _: { url, _ in
      #expect(await failure(of: TransportRequest(url: url)) == .network(.interrupted(host: host)))
    }
  }

  @Test(arguments: [FaultProxy.Reset.beforeResponse, .duringResponse])
  func `A connection that is reset is interrupted`(reset: FaultProxy.Reset) async throws {
    try await serving { _ in
      .json(#"{"a":"b"}"#)
    } _: { _, server in
      let port = try #require(URL(string: server.url)?.port)
      let proxy = try await FaultProxy.start(before: port)
      proxy.reset(reset)
      #expect(try await failure(of: TransportRequest(url: url(proxy.port))) == .network(.interrupted(host: host)))
      await proxy.stop()
    }
  }

  @Test func `A response that isn't HTTP is interrupted`() async throws {
    let server = try await RawServer.start(responding: "\u{1}\u{2}\u{3}\r\n\r\n")
    #expect(try await failure(of: TransportRequest(url: url(server.port))) == .network(.interrupted(host: host)))
    await server.stop()
  }

  #if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
    @Test func `A certificate of an unknown authority is not trusted`() async throws {
      let server = try await TLSServer.start()
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      #expect(await failure(of: TransportRequest(url: url)) == .network(.untrustedServer(host: host)))
      await server.stop()
    }
  #endif

  @Test func `A server without TLS fails before it reads the request`() async throws {
    try await serving { _ in
      .json("{}")
    } _: { _, server in
      let url = try #require(URL(string: server.url.replacing("http:", with: "https:")))
      #expect(await failure(of: TransportRequest(url: url)) == .network(.untrustedServer(host: host)))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `Concurrent requests each get their own response`() async throws {
    try await serving {
      ScriptedResponse(200, body: $0.path)
    } _: { url, _ in
      let bodies = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<100 {
          let own = url.deletingLastPathComponent().appendingPathComponent("\(number)")
          group.addTask { try await self.transport.send(TransportRequest(url: own)).body == Data("/\(number)".utf8) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(bodies.count == 100 && bodies.allSatisfy { $0 })
    }
  }
}
