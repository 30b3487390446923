import Logging

#if Observability
  import CoreMetrics
  import Tracing
#endif

/// Reports the client's operations to logs, metrics, and traces. Reports contain only names, counts, and times, never a token,
/// code, verifier, or secret. The descriptions of failures don't contain secrets either.
struct Observer: Sendable {
  /// An observed operation. The raw value is its name in metrics and traces.
  enum Operation: String, Sendable {
    case signIn = "sign_in"
    case refresh
    case adoption
    case revocation
    case signOut = "sign_out"
  }

  let logger: Logger
  /// The descriptor's ID.
  let provider: String

  /// Runs `body` and reports its outcome: a span `auth.sign_in`, a counter `auth_sign_in` by outcome, a timer
  /// `auth_sign_in_duration`, and a log entry.
  func observe<Value: Sendable>(
    _ operation: Operation, _ body: () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    let start = ContinuousClock.now
    let result: Result<Value, StepFailure> = await traced(operation) {
      do throws(StepFailure) { return .success(try await body()) } catch { return .failure(error) }
    }
    report(operation, result.failure, after: ContinuousClock.now - start)
    return try result.get()
  }

  private func traced<Value: Sendable>(
    _ operation: Operation, _ body: () async -> Result<Value, StepFailure>
  ) async -> Result<Value, StepFailure> {
    #if Observability
      return await withSpan("auth.\(operation.rawValue)", ofKind: .client) { span in
        span.attributes["auth.provider"] = provider
        let result = await body()
        if let failure = result.failure {
          span.attributes["auth.failure"] = failure.dimension
          span.setStatus(SpanStatus(code: .error, message: failure.dimension))
        }
        return result
      }
    #else
      return await body()
    #endif
  }

  /// Reports a failure that doesn't end the sign-in.
  func report(skipped failure: StepFailure) {
    logger.notice(
      "signed in without userinfo: \(failure.description)",
      metadata: ["provider": "\(provider)", "outcome": "\(failure.dimension)"])
  }

  private func report(_ operation: Operation, _ failure: StepFailure?, after time: Duration) {
    let outcome = failure?.dimension ?? "ok"
    #if Observability
      let name = "auth_\(operation.rawValue)"
      Counter(label: name, dimensions: [("provider", provider), ("outcome", outcome)]).increment()
      Timer(label: name + "_duration", dimensions: [("provider", provider)]).recordNanoseconds(time.nanoseconds)
    #endif
    let level: Logger.Level =
      switch failure {
      case nil: .info
      case .cancelled?: .debug
      default: .notice
      }
    logger.log(
      level: level, "\(operation.rawValue): \(failure?.description ?? "ok")",
      metadata: ["provider": "\(provider)", "outcome": "\(outcome)", "milliseconds": "\(time.nanoseconds / 1_000_000)"])
  }
}

extension AuthFailure {
  /// The failure's name for metrics. All codes that the descriptor doesn't list share one name, because a server may send any
  /// code.
  fileprivate var dimension: String {
    if case .server(_, let error) = self, error.known == nil { return "server" }
    return caseName
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}
