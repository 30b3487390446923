// The tests define URL_SESSION_TESTS, to compile and run this folder on Linux, too.
#if canImport(Darwin) || os(Windows) || URL_SESSION_TESTS
  import Foundation

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

    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let host = try request.url.checkedHost()
      do {
        // The request's own interval limits idle time only.
        return try await TimeLimit.run(request.timeout) { try await exchange(request, host) }
      } catch {
        throw Self.failure(error, host: host)
      }
    }

    private func exchange(_ request: HTTPRequest, _ host: String) async throws -> HTTPResponse {
      let task = Self.session.dataTask(with: urlRequest(request))
      let exchange = Self.exchanges.add(task, host: host, maximumBytes: request.maximumBytes)
      defer { Self.exchanges.remove(task) }
      return try await withTaskCancellationHandler {
        task.resume()
        return try await exchange.response()
      } onCancel: {
        // A task that hasn't started may end without a call to its delegate.
        exchange.end(.failure(CancellationError()))
        task.cancel()
      }
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest {
      var result = URLRequest(url: request.url)
      result.httpMethod = request.method
      result.httpBody = request.body
      // The limit that counts is `TimeLimit`. swift-corelibs-foundation drops fractions of a second.
      result.timeoutInterval = min(request.timeout.seconds.rounded(.up) + 1, Self.longestTimeout)
      result.setValue(HTTPRequest.userAgent, forHTTPHeaderField: "User-Agent")
      for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
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
