import Foundation

/// Introspects tokens, with one request for all callers that wait for the same response (RFC 7662).
///
/// Anyone can invent tokens, and each one causes a request with this API's own secret. So only a few requests run at
/// the same time, and while the server throttles this API or doesn't accept its credentials, no requests are sent for a
/// few seconds. A single token must not cause such an outage: if the token itself may be the reason for a failure, as
/// with most other 4xx statuses, only its own callers are affected.
actor Introspections {
  private struct RunningIntrospection {
    let work = SingleFlight<TokenCache.Outcome>()
    var callers = 0
  }

  /// The maximum number of requests that run at the same time.
  static let maximumRequests = 64
  /// The maximum number of bytes of a token. Servers issue shorter ones, and proxies reject long requests.
  static let maximumTokenLength = 8 << 10
  /// The time limit of one request. A token that makes the server hang occupies one of the
  /// ``maximumRequests`` slots for that long.
  static let timeout = Duration.seconds(5)
  /// The pause after a failure of the server, unless the server sets another one.
  static let pause = Duration.seconds(1)
  /// The longest pause, even if the server asks for more: an attacker's token may have caused the response.
  static let maximumPause = Duration.seconds(5)
  /// If requests for that many different tokens fail, and none succeeds in between, the server is the reason.
  static let suspiciousCount = 3

  private let endpoint: TokenEndpoint
  private let now: @Sendable () -> Date
  private var running: [TokenCache.Key: RunningIntrospection] = [:]
  /// The reason for which no requests are sent now, and the time until they are.
  private var outage: (failure: StepFailure, time: Range<Date>)?
  /// The tokens whose requests failed since the last response of the server.
  private var failed: Set<TokenCache.Key> = []

  init(_ endpoint: TokenEndpoint, now: @escaping @Sendable () -> Date) {
    self.endpoint = endpoint
    self.now = now
  }

  /// Returns the result of introspecting a token.
  ///
  /// - Parameter verify: Verifies the claims that the server returned.
  /// - Throws: The failure of this request, or the failure that started an outage.
  func outcome(
    about token: Secret, _ key: TokenCache.Key,
    verify: @escaping @Sendable ([String: JSONValue]) async -> TokenCache.Outcome
  ) async throws(StepFailure) -> TokenCache.Outcome {
    if let outage, outage.time.contains(now()) { throw outage.failure }
    guard running[key] != nil || running.count < Self.maximumRequests else {
      throw .response(.rateLimited(retryAfter: Self.pause, endpoint: .introspection))
    }
    running[key, default: RunningIntrospection()].callers += 1
    defer { leave(key) }
    let work = running[key, default: RunningIntrospection()].work
    return try await work.value { () async throws(StepFailure) in await verify(try await self.ask(about: token, key)) }
  }

  /// Introspects a token that doesn't exist, to check whether this API's client may introspect tokens.
  func checkReadiness() async throws(StepFailure) {
    let token = Secret("no-token")
    _ = try await ask(about: token, TokenCache.Key(token))
  }

  private func ask(about token: Secret, _ key: TokenCache.Key) async throws(StepFailure) -> [String: JSONValue] {
    do throws(StepFailure) {
      try await prepare()
      let claims = try await endpoint.introspect(token, hint: "access_token", within: Self.timeout)
      failed = []
      return claims
    } catch {
      if error.saysUnknownToken { return ["active": false] }
      let failure = error.rejectsClient ? .configuration(.rejectedIntrospectionClient) : error
      note(failure, causedBy: error.introspectionCause, of: key)
      throw failure
    }
  }

  /// Finds the endpoint. If that fails, the token isn't the reason.
  private func prepare() async throws(StepFailure) {
    do throws(StepFailure) {
      _ = try await endpoint.metadata.url(.introspection)
    } catch {
      if error != .cancelled { pause(for: error) }
      throw error
    }
  }

  private func note(_ failure: StepFailure, causedBy cause: IntrospectionCause, of key: TokenCache.Key) {
    switch cause {
    case .token: return
    case .unknown:
      failed.insert(key)
      guard failed.count >= Self.suspiciousCount else { return }
    case .server: break
    }
    pause(for: failure)
  }

  private func pause(for failure: StepFailure) {
    failed = []
    let pause = min(failure.recovery.delay ?? Self.pause, Self.maximumPause)
    // Read once, because the clock may be set back, and a range that ends before its start traps.
    let start = now()
    outage = (failure, start..<start.addingTimeInterval(pause.seconds))
  }

  private func leave(_ key: TokenCache.Key) {
    running[key]?.callers -= 1
    if running[key]?.callers == 0 { running[key] = nil }
  }
}

/// The cause of a failed introspection.
private enum IntrospectionCause {
  /// The token, or its caller.
  case token
  /// The server, or this API's registration there.
  case server
  /// Either of them: a token may make a server fail or hang.
  case unknown
}

extension StepFailure {
  /// Whether the server doesn't know the client, or doesn't allow it to introspect tokens (RFC 7662 §2.3, RFC 6749
  /// §5.2).
  fileprivate var rejectsClient: Bool {
    switch self {
    case .server(_, let error): error.namesClient || [401, 403].contains(error.status)
    case .response(.unexpectedStatus(let status, _)): [401, 403].contains(status)
    default: false
    }
  }

  /// Whether the server reports an invalid token. Some servers don't use `active` for that (RFC 6750 §3.1).
  fileprivate var saysUnknownToken: Bool {
    if case .server(_, let error) = self { error.code == "invalid_token" && !rejectsClient } else { false }
  }

  fileprivate var introspectionCause: IntrospectionCause {
    switch self {
    case .cancelled: .token
    case .configuration, .network(.unreachable, _), .network(.untrustedServer, _), .response(.rateLimited): .server
    case .response(.unexpectedStatus(let status, _)): .init(status: status)
    case .server(_, let error): error.namesClient ? .server : .init(status: error.status ?? 200)
    default: .unknown
    }
  }
}

extension ServerError {
  /// Whether the error is about the client.
  fileprivate var namesClient: Bool { ["invalid_client", "unauthorized_client"].contains(code) }
}

extension IntrospectionCause {
  /// Creates the cause from a status. 403 may also come from a firewall that rejects the token's text.
  fileprivate init(status: Int) {
    switch status {
    case 401, 429: self = .server
    case 400..<500: self = .token
    default: self = .unknown
    }
  }
}

extension Recovery {
  /// The time to wait before a retry, if it's known.
  fileprivate var delay: Duration? {
    if case .retry(let delay) = self { delay } else { nil }
  }
}
