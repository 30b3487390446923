import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A request that fails temporarily` {
  private typealias Response = Result<TransportResponse, TransportFailure>

  /// The result of a request, the number of attempts, and the pauses between them.
  private func run(
    _ responses: [Response], isRepeatable: Bool = true
  ) async throws -> (outcome: Response, sent: Int, pauses: [Duration]) {
    let (left, clock) = (Locked(responses), ImmediateClock())
    let server = ScriptedTransport { _ throws(TransportFailure) in
      try left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
    }
    let transport = RetryingTransport(base: server, clock: clock)
    let url = try #require(URL(string: "https://id.example/keys"))
    let outcome: Response
    do throws(TransportFailure) {
      outcome = .success(try await transport.send(TransportRequest(url: url, isRepeatable: isRepeatable)))
    } catch {
      outcome = .failure(error)
    }
    return (outcome, server.asked.value, clock.waited)
  }

  private static func response(_ status: Int, _ headers: HTTPFields = [:]) -> Response {
    .success(TransportResponse(status: status, headers: headers))
  }

  private static let broken = Response.failure(.network(.interrupted(host: "id.example")))
  private static let unreachable = Response.failure(.network(.unreachable(host: "id.example")))

  @Test(arguments: [response(429), response(502), response(503), response(504), broken, unreachable])
  fileprivate func `A failed request is retried after growing pauses`(
    response: Result<TransportResponse, TransportFailure>
  )
    async throws
  {
    let found = try await run([response, response, Self.response(200)])
    #expect(try found.outcome.get().status == 200)
    #expect(found.sent == 3)
    let bounds: [ClosedRange<Duration>] = [
      .milliseconds(120)...(.milliseconds(250)), .milliseconds(240)...(.milliseconds(500)),
    ]
    #expect(found.pauses.count == 2 && zip(bounds, found.pauses).allSatisfy { $0.contains($1) }, "\(found.pauses)")
  }

  @Test func `The pause before a retry is random`() {
    #expect(Set((0..<100).map { _ in RetryingTransport.pause(1) }).count > 50)
  }

  @Test func `A failed request is given up after three attempts`() async throws {
    let found = try await run([Self.response(503)])
    #expect(try found.outcome.get().status == 503)
    #expect(found.sent == 3)
  }

  @Test(arguments: [
    response(200), response(302), response(400), response(401), response(404), response(500), .failure(.tooLarge),
    .failure(.cancelled), .failure(.unavailable), .failure(.network(.noResponse(host: "id.example"))),
    .failure(.network(.untrustedServer(host: "id.example"))),
    response(429, [.retryAfter: "6"]), response(503, [.retryAfter: "3600"]),
    response(503, [.retryAfter: "86401"]), response(503, [.retryAfter: "99999999999999999999"]),
    response(
      503, [.retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"]),
  ])
  fileprivate func `A request is not retried if its failure isn't temporary or the server wants too long a pause`(
    response: Result<TransportResponse, TransportFailure>
  ) async throws {
    let found = try await run([response, Self.response(200)])
    #expect(found.sent == 1)
    #expect(found.pauses.isEmpty)
  }

  @Test(
    arguments: [
      ([.retryAfter: "3"], 3110...3250),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:39 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"], 2110...2250),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:39 GMT"], 120...250), ([.retryAfter: "soon"], 120...250),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:29 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"], 120...250),
      ([.retryAfter: "-1"], 120...250), ([.retryAfter: "0"], 120...250), ([.retryAfter: ""], 120...250),
    ] as [(HTTPFields, ClosedRange<Int>)])
  func `The pause before a retry is as long as the server requests`(headers: HTTPFields, milliseconds: ClosedRange<Int>)
    async throws
  {
    let found = try await run([Self.response(503, headers), Self.response(200)])
    let pause = try #require(found.pauses.first)
    #expect((.milliseconds(milliseconds.lowerBound)...(.milliseconds(milliseconds.upperBound))).contains(pause))
  }

  @Test func `A request that uses up a code or a token is not retried`() async throws {
    let found = try await run([Self.broken, Self.response(200)], isRepeatable: false)
    #expect(found.sent == 1)
  }

  /// A busy server may have stored the assertion's `jti` nevertheless.
  @Test(
    arguments: [(.clientSecretBasic, 2), (.clientSecretJWT, 1)]
      as [(ProviderConfiguration.ClientAuthenticationMethod, Int)])
  func `A request with a single-use client assertion is not retried`(
    method: ProviderConfiguration.ClientAuthenticationMethod, times: Int
  ) async throws {
    let busy = Locked<Set<String>>(["/authorize", "/token", "/keys"])
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        busy.withLock { $0.insert(request.path).inserted } ? ScriptedResponse(503) : nil
      }
    }
    let configuration = ProviderConfiguration.plain.with { it in
      it.discovery.mode = .none
      it.client.authentication = [method]
      it.server.introspectionEndpoint = "https://{domain}/introspect"
    }
    try await withProvider(configuration, script: script) { provider in
      let client = provider.client(
        clientSecret: Secret(String(repeating: "s", count: 32)),
        environment: AuthEnvironment(browser: FollowingBrowser(), clock: ImmediateClock()))
      _ = try await client.signIn(scopes: [], parameters: .init())
      let failures = [
        await failure(of: try await client.introspect(Secret("t"))),
        await failure(of: try await client.revokeTokens()),
      ]
      let endpoints = [Endpoint.introspection, .revocation]
      let rejections = endpoints.map { StepFailure.response(.unexpectedStatus(503, endpoint: $0)) }
      #expect(failures == (times == 1 ? rejections : [nil, nil]))
      let counts = Dictionary(grouping: provider.requests, by: \.path).mapValues(\.count)
      #expect((counts["/introspect"], counts["/revoke"]) == (times, times))
    }
  }

  /// The attempts of each request of a sign-in, a refresh and a sign-out if the server is busy once.
  @Test func `Requests that read or revoke are retried, and token requests aren't`() async throws {
    let busy = Locked(Set<String>())
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        busy.withLock { $0.insert(request.path).inserted } ? ScriptedResponse(503) : nil
      }
    }
    let configuration = ProviderConfiguration.plain.with { it in
      it.discovery.mode = .none
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      it.userInfo.sources = [.idToken, .endpoint]
    }
    try await withProvider(configuration, script: script) { provider in
      busy.withLock { $0 = ["/authorize", "/token", "/logout"] }
      let environment = AuthEnvironment(browser: FollowingBrowser(), clock: ImmediateClock())
      let client = provider.client(environment: environment)
      _ = try await client.signIn(scopes: [], parameters: .init())
      busy.withLock { _ = $0.remove("/token") }
      let rejection = await failure(of: try await client.refresh())
      #expect(rejection == .session(.offline(.status(503, endpoint: .token))))
      try await client.revokeTokens()
      let counts = Dictionary(grouping: provider.requests, by: \.path).mapValues(\.count)
      #expect(counts == ["/authorize": 1, "/token": 2, "/keys": 2, "/userinfo": 2, "/revoke": 2])
    }
  }
}
