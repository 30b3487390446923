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

  /// The transport on Apple's platforms and on Windows: URLSession, without redirects, cookies, or a cache.
  ///
  /// The project's tests run it on Linux, with Linux's URLSession, and not on these platforms.
  ///
  /// On Apple's platforms it requires TLS 1.2 or later. On Windows, URLSession doesn't have this setting, and the
  /// system decides.
  public struct URLSessionTransport: HTTPTransport {
    /// The session that sends the requests.
    let pool: URLSessionPool
    /// The longest limit. Some implementations of URLSession overflow with longer ones.
    private static let maximumTimeout: TimeInterval = 86_400

    public init() { pool = .shared }

    #if canImport(Darwin) || URL_SESSION_TESTS
      /// Presents a certificate to servers that request one (mutual TLS, RFC 8705 §2).
      ///
      /// Each transport that you create this way has its own connections. They close when the last copy of the transport
      /// is released.
      ///
      /// - Parameter credential: The client's certificate with its private key:
      ///   `URLCredential(identity: identity, certificates: nil, persistence: .none)`.
      public init(presenting credential: URLCredential) { pool = URLSessionPool(presenting: credential) }
    #endif

    public func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      try await start(request, body, options).response(within: options)
    }

    public func stream(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
      try await start(request, body, options).stream(within: options)
    }

    private func start(
      _ request: HTTPRequest, _ body: Data?, _ options: TransportOptions
    ) throws(TransportFailure) -> RunningExchange {
      let (url, host) = try request.checkedURL()
      #if canImport(Darwin)
        let pool = pool
      #else
        let pool = options.isRepeatable ? pool : pool.another()
      #endif
      let task = pool.session.dataTask(with: Self.message(request.withUserAgent, to: url, body, options))
      let exchange = pool.exchanges.add(task, host: host, maximumBytes: options.maximumBytes)
      return RunningExchange(
        exchange, start: { task.resume() },
        stop: {
          pool.exchanges.remove(task)
          task.cancel()
        }, failure: { Self.failure($0, host: host) })
    }

    private static func message(
      _ request: HTTPRequest, to url: URL, _ body: Data?, _ options: TransportOptions
    ) -> URLRequest {
      var result = URLRequest(url: url)
      result.httpMethod = request.method.rawValue
      result.httpBody = body
      // `TimeLimit` enforces the actual limit. swift-corelibs-foundation drops fractions of a second.
      result.timeoutInterval = min(options.timeout.seconds.rounded(.up) + 1, maximumTimeout)
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
