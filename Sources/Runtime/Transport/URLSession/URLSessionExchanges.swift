#if canImport(Darwin) || os(Windows) || URL_SESSION_TESTS
  import Foundation
  import HTTPTypes

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if URL_SESSION_TESTS
    @testable import AuthRuntime
  #endif

  extension HTTPResponse {
    /// The head of a response. Returns `nil` if it isn't HTTP, or has an invalid status code.
    init?(_ response: URLResponse) {
      guard let response = response as? HTTPURLResponse else { return nil }
      // Some implementations treat names that differ only in case as different.
      let pairs = response.allHeaderFields.compactMap { name, value in
        (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
      }
      let fields = pairs.sorted { $0.0 < $1.0 }.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      }
      self.init(code: response.statusCode, headerFields: HTTPFields(fields))
    }
  }

  /// The session's delegate. It passes each event to its exchange, and doesn't follow redirects.
  final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let running = Guarded<[Int: ResponseExchange]>([:])
    let credential: URLCredential?

    /// - Parameter credential: A certificate for servers that request one.
    init(presenting credential: URLCredential?) { self.credential = credential }

    /// The number of running exchanges.
    var count: Int { running.withLock { $0.count } }

    func add(_ task: URLSessionTask, host: String, maximumBytes: Int) -> ResponseExchange {
      let exchange = ResponseExchange(host: host, maximumBytes: maximumBytes)
      let identifier = task.taskIdentifier
      running.withLock { $0[identifier] = exchange }
      return exchange
    }

    func remove(_ task: URLSessionTask) {
      let identifier = task.taskIdentifier
      running.withLock { $0[identifier] = nil }
    }

    private func exchange(of task: URLSessionTask) -> ResponseExchange? {
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
      let isWanted = exchange(of: dataTask)?.start(HTTPResponse(response)) ?? false
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
