#if canImport(Darwin)
  import Foundation

  /// The transport on Apple's platforms: URLSession, without redirects, cookies or a cache. Not run by this project's tests.
  public struct URLSessionTransport: HTTPTransport {
    /// One session per process, which uses it to its end: a session keeps its delegate and its connections until it is
    /// invalidated.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      return URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }()

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
      let (bytes, response) = try await Self.session.bytes(for: urlRequest(request))
      guard let response = response as? HTTPURLResponse else {
        throw TransportFailure.network(.unreachable(host: host))
      }
      var body = Data()
      for try await byte in bytes {
        guard body.count < request.maximumBytes else { throw TransportFailure.tooLarge }
        body.append(byte)
      }
      return HTTPResponse(status: response.statusCode, headers: Self.fields(response), body: body)
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest {
      var result = URLRequest(url: request.url)
      result.httpMethod = request.method
      result.httpBody = request.body
      result.timeoutInterval = request.timeout.seconds
      result.setValue(HTTPRequest.userAgent, forHTTPHeaderField: "User-Agent")
      for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
      return result
    }

    private static func fields(_ answer: HTTPURLResponse) -> [String: String] {
      var fields: [String: String] = [:]
      for case (let name as String, let value as String) in answer.allHeaderFields { fields[name.lowercased()] = value }
      return fields
    }

    private static func failure(_ error: any Error, host: String) -> TransportFailure {
      if let failure = error as? TransportFailure { return failure }
      if error is TimeLimit.Exceeded { return .network(.noAnswer(host: host)) }
      switch (error as? URLError)?.code {
      case .cancelled?: return .cancelled
      case .timedOut?: return .network(.noAnswer(host: host))
      case .cannotFindHost?, .cannotConnectToHost?, .dnsLookupFailed?, .notConnectedToInternet?, .dataNotAllowed?,
        .internationalRoamingOff?, .callIsActive?, .badURL?, .unsupportedURL?,
        .appTransportSecurityRequiresSecureConnection?:
        return .network(.unreachable(host: host))
      case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasUnknownRoot?,
        .serverCertificateHasBadDate?, .serverCertificateNotYetValid?:
        return .network(.untrustedServer(host: host))
      // What is not known to have failed before anything was sent may have been sent.
      default: return error is CancellationError ? .cancelled : .network(.interrupted(host: host))
      }
    }
  }

  private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest
    ) async -> URLRequest? {
      nil
    }
  }
#endif
