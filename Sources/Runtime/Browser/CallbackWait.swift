import Foundation

/// The result of checking a callback.
enum CallbackOutcome<Value: Sendable>: Sendable {
  /// It is the response to the request. The wait ends with success or failure.
  case ends(Result<Value, StepFailure>)
  /// Anyone could have sent it. The wait continues.
  case rejected(CallbackRejection)
}

/// Waits for the callback that responds to a request. Other callbacks may arrive before it.
///
/// Every event that can end the wait is sent to one stream, so a single loop decides.
struct CallbackWait<Value: Sendable>: Sendable {
  private enum Event: Sendable {
    case outcome(CallbackOutcome<Value>)
    case browserFailed(BrowserFailure)
    case timedOut
  }

  /// The requested location of the response's parameters.
  let mode: ProviderConfiguration.ResponseMode
  /// The name of the error parameter.
  let errorName: String
  private let read: @Sendable (_ query: String) throws(StepFailure) -> Value
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
    (self.mode, self.errorName) = (mode, errorName)
    self.read = read
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Checks a callback without reporting the result.
  func check(_ query: String) -> CallbackOutcome<Value> {
    do throws(StepFailure) {
      return .ends(.success(try read(query)))
    } catch {
      if case .callback(let rejection) = error, !rejection.endsSignIn { return .rejected(rejection) }
      return .ends(.failure(error))
    }
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
  /// - Throws: The failure of the callback, ``BrowserFailure/timedOut(lastRejection:)``, or ``AuthFailure/cancelled``.
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
    for await event in events {
      switch event {
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
    guard !responseType.isCode, effectiveResponseMode == .query else { return }
    throw .configuration(
      .invalidParameter(
        "response_mode", expected: "fragment or form_post with the response type \(responseType.rawValue)"))
  }
}
