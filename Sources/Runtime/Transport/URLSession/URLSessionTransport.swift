// The tests define URL_SESSION_TESTS, to compile and run this folder on Linux, too.
#if canImport(Darwin) || os(Windows) || URL_SESSION_TESTS
  import Foundation
  import HTTPTypes

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if URL_SESSION_TESTS
    @testable import AuthRuntime
  #endif

  /// The transport on Apple's platforms and on Windows: URLSession, without redirects, cookies or a cache.
  ///
  /// This project hasn't run it on these platforms. The tests run it on Linux, with Linux's URLSession.
  ///
  /// On Apple's platforms it requires TLS 1.2 or later. On Windows, URLSession has no such setting, and the system decides.
  public struct URLSessionTransport: HTTPTransport {
    /// The exchanges of this process.
    static let exchanges = URLSessionExchanges()
    /// The session, which lasts as long as the process: a session keeps its delegate and its connections until it is
    /// invalidated.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      #if canImport(Darwin)
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      #endif
      return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }()
    /// The longest limit. Some implementations of URLSession overflow with longer ones.
    private static let longestTimeout: TimeInterval = 86_400

    public init() {}

    public func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      let (url, host) = try request.checkedURL()
      let running = Self.start(Self.message(request.withUserAgent, to: url, body, options), host, options)
      defer { running.end() }
      do {
        // The request's own interval limits idle time only.
        return try await TimeLimit.run(options.timeout) {
          let head = try await running.head()
          var body = Data()
          while let part = try await running.next() { body.append(part) }
          return (body, head)
        }
      } catch {
        throw Self.failure(error, host: host)
      }
    }

    public func stream(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
      let (url, host) = try request.checkedURL()
      let begun = ContinuousClock.now
      let running = Self.start(Self.message(request.withUserAgent, to: url, body, options), host, options)
      do {
        let head = try await TimeLimit.run(options.timeout) { try await running.head() }
        let body = ResponseBody(within: options, since: begun, failure: { Self.failure($0, host: host) }) {
          try await running.next()
        }
        return (body, head)
      } catch {
        running.end()
        throw Self.failure(error, host: host)
      }
    }

    private static func start(_ message: URLRequest, _ host: String, _ options: TransportOptions) -> RunningExchange {
      let task = session.dataTask(with: message)
      return RunningExchange(task, exchanges.add(task, host: host, maximumBytes: options.maximumBytes))
    }

    /// A task of the session and its exchange. Releasing it ends both.
    private final class RunningExchange: Sendable {
      private let task: URLSessionDataTask
      private let exchange: URLSessionExchange

      init(_ task: URLSessionDataTask, _ exchange: URLSessionExchange) { (self.task, self.exchange) = (task, exchange) }

      deinit { end() }

      func head() async throws -> HTTPResponse {
        try await cancelling { [task, exchange] in
          task.resume()
          return try await exchange.head()
        }
      }

      func next() async throws -> Data? {
        try await cancelling { [exchange] in try await exchange.next() }
      }

      func end() {
        URLSessionTransport.exchanges.remove(task)
        task.cancel()
      }

      private func cancelling<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler(operation: body) { [task, exchange] in
          // A task that hasn't started may end without a call to its delegate.
          exchange.end(.failure(CancellationError()))
          task.cancel()
        }
      }
    }

    private static func message(
      _ request: HTTPRequest, to url: URL, _ body: Data?, _ options: TransportOptions
    ) -> URLRequest {
      var result = URLRequest(url: url)
      result.httpMethod = request.method.rawValue
      result.httpBody = body
      // The limit that counts is `TimeLimit`. swift-corelibs-foundation drops fractions of a second.
      result.timeoutInterval = min(options.timeout.seconds.rounded(.up) + 1, longestTimeout)
      for field in request.headerFields { result.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
      return result
    }

    static func failure(_ error: any Error, host: String) -> TransportFailure {
      if let failure = error as? TransportFailure { return failure }
      if error is TimeLimit.Exceeded { return .network(.noResponse(host: host)) }
      #if !canImport(Darwin)
        if (error as? URLError)?.isFailedHandshake == true { return .network(.untrustedServer(host: host)) }
      #endif
      switch (error as? URLError)?.code {
      case .cancelled?: return .cancelled
      case .timedOut?: return .network(.noResponse(host: host))
      case .cannotFindHost?, .cannotConnectToHost?, .dnsLookupFailed?, .notConnectedToInternet?, .dataNotAllowed?,
        .internationalRoamingOff?, .callIsActive?, .badURL?:
        return .network(.unreachable(host: host))
      case .appTransportSecurityRequiresSecureConnection?: return .blockedByTransportSecurity(host: host)
      case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasUnknownRoot?,
        .serverCertificateHasBadDate?, .serverCertificateNotYetValid?:
        return .network(.untrustedServer(host: host))
      // Any other request may have been sent. `unsupportedURL` may also mean that libcurl got a response that isn't
      // HTTP.
      default: return error is CancellationError ? .cancelled : .network(.interrupted(host: host))
      }
    }
  }
#endif
