#if canImport(Darwin) || os(Windows) || URL_SESSION_TESTS
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if URL_SESSION_TESTS
    @testable import AuthRuntime
  #endif

  /// Collects the response to one request, up to a limit. It ends with the response or with the first failure.
  final class URLSessionExchange: Sendable {
    private struct State: Sendable {
      var response: HTTPResponse?
      var outcome: Result<HTTPResponse, any Error>?
      var waiting: CheckedContinuation<HTTPResponse, any Error>?
    }

    private let host: String
    private let maximumBytes: Int
    private let state = Guarded(State())

    init(host: String, maximumBytes: Int) {
      (self.host, self.maximumBytes) = (host, maximumBytes)
    }

    /// Waits for the end. Call it once.
    func response() async throws -> HTTPResponse {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    }

    /// Ends the exchange, unless it has ended.
    func end(_ outcome: Result<HTTPResponse, any Error>) {
      let waiting = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
        guard state.outcome == nil else { return nil }
        defer { (state.response, state.waiting) = (nil, nil) }
        state.outcome = outcome
        return state.waiting
      }
      waiting?.resume(with: outcome)
    }

    /// Receives the head of the response.
    ///
    /// - Returns: Whether to receive the body.
    func start(_ response: URLResponse) -> Bool {
      guard let response = response as? HTTPURLResponse else {
        end(.failure(TransportFailure.network(.unreachable(host: host))))
        return false
      }
      let head = HTTPResponse(status: response.statusCode, headers: Self.fields(response))
      let isFirst = state.withLock { state in
        guard state.outcome == nil, state.response == nil else { return false }
        state.response = head
        return true
      }
      // Each part of a multipart response has its own head, which would reset the size limit of the body.
      if !isFirst { end(.failure(TransportFailure.network(.interrupted(host: host)))) }
      return isFirst
    }

    /// Receives a part of the body.
    ///
    /// - Returns: Whether to receive more.
    func receive(_ part: Data) -> Bool {
      let isWithinLimit = state.withLock { [maximumBytes] state in
        // Parts that arrive after the end are dropped.
        guard let length = state.response?.body.count else { return state.outcome == nil }
        guard part.count <= maximumBytes - length else { return false }
        state.response?.body.append(part)
        return true
      }
      // This counts only if the exchange hasn't ended.
      if !isWithinLimit { end(.failure(TransportFailure.tooLarge)) }
      return isWithinLimit
    }

    /// Ends the exchange because the task has ended.
    func complete(_ error: (any Error)?) {
      let response = state.withLock { $0.response }
      if let error {
        end(.failure(error))
      } else if let response {
        end(.success(response))
      } else {
        end(.failure(TransportFailure.network(.interrupted(host: host))))
      }
    }

    private static func fields(_ response: HTTPURLResponse) -> [String: String] {
      // Some implementations treat names that differ only in case as different.
      let pairs = response.allHeaderFields.compactMap { name, value in
        (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
      }
      return Dictionary(pairs.sorted { $0.0 < $1.0 }.map { ($0.0.lowercased(), $0.1) }) { "\($0), \($1)" }
    }
  }

  /// The session's delegate. It passes each event to its exchange, and doesn't follow redirects.
  final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let running = Guarded<[Int: URLSessionExchange]>([:])

    /// The number of running exchanges.
    var count: Int { running.withLock { $0.count } }

    func add(_ task: URLSessionTask, host: String, maximumBytes: Int) -> URLSessionExchange {
      let exchange = URLSessionExchange(host: host, maximumBytes: maximumBytes)
      let identifier = task.taskIdentifier
      running.withLock { $0[identifier] = exchange }
      return exchange
    }

    func remove(_ task: URLSessionTask) {
      let identifier = task.taskIdentifier
      running.withLock { $0[identifier] = nil }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
      let identifier = task.taskIdentifier
      return running.withLock { $0[identifier] }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let isWanted = exchange(of: dataTask)?.start(response) ?? false
      completionHandler(isWanted ? .allow : .cancel)
    }

    #if !canImport(Darwin)
      /// Handles a response with status 401 that asks for a password. swift-corelibs-foundation delivers the response
      /// and calls this. The task ends only if it gets a password, and the client never has one.
      func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        exchange(of: task)?.complete(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    #endif

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isWanted = exchange(of: dataTask)?.receive(data) ?? false
      if !isWanted { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      exchange(of: task)?.complete(error)
    }
  }
#endif
