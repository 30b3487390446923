import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A clock on which short waits are over at once, and remembered.
final class ImpatientClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let waits = Locked<[Duration]>([])
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  /// What was waited for, within a millisecond or so.
  var waited: [Duration] { waits.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let wait = deadline - now
    guard wait < .seconds(10) else { return try await Task.sleep(for: wait) }
    waits.withLock { $0.append(wait) }
    try Task.checkCancellation()
  }
}

@Suite struct `A request that fails for a moment` {
  private typealias Answer = Result<TransportResponse, TransportFailure>

  /// What comes of a request, how often it was sent, and the pauses.
  private func run(
    _ answers: [Answer], isRepeatable: Bool = true
  ) async throws -> (outcome: Answer, sent: Int, pauses: [Duration]) {
    let (left, clock) = (Locked(answers), ImpatientClock())
    let server = AnsweringTransport { _ throws(TransportFailure) in
      try left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
    }
    let transport = RetryingTransport(base: server, clock: clock)
    let url = try #require(URL(string: "https://id.example/keys"))
    let outcome: Answer
    do throws(TransportFailure) {
      outcome = .success(try await transport.send(TransportRequest(url: url, isRepeatable: isRepeatable)))
    } catch {
      outcome = .failure(error)
    }
    return (outcome, server.asked.value, clock.waited)
  }

  private static func answer(_ status: Int, _ headers: HTTPFields = [:]) -> Answer {
    .success(TransportResponse(status: status, headers: headers))
  }

  private static let broken = Answer.failure(.network(.interrupted(host: "id.example")))
  private static let unreachable = Answer.failure(.network(.unreachable(host: "id.example")))

  @Test(arguments: [answer(429), answer(502), answer(503), answer(504), broken, unreachable])
  fileprivate func `is sent again, after pauses that grow`(answer: Result<TransportResponse, TransportFailure>)
    async throws
  {
    let found = try await run([answer, answer, Self.answer(200)])
    #expect(try found.outcome.get().status == 200)
    #expect(found.sent == 3)
    let bounds: [ClosedRange<Duration>] = [
      .milliseconds(120)...(.milliseconds(250)), .milliseconds(240)...(.milliseconds(500)),
    ]
    #expect(found.pauses.count == 2 && zip(bounds, found.pauses).allSatisfy { $0.contains($1) }, "\(found.pauses)")
  }

  @Test func `differs from client to client`() {
    #expect(Set((0..<100).map { _ in RetryingTransport.pause(1) }).count > 50)
  }

  @Test func `is given up after three times`() async throws {
    let found = try await run([Self.answer(503)])
    #expect(try found.outcome.get().status == 503)
    #expect(found.sent == 3)
  }

  @Test(arguments: [
    answer(200), answer(302), answer(400), answer(401), answer(404), answer(500), .failure(.tooLarge),
    .failure(.cancelled), .failure(.unavailable), .failure(.network(.noResponse(host: "id.example"))),
    .failure(.network(.untrustedServer(host: "id.example"))),
    answer(429, [.retryAfter: "6"]), answer(503, [.retryAfter: "3600"]),
    answer(503, [.retryAfter: "86401"]), answer(503, [.retryAfter: "99999999999999999999"]),
    answer(
      503, [.retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"]),
  ])
  fileprivate func `is not sent again where that helps nobody, or the server wants more time than there is`(
    answer: Result<TransportResponse, TransportFailure>
  ) async throws {
    let found = try await run([answer, Self.answer(200)])
    #expect(found.sent == 1)
    #expect(found.pauses.isEmpty)
  }

  @Test(
    arguments: [
      ([.retryAfter: "3"], 3110...3250),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:39 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"], 2110...2250),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:39 GMT"], 120...250), ([.retryAfter: "soon"], 120...250),
      ([.retryAfter: "-1"], 120...250), ([.retryAfter: "0"], 120...250),
    ] as [(HTTPFields, ClosedRange<Int>)])
  func `waits as long as the server says`(headers: HTTPFields, milliseconds: ClosedRange<Int>) async throws {
    let found = try await run([Self.answer(503, headers), Self.answer(200)])
    let pause = try #require(found.pauses.first)
    #expect((.milliseconds(milliseconds.lowerBound)...(.milliseconds(milliseconds.upperBound))).contains(pause))
  }

  @Test func `is never sent again when it spends something`() async throws {
    let found = try await run([Self.broken, Self.answer(200)], isRepeatable: false)
    #expect(found.sent == 1)
  }

  /// A server that was busy may have remembered the assertion's `jti` all the same.
  @Test(
    arguments: [(.clientSecretBasic, 2), (.clientSecretJWT, 1)]
      as [(ProviderConfiguration.ClientAuthenticationMethod, Int)])
  func `is not sent again with an assertion that counts once`(
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
        environment: AuthEnvironment(browser: FollowingBrowser(), clock: ImpatientClock()))
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

  /// What every request of a sign-in, a refresh and a sign-out does when the server is busy once.
  @Test func `is one that reads, or that revokes`() async throws {
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
      let environment = AuthEnvironment(browser: FollowingBrowser(), clock: ImpatientClock())
      let client = provider.client(environment: environment)
      _ = try await client.signIn(scopes: [], parameters: .init())
      busy.withLock { _ = $0.remove("/token") }
      let rejection = await failure(of: try await client.refresh())
      #expect(rejection == .session(.offline(.status(503))))
      try await client.revokeTokens()
      let counts = Dictionary(grouping: provider.requests, by: \.path).mapValues(\.count)
      #expect(counts == ["/authorize": 1, "/token": 2, "/keys": 2, "/userinfo": 2, "/revoke": 2])
    }
  }
}
