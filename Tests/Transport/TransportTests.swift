import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Runs each transport against real servers.
@Suite(.serialized, .timeLimit(.minutes(1))) struct `A transport` {
  let host = "127.0.0.1"

  func url(_ port: Int, _ path: String = "/") throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
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

  @Test(arguments: TransportKind.allCases)
  func `A request and its response arrive unchanged`(kind: TransportKind) async throws {
    try await serving { request in
      ScriptedResponse(200, headers: ["X-Echo": request.headers["x-name"] ?? ""], body: request.text)
    } _: { url, server in
      let request = TransportRequest(
        method: .post, url: url,
        headers: [try #require(.init("X-Name")): "value", .contentType: "application/x-www-form-urlencoded"],
        body: Data("a=b".utf8))
      let response = try await kind.transport.send(request)
      #expect(response.status == 200)
      #expect(response.headers[try #require(.init("x-echo"))] == "value")
      #expect(response.body == Data("a=b".utf8))
      let received = try #require(server.requests.first)
      #expect(received.method == "POST" && received.path == "/path" && received.query == "query=1")
      #expect(received.headers["user-agent"] == HTTPRequest.userAgent)
      #expect(received.headers["content-type"] == "application/x-www-form-urlencoded")
    }
  }

  @Test(
    arguments: TransportKind.allCases,
    [
      (204, [:]), (400, [:]), (500, [:]),
      // The client sends no credentials.
      (401, ["WWW-Authenticate": "Basic realm=\"test\""]), (401, ["WWW-Authenticate": "Bearer"]),
      (401, ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": "n"]),
      (407, ["Proxy-Authenticate": "Basic realm=\"test\""]),
    ] as [(status: Int, headers: [String: String])])
  func `Every status is returned as a response`(
    kind: TransportKind, expected: (status: Int, headers: [String: String])
  ) async throws {
    let body = expected.status == 204 ? "" : "body"
    try await serving { _ in
      ScriptedResponse(expected.status, headers: expected.headers, body: body)
    } _: { url, server in
      let response = try await kind.transport.send(TransportRequest(url: url))
      #expect(response.status == expected.status)
      #expect(response.body == Data(body.utf8))
      for (name, value) in expected.headers { #expect(response.headers[try #require(.init(name))] == value) }
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `Repeated header fields are joined`(kind: TransportKind) async throws {
    let server = try await RawServer.start(
      responding: "HTTP/1.1 200 OK\r\nX-Part: a\r\nx-part: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    let response = try await kind.transport.send(TransportRequest(url: url(server.port)))
    #expect(response.headers[try #require(.init("x-part"))] == "a, b")
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
  func `Redirects aren't followed`(kind: TransportKind, status: Int) async throws {
    let other = try await ScriptedServer.start { _ in .json("{}") }
    try await serving { _ in
      ScriptedResponse(status, headers: ["Location": other.url + "/stolen"], body: "moved")
    } _: { url, _ in
      for method in [HTTPRequest.Method.get, .post] {
        let body = method == .post ? Data("code=secret".utf8) : nil
        let response = try await kind.transport.send(TransportRequest(method: method, url: url, body: body))
        #expect(response.status == status)
        #expect(response.headers[.location] == other.url + "/stolen")
      }
    }
    #expect(other.requests.isEmpty)
    await other.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `Cookies and responses aren't stored`(kind: TransportKind) async throws {
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
        let response = try await kind.transport.send(TransportRequest(url: url))
        #expect(response.body == Data(number.utf8))
      }
      #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `Every method is sent with its body, and without an unrequested Expect field`(kind: TransportKind) async throws {
    try await serving { _ in
      ScriptedResponse(204)
    } _: { url, server in
      for (method, body) in [
        ("GET", nil), ("HEAD", nil), ("HEAD", "a"), ("POST", ""), ("POST", nil), ("POST", "a\0b"), ("PUT", "a"),
        ("DELETE", nil),
      ] {
        let method = try #require(HTTPRequest.Method(method))
        let request = TransportRequest(method: method, url: url, body: body.map { Data($0.utf8) })
        #expect(try await kind.transport.send(request).status == 204)
        let received = try #require(server.requests.last)
        #expect(received.method == method.rawValue)
        // A transport may omit the body of a HEAD request.
        if method != .head { #expect(received.text == body ?? "") }
        #expect(received.headers["expect"] == nil, "\(method)")
      }
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `A response to HEAD has no body, even if it states a length`(kind: TransportKind) async throws {
    let server = try await RawServer.start(
      responding: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n")
    let response = try await kind.transport.send(TransportRequest(method: .head, url: url(server.port)))
    #expect(response.status == 200 && response.body.isEmpty)
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `A header field without a value is sent`(kind: TransportKind) async throws {
    try await serving { _ in
      ScriptedResponse(204)
    } _: { url, server in
      let headers: HTTPFields = [try #require(.init("X-Empty")): "", .accept: "application/json"]
      _ = try await kind.transport.send(TransportRequest(url: url, headers: headers))
      let received = try #require(server.requests.first)
      #expect(received.headers["x-empty"] == "" && received.headers["accept"] == "application/json")
    }
  }

  // Linux's URLSession removes dot segments.
  @Test(arguments: TransportKind.allCases.filter { $0 != .urlSession })
  func `The path arrives unchanged`(kind: TransportKind) async throws {
    try await serving { _ in
      ScriptedResponse(204)
    } _: { url, server in
      let text = url.absoluteString.replacing("/path?query=1", with: "/a/./b%2Fc/../d//e?x=%20&y=a/../b")
      _ = try await kind.transport.send(TransportRequest(url: try #require(URL(string: text))))
      #expect(server.requests.first?.query == "x=%20&y=a/../b")
      #expect(server.requests.first?.path == "/a/./b%2Fc/../d//e")
    }
  }

  // Linux's URLSession rejects them.
  @Test(arguments: TransportKind.allCases.filter { $0 != .urlSession })
  func `Interim responses are skipped`(kind: TransportKind) async throws {
    let server = try await RawServer.start(
      responding: "HTTP/1.1 103 Early Hints\r\nX-Part: a\r\n\r\n"
        + "HTTP/1.1 201 Created\r\nX-Part: b\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
    let response = try await kind.transport.send(TransportRequest(url: url(server.port)))
    #expect(response.status == 201 && response.body == Data("ok".utf8))
    #expect(response.headers[try #require(.init("x-part"))] == "b")
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `Concurrent requests each get their own response`(kind: TransportKind) async throws {
    try await serving {
      ScriptedResponse(200, body: $0.path)
    } _: { url, _ in
      let bodies = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<100 {
          let own = url.deletingLastPathComponent().appendingPathComponent("\(number)")
          group.addTask { try await kind.transport.send(TransportRequest(url: own)).body == Data("/\(number)".utf8) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(bodies.count == 100 && bodies.allSatisfy { $0 })
    }
  }
}
