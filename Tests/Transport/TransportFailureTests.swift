import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

extension `A transport` {
  @Test(arguments: TransportKind.allCases)
  func `A body that exceeds the limit is rejected`(kind: TransportKind) async throws {
    try await serving { _ in
      ScriptedResponse(200, body: String(repeating: "a", count: 100_000))
    } _: { url, _ in
      let response = try await kind.transport.send(TransportRequest(url: url, maximumBytes: 100_000))
      #expect(response.body.count == 100_000)
      #expect(await kind.failure(of: TransportRequest(url: url, maximumBytes: 99_999)) == .tooLarge)
      #expect(await kind.failure(of: TransportRequest(url: url, maximumBytes: 0)) == .tooLarge)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `An endless body is cut off at the size limit`(kind: TransportKind) async throws {
    let server = try await EndlessServer.start(
      sending: String(repeating: "a", count: 16_384), every: .microseconds(100))
    #expect(try await kind.failure(of: TransportRequest(url: url(server.port), maximumBytes: 1 << 20)) == .tooLarge)
    await server.waitForEnd()
    #expect(URLSessionPool.shared.exchanges.count == 0)
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `A body that arrives too slowly ends at the time limit`(kind: TransportKind) async throws {
    let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
    let request = TransportRequest(url: try url(server.port), timeout: .milliseconds(500))
    #expect(await kind.failure(of: request) == .network(.noResponse(host: host)))
    await server.waitForEnd()
    #expect(URLSessionPool.shared.exchanges.count == 0)
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `A response that stalls ends at the time limit`(kind: TransportKind) async throws {
    try await serving { _ in
      ScriptedResponse(200, body: "1234").stalled
    } _: { url, _ in
      #expect(
        await kind.failure(of: TransportRequest(url: url, timeout: .milliseconds(300)))
          == .network(.noResponse(host: host)))
      #expect(await kind.failure(of: TransportRequest(url: url, timeout: .zero)) == .network(.noResponse(host: host)))
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `The longest time limit is accepted`(kind: TransportKind) async throws {
    try await serving { _ in
      .json("{}")
    } _: { url, _ in
      let response = try await kind.transport.send(TransportRequest(url: url, timeout: .seconds(Int64.max)))
      #expect(response.status == 200)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `A port without a server is unreachable`(kind: TransportKind) async throws {
    let taken = try await TakenPort.take(at: "127.0.0.1")
    let port = taken.port
    await taken.release()
    #expect(try await kind.failure(of: TransportRequest(url: url(port))) == .network(.unreachable(host: host)))
    let unknown = try #require(URL(string: "http://unknown.invalid/"))
    #expect(await kind.failure(of: TransportRequest(url: unknown)) == .network(.unreachable(host: "unknown.invalid")))
  }

  @Test(arguments: TransportKind.allCases)
  func `A request whose connection closes too early fails as interrupted`(kind: TransportKind) async throws {
    try await serving { _ in
      ScriptedResponse(200, body: "12345678").truncated
    } _: { url, _ in
      #expect(await kind.failure(of: TransportRequest(url: url)) == .network(.interrupted(host: host)))
    }
    try await serving { _ in
      ScriptedResponse(200, body: "12345678").lost
    } _: { url, _ in
      #expect(await kind.failure(of: TransportRequest(url: url)) == .network(.interrupted(host: host)))
    }
  }

  @Test(arguments: TransportKind.allCases, [FaultProxy.Reset.beforeResponse, .duringResponse])
  func `A request whose connection is reset fails as interrupted`(
    kind: TransportKind, reset: FaultProxy.Reset
  ) async throws {
    try await serving { _ in
      .json(#"{"a":"b"}"#)
    } _: { _, server in
      let port = try #require(URL(string: server.url)?.port)
      let proxy = try await FaultProxy.start(before: port)
      proxy.reset(reset)
      #expect(try await kind.failure(of: TransportRequest(url: url(proxy.port))) == .network(.interrupted(host: host)))
      await proxy.stop()
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `A response that isn't HTTP fails as interrupted`(kind: TransportKind) async throws {
    let server = try await RawServer.start(responding: "\u{1}\u{2}\u{3}\r\n\r\n")
    #expect(try await kind.failure(of: TransportRequest(url: url(server.port))) == .network(.interrupted(host: host)))
    await server.stop()
  }

  #if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
    @Test(arguments: TransportKind.allCases)
    func `A certificate from an unknown authority isn't trusted`(kind: TransportKind) async throws {
      let server = try await TLSServer.start()
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      #expect(await kind.failure(of: TransportRequest(url: url)) == .network(.untrustedServer(host: host)))
      await server.stop()
    }
  #endif

  @Test(arguments: TransportKind.allCases)
  func `An HTTPS request to a server without TLS fails before the server reads it`(kind: TransportKind) async throws {
    try await serving { _ in
      .json("{}")
    } _: { _, server in
      let url = try #require(URL(string: server.url.replacing("http:", with: "https:")))
      #expect(await kind.failure(of: TransportRequest(url: url)) == .network(.untrustedServer(host: host)))
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `A request isn't sent again if its connection closes without a response`(kind: TransportKind) async throws {
    let server = try await OneResponseServer.start()
    let url = try url(server.port)
    #expect(try await kind.transport.send(TransportRequest(url: url, isRepeatable: true)).status == 204)
    // The server may have processed a request before it closed the connection.
    let request = TransportRequest(method: .post, url: url, body: Data("refresh_token=a".utf8))
    var failure = await kind.failure(of: request)
    var sent = 2
    // A connection takes a moment to return to the pool. Until then, each request opens a new one and succeeds.
    while kind == .platform, failure == nil, server.connections == server.requests, sent < 100 {
      failure = await kind.failure(of: request)
      sent += 1
    }
    // libcurl would send the request again, so the transports that use it open a new connection, and the request succeeds.
    #expect(failure == (kind == .platform ? .network(.interrupted(host: host)) : nil))
    #expect(server.requests == sent)
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `An endless head is cut off`(kind: TransportKind) async throws {
    let fields = String(repeating: "X-Field: \(String(repeating: "a", count: 1_000))\r\n", count: 2_000)
    let server = try await RawServer.start(responding: "HTTP/1.1 200 OK\r\n\(fields)\r\n")
    #expect(try await kind.failure(of: TransportRequest(url: url(server.port))) == .network(.interrupted(host: host)))
    await server.stop()
  }
}
