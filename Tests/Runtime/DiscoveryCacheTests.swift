import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The cache of the discovery document` {
  @Test func `The discovery document is fetched once for all waiting callers, and again after an hour`() async throws {
    let (gate, time) = (GatedClock(), Locked(Date(timeIntervalSince1970: 1_800_000_000)))
    let server = ScriptedTransport { _ in
      try? await gate.sleep(until: .now, tolerance: nil)
      let body = #"{"issuer":"https://id.example","token_endpoint":"https://id.example/token"}"#
      return TransportResponse(status: 200, body: Data(body.utf8))
    }
    let configuration = ProviderConfiguration(id: "open", name: "Open") { $0.server.issuer = "https://id.example" }
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    let source = ServerMetadataSource(provider: provider, transport: server, now: { time.value })
    let found = await withTaskGroup(of: URL?.self) { group in
      for _ in 1...20 { group.addTask { try? await source.url(.token) } }
      await server.asked.wait { $0 > 0 }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found == Array(repeating: URL(string: "https://id.example/token"), count: 20))
    #expect(server.asked.value == 1)
    time.withLock { $0 += ServerMetadataSource.lifetime }
    _ = try await source.url(.token)
    #expect(server.asked.value == 2)
  }

  @Test(arguments: [
    Result<TransportResponse, TransportFailure>.failure(.network(.unreachable(host: "id.example"))),
    .success(TransportResponse(status: 503)), .success(TransportResponse(status: 429)),
    .success(TransportResponse(status: 200, body: Data("<html>busy".utf8))),
  ])
  func `The cached discovery document is used for a day while the server can't be reached`(
    outage: Result<TransportResponse, TransportFailure>
  ) async throws {
    let (time, isDown) = (Locked(Date(timeIntervalSince1970: 1_800_000_000)), Locked(false))
    let asked = Locked(0)
    let server = ScriptedTransport { request throws(TransportFailure) in
      guard request.url.path.hasSuffix("openid-configuration") else { return TransportResponse(status: 404) }
      asked.withLock { $0 += 1 }
      if isDown.value { return try outage.get() }
      let body = #"{"issuer":"https://id.example","token_endpoint":"https://id.example/token"}"#
      return TransportResponse(status: 200, body: Data(body.utf8))
    }
    let configuration = ProviderConfiguration(id: "open", name: "Open") { $0.server.issuer = "https://id.example" }
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    let source = ServerMetadataSource(provider: provider, transport: server, now: { time.value })
    let url = try await source.url(.token)
    isDown.withLock { $0 = true }
    time.withLock { $0 += ServerMetadataSource.lifetime }
    for _ in 1...5 { #expect(try await source.url(.token) == url) }
    #expect(asked.value == 2, "one failure is enough for a while")
    time.withLock { $0 += ServerMetadataSource.policy.cooldown }
    #expect(try await source.url(.token) == url)
    #expect(asked.value == 3)
    time.withLock { $0 += ServerMetadataSource.policy.grace }
    for _ in 1...2 {
      #expect(await failure(of: try await source.url(.token)) != nil)
    }
    #expect(asked.value == 5, "without a cached document, every call sends a request")
  }

  @Test(arguments: [
    TransportResponse(status: 404),
    TransportResponse(status: 200, body: Data(#"{"issuer":"https://evil.example"}"#.utf8)),
  ])
  func `The cached discovery document isn't used after its lifetime if the server has removed or changed it`(
    later: TransportResponse
  ) async throws {
    let (time, isChanged) = (Locked(Date(timeIntervalSince1970: 1_800_000_000)), Locked(false))
    let server = ScriptedTransport { _ in
      if isChanged.value { return later }
      let body = #"{"issuer":"https://id.example","token_endpoint":"https://id.example/token"}"#
      return TransportResponse(status: 200, body: Data(body.utf8))
    }
    let provider = try ResolvedProvider(.openIDConnect(issuer: "https://id.example"), variables: [:], clientID: "app")
    let source = ServerMetadataSource(provider: provider, transport: server, now: { time.value })
    let url = try await source.url(.token)
    isChanged.withLock { $0 = true }
    #expect(try await source.url(.token) == url)
    time.withLock { $0 += ServerMetadataSource.lifetime }
    #expect(await failure(of: try await source.url(.token)) != nil)
  }
}
