import Foundation

/// What a callback turned out to be.
enum CallbackVerdict<Value: Sendable>: Sendable {
  /// It is the answer: the wait ends, well or badly.
  case ends(Result<Value, StepFailure>)
  /// Anyone could have sent it: the wait goes on.
  case rejected(CallbackRejection)
}

/// Waits for the one callback that answers a request, while others may arrive.
///
/// Everything that can end the wait is an event of one stream, so there is one place that decides.
struct CallbackWait<Value: Sendable>: Sendable {
  private enum Event: Sendable {
    case verdict(CallbackVerdict<Value>)
    case browserFailed(BrowserFailure)
    case timedOut
  }

  /// Where the answer's parameters stand.
  let mode: ProviderConfiguration.ResponseMode
  /// The parameter that says no.
  let errorName: String
  private let read: @Sendable (_ query: String) throws(StepFailure) -> Value
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  /// - Parameters:
  ///   - mode: Where the parameters stand.
  ///   - errorName: The parameter that says no.
  ///   - read: Reads a callback's parameters; its failures are the reasons to reject it.
  init(
    mode: ProviderConfiguration.ResponseMode = .query, errorName: String = "error",
    reading read: @escaping @Sendable (_ query: String) throws(StepFailure) -> Value
  ) {
    (self.mode, self.errorName) = (mode, errorName)
    self.read = read
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Judges a callback without telling anyone yet.
  func judge(_ query: String) -> CallbackVerdict<Value> {
    do throws(StepFailure) {
      return .ends(.success(try read(query)))
    } catch {
      if case .callback(let rejection) = error, !rejection.endsSignIn { return .rejected(rejection) }
      return .ends(.failure(error))
    }
  }

  /// The parameters of a callback URL. A server that cannot say its error in the right place says it in the query. An app's
  /// own server that took a form sends it on in the query.
  func parameters(of url: URL) -> String {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    let query = components?.percentEncodedQuery ?? ""
    guard mode == .fragment else { return query }
    if let fragment = components?.percentEncodedFragment, !fragment.isEmpty { return fragment }
    return ResponsePlace.saysNo(query, errorName) ? query : ""
  }

  /// Tells the waiting side.
  func report(_ verdict: CallbackVerdict<Value>) {
    continuation.yield(.verdict(verdict))
  }

  /// Ends the wait because a newer one takes over.
  func supersede() {
    continuation.finish()
  }

  /// Opens the browser and waits.
  ///
  /// - Throws: the verdict's failure, or ``BrowserFailure/timedOut(lastRejection:)``, or ``AuthFailure/cancelled``.
  func outcome(
    opening url: URL, with browser: any Browser, within timeout: Duration, clock: any Clock<Duration>,
    pages: CallbackPages = CallbackPages()
  ) async throws(StepFailure) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    // A task of its own, not a child: a browser that runs on, or ignores cancellation, must not hold up the sign-in.
    let launch = BrowserLaunch(pages: pages) { [continuation] in continuation.yield(.browserFailed($0)) }
    let opening = Task { [continuation] in
      await BrowserLaunch.$current.withValue(launch) {
        do throws(BrowserFailure) { try await browser.open(url) } catch { continuation.yield(.browserFailed(error)) }
      }
    }
    let timing = Task { [continuation] in
      // Longer times than a day are of no use, and clocks overflow on the longest ones.
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
      case .verdict(.rejected(let rejection)): lastRejection = rejection
      case .verdict(.ends(let result)): return result
      case .browserFailed(let failure): return .failure(.browser(failure))
      case .timedOut: return .failure(.browser(.timedOut(lastRejection: lastRejection)))
      }
    }
    // The stream ends without an event when the task is cancelled or a newer wait takes over.
    return .failure(.cancelled)
  }
}

/// Where a response may stand. What was asked for elsewhere is not taken from a query, which shows in the logs of servers on
/// the way and in the browser's history (OAuth 2.0 Multiple Response Type Encoding Practices §3, §5).
enum ResponsePlace {
  /// Whether a query holds the server's no, which brings nothing.
  static func saysNo(_ query: String, _ errorName: String) -> Bool {
    (FormEncoding.decode(query) ?? []).contains { $0.name == errorName }
  }
}

extension ProviderConfiguration.AuthorizationRules {
  /// Tokens are never asked for in a query (Multiple Response Type Encoding Practices §3, §5).
  func validateResponsePlace() throws(StepFailure) {
    guard !responseType.isCode, effectiveResponseMode == .query else { return }
    throw .configuration(
      .invalidParameter(
        "response_mode", expected: "fragment or form_post with the response type \(responseType.rawValue)"))
  }
}
