import Foundation

/// The result of checking a callback.
enum CallbackOutcome<Value: Sendable>: Sendable {
  /// It is the response to the request. The wait ends with success or failure.
  case ends(Result<Value, StepFailure>)
  /// Anyone could have sent it. The wait continues.
  case rejected(CallbackRejection)
  /// The check needs more time, for example to fetch the key of a signed response. The wait continues until it's done.
  case pending(@Sendable () async throws(StepFailure) -> Value)
}

/// Waits for the callback that responds to a request. Other callbacks may arrive before it.
///
/// Every event that can end the wait is sent to one stream, so a single loop decides.
struct CallbackWait<Value: Sendable>: Sendable {
  /// The most checks of one wait that need more time.
  private static var maximumPending: Int { 8 }

  private enum Event: Sendable {
    case outcome(CallbackOutcome<Value>)
    case browserFailed(BrowserFailure)
    case timedOut
  }

  /// The requested location of the response's parameters.
  let mode: ProviderConfiguration.ResponseMode
  /// The name of the error parameter.
  let errorName: String
  private let read: @Sendable (_ query: String) throws(StepFailure) -> CallbackOutcome<Value>
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  /// - Parameters:
  ///   - mode: The requested location of the parameters.
  ///   - errorName: The name of the error parameter.
  ///   - read: Reads a callback's parameters. If it throws, the callback is rejected.
  init(
    mode: ProviderConfiguration.ResponseMode = .query, errorName: String = "error",
    reading read: @escaping @Sendable (_ query: String) throws(StepFailure) -> Value
  ) {
    self.init(mode: mode, errorName: errorName) { query throws(StepFailure) in .ends(.success(try read(query))) }
  }

  /// - Parameter check: Checks a callback's parameters. If it throws, the callback is rejected.
  init(
    mode: ProviderConfiguration.ResponseMode, errorName: String,
    checking check: @escaping @Sendable (_ query: String) throws(StepFailure) -> CallbackOutcome<Value>
  ) {
    (self.mode, self.errorName) = (mode, errorName)
    read = check
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Checks a callback without reporting the result.
  func check(_ query: String) -> CallbackOutcome<Value> {
    do throws(StepFailure) { return try read(query) } catch { return Self.outcome(of: error) }
  }

  /// Returns the result of a check, after waiting for it if necessary.
  func settled(_ outcome: CallbackOutcome<Value>) async -> CallbackOutcome<Value> {
    guard case .pending(let check) = outcome else { return outcome }
    do throws(StepFailure) { return .ends(.success(try await check())) } catch { return Self.outcome(of: error) }
  }

  private static func outcome(of failure: StepFailure) -> CallbackOutcome<Value> {
    if case .callback(let rejection) = failure, !rejection.endsSignIn { return .rejected(rejection) }
    return .ends(.failure(failure))
  }

  /// Returns the parameters of a callback URL. A server that can't return an error in the requested location returns it in the
  /// query. An app's server that received a form passes it on in the query.
  func parameters(of url: URL) -> String {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    let query = components?.percentEncodedQuery ?? ""
    guard mode == .fragment else { return query }
    if let fragment = components?.percentEncodedFragment, !fragment.isEmpty { return fragment }
    return ResponseLocation.containsError(query, errorName) ? query : ""
  }

  /// Reports the result of a check to the waiting task.
  func report(_ outcome: CallbackOutcome<Value>) {
    continuation.yield(.outcome(outcome))
  }

  /// Ends the wait because a newer one takes over.
  func supersede() {
    continuation.finish()
  }

  /// Opens the browser and waits for the callback.
  ///
  /// - Throws: The failure of the callback or of the browser, ``BrowserFailure/timedOut(lastRejection:toRegister:)``, or
  ///   ``AuthFailure/cancelled``.
  func outcome(
    opening url: URL, with browser: any Browser, within timeout: Duration, clock: any Clock<Duration>,
    pages: CallbackPages = CallbackPages()
  ) async throws(StepFailure) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    // An unstructured task: a browser that ignores cancellation must not delay the end of the sign-in.
    let launch = BrowserLaunch(pages: pages) { [continuation] in continuation.yield(.browserFailed($0)) }
    let opening = Task { [continuation] in
      await BrowserLaunch.$current.withValue(launch) {
        do throws(BrowserFailure) { try await browser.open(url) } catch { continuation.yield(.browserFailed(error)) }
      }
    }
    let timing = Task { [continuation] in
      // A day is enough, and clocks overflow on the longest durations.
      do { try await clock.sleep(for: min(timeout, .seconds(86_400))) } catch { return }
      continuation.yield(.timedOut)
    }
    let end = await firstEnd()
    opening.cancel()
    timing.cancel()
    await launch.close()
    return try end.get()
  }

  private func firstEnd() async -> Result<Value, StepFailure> {
    var lastRejection: CallbackRejection?
    var checks: [Task<Void, Never>] = []
    defer { for check in checks { check.cancel() } }
    for await event in events {
      switch event {
      case .outcome(.pending) where checks.count >= Self.maximumPending: lastRejection = .unexpected
      case .outcome(.pending(let check)): checks.append(Task { report(await settled(.pending(check))) })
      case .outcome(.rejected(let rejection)): lastRejection = rejection
      case .outcome(.ends(let result)): return result
      case .browserFailed(let failure): return .failure(.browser(failure))
      case .timedOut: return .failure(.browser(.timedOut(lastRejection: lastRejection)))
      }
    }
    // The stream ends without an event if the task is canceled or a newer wait replaces this one.
    return .failure(.cancelled)
  }
}

/// The possible locations of a response's parameters. Parameters that were requested elsewhere aren't read from a
/// query, because queries appear in server logs and in the browser's history (OAuth 2.0 Multiple Response Type Encoding
/// Practices §3, §5).
enum ResponseLocation {
  /// Whether a query contains an error of the server. Errors carry no credentials.
  static func containsError(_ query: String, _ errorName: String) -> Bool {
    (FormEncoding.decode(query) ?? []).contains { $0.name == errorName }
  }
}

extension ProviderConfiguration.AuthorizationRules {
  /// Rejects a query as the location of tokens (Multiple Response Type Encoding Practices §3, §5).
  func validateResponsePlace() throws(StepFailure) {
    guard !responseType.isCode, responsePlace == .query else { return }
    throw .configuration(
      .invalidParameter(
        "response_mode", expected: "fragment or form_post with the response type \(responseType.rawValue)"))
  }
}
