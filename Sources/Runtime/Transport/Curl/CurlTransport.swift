#if Curl && os(Linux)
  internal import CLibCurl
  import Foundation
  import HTTPTypes

  /// A transport for desktop apps on Linux. It sends requests with libcurl, a system library, so an app that uses it
  /// doesn't compile SwiftNIO. If the installed libcurl is older than version 7.87, each request fails with
  /// ``TransportFailure/unavailable``.
  ///
  /// It doesn't follow redirects, store cookies, or use proxies. If the package is built with the traits `Curl` and
  /// `AsyncHTTPClient`, the default transport is ``AsyncHTTPTransport``.
  ///
  /// It uses HTTP/1.1, and requires TLS 1.2 or later. It can't present a client certificate.
  public struct CurlTransport: HTTPTransport {
    /// The authorities to trust, in PEM. `nil` trusts those of the system.
    private let authorities: Data?

    /// Creates a transport that trusts the system's certificate authorities, or those in the PEM file that the
    /// environment variable `SSL_CERT_FILE` names, as OpenSSL's tools do.
    public init() { authorities = Self.authorities(in: ProcessInfo.processInfo.environment) }

    /// Creates a transport that trusts only the authorities in a PEM file, and not those of the system. Use it for
    /// private servers and test servers.
    ///
    /// - Throws: ``ConfigurationFailure/unreadableTrustRoot(_:)`` if the file contains no certificate.
    public init(trustRoot file: URL) throws(ConfigurationFailure) {
      guard let text = try? String(contentsOf: file, encoding: .utf8), !ClientCertificate.certificates(in: text).isEmpty
      else { throw .unreadableTrustRoot(file.path) }
      authorities = Data(text.utf8)
    }

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
      let exchange = ResponseExchange(host: host, maximumBytes: options.maximumBytes)
      let request = TransportRequest(request.withUserAgent, body, options)
      guard let transfer = CurlTransfer(request, to: url, trusting: authorities, exchange) else { throw .unavailable }
      return RunningExchange(
        exchange, start: { CurlLoop.shared.start(transfer) }, resume: { CurlLoop.shared.resume(transfer) },
        stop: { CurlLoop.shared.stop(transfer) }, failure: { Self.failure($0, host: host) })
    }

    /// Returns the authorities that a process trusts, in PEM, or `nil` for those of the system.
    static func authorities(in environment: [String: String]) -> Data? {
      guard let file = environment["SSL_CERT_FILE"], !file.isEmpty else { return nil }
      // If the file can't be read, no server is trusted.
      return FileManager.default.contents(atPath: file) ?? Data("\n".utf8)
    }

    static func failure(_ error: any Error, host: String) -> TransportFailure {
      switch error {
      case let failure as TransportFailure: failure
      case is CancellationError: .cancelled
      case is TimeLimit.Exceeded: .network(.noResponse(host: host))
      case let error as CurlError: .network(error.failure(host: host))
      default: .network(.interrupted(host: host))
      }
    }
  }

  /// An error of libcurl.
  struct CurlError: Error {
    let code: CURLcode
    /// Whether the request may have been sent, possibly on an earlier connection than the one that failed.
    let wasSent: Bool

    func failure(host: String) -> NetworkFailure {
      switch code {
      case _ where wasSent && code != CURLE_OPERATION_TIMEDOUT: .interrupted(host: host)
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .unreachable(host: host)
      case CURLE_OPERATION_TIMEDOUT: .noResponse(host: host)
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
        CURLE_SSL_ISSUER_ERROR:
        .untrustedServer(host: host)
      // After any other error, the request may have been sent.
      default: .interrupted(host: host)
      }
    }
  }
#endif
