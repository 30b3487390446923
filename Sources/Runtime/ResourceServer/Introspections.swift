import Foundation

/// Asks the server about tokens, once for all who wait for the same answer (RFC 7662).
///
/// Anybody can make tokens up, each of which is a request with this API's own secret. So no more than a few are under way at a
/// time, and a server that gives no answer is left alone for a while.
actor Introspections {
  private struct Flight {
    let work = SingleFlight<TokenCache.Answer>()
    var callers = 0
  }

  /// The most questions that wait for an answer.
  static let most = 64
  /// How long a server that gives no answer is not asked, unless it says how long.
  static let pause = Duration.seconds(1)

  private let endpoint: TokenEndpoint
  private let now: @Sendable () -> Date
  private var flights: [TokenCache.Key: Flight] = [:]
  /// What the server gave instead of an answer, and until when it is not asked again.
  private var outage: (failure: StepFailure, time: Range<Date>)?

  init(_ endpoint: TokenEndpoint, now: @escaping @Sendable () -> Date) {
    self.endpoint = endpoint
    self.now = now
  }

  /// What becomes of a token.
  ///
  /// - Parameter judge: Makes an answer of the server's claims.
  func answer(
    about token: Secret, _ key: TokenCache.Key,
    judge: @escaping @Sendable ([String: JSONValue]) async -> TokenCache.Answer
  ) async throws(StepFailure) -> TokenCache.Answer {
    if let outage, outage.time.contains(now()) { throw outage.failure }
    guard flights[key] != nil || flights.count < Self.most else {
      throw .response(.rateLimited(retryAfter: Self.pause))
    }
    flights[key, default: Flight()].callers += 1
    defer { leave(key) }
    let work = flights[key, default: Flight()].work
    return try await work.value { () async throws(StepFailure) in await judge(try await self.ask(about: token)) }
  }

  /// Asks about a token that nobody has: a client that may not ask is found out before the first caller comes.
  func checkReadiness() async throws(StepFailure) {
    _ = try await ask(about: Secret("no-token"))
  }

  private func ask(about token: Secret) async throws(StepFailure) -> [String: JSONValue] {
    do throws(StepFailure) {
      return try await endpoint.introspect(token, hint: "access_token")
    } catch {
      if error.refusesClient { throw .configuration(.refusedIntrospectionClient) }
      if error != .cancelled {
        outage = (error, now()..<now().addingTimeInterval((error.recovery.delay ?? Self.pause).seconds))
      }
      throw error
    }
  }

  private func leave(_ key: TokenCache.Key) {
    flights[key]?.callers -= 1
    if flights[key]?.callers == 0 { flights[key] = nil }
  }
}

extension StepFailure {
  /// Whether the server does not know the client, or does not let it ask (RFC 7662 §2.3, RFC 6749 §5.2).
  fileprivate var refusesClient: Bool {
    switch self {
    case .server(_, let error): ["invalid_client", "unauthorized_client"].contains(error.code)
    case .response(.unexpectedStatus(let status, _)): [401, 403].contains(status)
    default: false
    }
  }
}

extension Recovery {
  /// How long to wait, where that is known.
  fileprivate var delay: Duration? {
    if case .retry(let delay) = self { delay } else { nil }
  }
}
