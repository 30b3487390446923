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
    try await observe(operation, outcome: ObservedOutcome.init, body)
  }

  /// Does the same for operations with their own failures.
  func observe<Value: Sendable, Reason: Error>(
    _ operation: Operation, outcome: (Reason) -> ObservedOutcome, _ body: () async throws(Reason) -> Value
  ) async throws(Reason) -> Value {
    let start = ContinuousClock.now
    let result: Result<Value, Reason> = await traced(operation, outcome) {
      do throws(Reason) { return .success(try await body()) } catch { return .failure(error) }
    }
    report(operation, result.failure.map(outcome), after: ContinuousClock.now - start)
    return try result.get()
  }

  private func traced<Value: Sendable, Reason: Error>(
    _ operation: Operation, _ outcome: (Reason) -> ObservedOutcome, _ body: () async -> Result<Value, Reason>
  ) async -> Result<Value, Reason> {
    #if Observability
      return await withSpan("auth.\(operation.rawValue)", ofKind: .client) { span in
        span.attributes["auth.provider"] = provider
        let result = await body()
        if let name = result.failure.map({ outcome($0).name }) {
          span.attributes["auth.failure"] = name
          span.setStatus(SpanStatus(code: .error, message: name))
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
      metadata: ["provider": "\(provider)", "outcome": "\(ObservedOutcome(failure).name)"])
  }

  private func report(_ operation: Operation, _ failure: ObservedOutcome?, after time: Duration) {
    let outcome = failure?.name ?? "ok"
    #if Observability
      let name = "auth_\(operation.rawValue)"
      Counter(label: name, dimensions: [("provider", provider), ("outcome", outcome)]).increment()
      Timer(label: name + "_duration", dimensions: [("provider", provider)]).recordNanoseconds(time.nanoseconds)
    #endif
    let level: Logger.Level =
      switch failure?.isCancellation {
      case nil: .info
      case true?: .debug
      case false?: .notice
      }
    logger.log(
      level: level, "\(operation.rawValue): \(failure?.text ?? "ok")",
      metadata: ["provider": "\(provider)", "outcome": "\(outcome)", "milliseconds": "\(time.nanoseconds / 1_000_000)"])
  }
}

/// How a failed operation appears in logs, metrics, and traces.
package struct ObservedOutcome: Sendable {
  /// The name in metrics.
  let name: String
  /// What happened, without secrets.
  let text: String
  let isCancellation: Bool

  package init(name: String, text: String) { (self.name, self.text, isCancellation) = (name, text, false) }

  /// All codes that the descriptor doesn't list share one name, because a server may send any code.
  package init<Code>(_ failure: AuthFailure<Code>) {
    text = failure.description
    isCancellation = if case .cancelled = failure { true } else { false }
    name = if case .server(_, let error) = failure, error.known == nil { "server" } else { failure.caseName }
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
