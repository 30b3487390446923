#if canImport(Darwin) || os(Windows) || URL_SESSION_TESTS
  import Foundation
  import HTTPTypes

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if URL_SESSION_TESTS
    @testable import AuthRuntime
  #endif

  /// Receives the response to one request, up to a size limit. It ends with the response or with the first failure.
  final class URLSessionExchange: Sendable {
    private struct State: Sendable {
      var head: HTTPResponse?
      /// The part of the body that hasn't been read.
      var rest = Data()
      /// The number of bytes of the body that have arrived.
      var count = 0
      var outcome: Result<Void, any Error>?
      var waiting: CheckedContinuation<Void, Never>?

      mutating func wake() -> CheckedContinuation<Void, Never>? {
        defer { waiting = nil }
        return waiting
      }
    }

    private let host: String
    private let maximumBytes: Int
    private let state = Guarded(State())

    init(host: String, maximumBytes: Int) {
      (self.host, self.maximumBytes) = (host, maximumBytes)
    }

    /// Waits for the head of the response.
    func head() async throws -> HTTPResponse {
      while true {
        let (head, outcome) = state.withLock { ($0.head, $0.outcome) }
        if case .failure(let failure) = outcome { throw failure }
        if let head { return head }
        await change { $0.head == nil }
      }
    }

    /// Waits for a part of the body. Returns `nil` at its end.
    func next() async throws -> Data? {
      while true {
        let (rest, outcome) = state.withLock { state in
          defer { state.rest = Data() }
          return (state.rest, state.outcome)
        }
        if case .failure(let failure) = outcome { throw failure }
        if !rest.isEmpty { return rest }
        if outcome != nil { return nil }
        await change { $0.rest.isEmpty }
      }
    }

    /// Waits until something arrives or the exchange ends. One task waits at a time.
    private func change(while isWaiting: @escaping @Sendable (State) -> Bool) async {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.outcome == nil, isWaiting(state) else { return true }
          state.waiting = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    }

    /// Ends the exchange, unless it has ended.
    func end(_ outcome: Result<Void, any Error>) {
      let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard state.outcome == nil else { return nil }
        state.outcome = outcome
        return state.wake()
      }
      waiting?.resume()
    }

    /// Receives the head of the response.
    ///
    /// - Returns: Whether to receive the body.
    func start(_ response: URLResponse) -> Bool {
      guard let response = response as? HTTPURLResponse else {
        end(.failure(TransportFailure.network(.unreachable(host: host))))
        return false
      }
      // HTTPTypes would trap for a status code without three digits.
      guard (100...999).contains(response.statusCode) else {
        end(.failure(TransportFailure.network(.interrupted(host: host))))
        return false
      }
      let head = HTTPResponse(status: .init(code: response.statusCode), headerFields: Self.fields(response))
      let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
        guard state.outcome == nil, state.head == nil else { return (false, nil) }
        state.head = head
        return (true, state.wake())
      }
      waiting?.resume()
      // Each part of a multipart response has its own head, which would reset the size limit of the body.
      if !isFirst { end(.failure(TransportFailure.network(.interrupted(host: host)))) }
      return isFirst
    }

    /// Receives a part of the body.
    ///
    /// - Returns: Whether to receive more.
    func receive(_ part: Data) -> Bool {
      let (isWithinLimit, waiting) = state.withLock {
        [maximumBytes] state -> (Bool, CheckedContinuation<Void, Never>?) in
        // Parts that arrive after the end are dropped.
        guard state.outcome == nil, state.head != nil else { return (state.outcome == nil, nil) }
        guard part.count <= maximumBytes - state.count else { return (false, nil) }
        state.count += part.count
        state.rest.append(part)
        return (true, state.wake())
      }
      waiting?.resume()
      // This counts only if the exchange hasn't ended.
      if !isWithinLimit { end(.failure(TransportFailure.tooLarge)) }
      return isWithinLimit
    }

    /// Ends the exchange because the task has ended.
    func complete(_ error: (any Error)?) {
      let hasHead = state.withLock { $0.head != nil }
      if let error {
        end(.failure(error))
      } else {
        end(hasHead ? .success(()) : .failure(TransportFailure.network(.interrupted(host: host))))
      }
    }

    private static func fields(_ response: HTTPURLResponse) -> HTTPFields {
      // Some implementations treat names that differ only in case as different.
      let pairs = response.allHeaderFields.compactMap { name, value in
        (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
      }
      return HTTPFields(
        pairs.sorted { $0.0 < $1.0 }.compactMap { name, value in
          HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        })
    }
  }

  /// The session's delegate. It passes each event to its exchange, and doesn't follow redirects.
  final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let running = Guarded<[Int: URLSessionExchange]>([:])
    private let credential: URLCredential?

    /// - Parameter credential: A certificate for servers that request one.
    init(presenting credential: URLCredential?) { self.credential = credential }

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

    /// The reaction to a challenge. The system verifies servers, and other challenges end as responses.
    func reaction(toCertificateRequest: Bool) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard toCertificateRequest, let credential else { return (.performDefaultHandling, nil) }
      return (.useCredential, credential)
    }

    #if canImport(Darwin)
      func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        let method = challenge.protectionSpace.authenticationMethod
        let (disposition, credential) = reaction(
          toCertificateRequest: method == NSURLAuthenticationMethodClientCertificate)
        completionHandler(disposition, credential)
      }
    #else
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
