#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOFoundationCompat
  import NIOHTTP1
  import NIOPosix
  import NIOSSL

  /// The transport on Linux and Android: AsyncHTTPClient, without redirects.
  public struct AsyncHTTPTransport: HTTPTransport {
    /// One client per process. It is never shut down, because the process uses it to its end.
    private static let shared = makeClient()

    static func makeClient() -> HTTPClient {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
      configuration.timeout = .init(connect: .seconds(10), read: .seconds(30))
      configuration.httpVersion = .automatic
      // A server that is down or not trusted is known at once, not after half a minute of trying.
      configuration.connectionPool.retryConnectionEstablishment = false
      // Its spans hold whole URLs, and a query may hold a code or a token. What a trace learns the observer tells.
      configuration.tracing.tracer = nil
      configuration.tlsConfiguration = makeTLS()
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// What every connection starts from: TLS 1.2 or later (RFC 8996, RFC 9325 §3.1.1). NIOSSL's own default is 1.0.
    private static func makeTLS() -> TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.minimumTLSVersion = .tlsv12
      return configuration
    }

    private let client: HTTPClient
    let tls: TLSConfiguration

    /// Trusts the system's certificate authorities, or those of the PEM file that the environment's `SSL_CERT_FILE` names,
    /// as OpenSSL's tools do.
    public init() {
      self.init(over: Self.shared)
    }

    init(over client: HTTPClient) {
      self.client = client
      var configuration = Self.makeTLS()
      if let file = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !file.isEmpty {
        configuration.trustRoots = .file(file)
      }
      tls = configuration
    }

    /// Trusts exactly the authorities in a PEM file, and not the system's: for private and test servers.
    ///
    /// - Throws: ``ConfigurationFailure/unreadableTrustRoot(_:)`` when the file holds no certificate.
    public init(trustRoot file: URL) throws(ConfigurationFailure) {
      guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty else {
        throw .unreadableTrustRoot(file.path)
      }
      var configuration = Self.makeTLS()
      configuration.trustRoots = .certificates(certificates)
      client = Self.shared
      tls = configuration
    }

    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let host = try request.url.checkedHost()
      do {
        // The client's own deadline ends with the head of the response.
        return try await TimeLimit.run(request.timeout) { try await exchange(request) }
      } catch {
        throw Self.failure(error, host: host)
      }
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
      let answer = try await client.execute(clientRequest(request), timeout: .init(request.timeout))
      let body = try await answer.body.collect(upTo: request.maximumBytes)
      return HTTPResponse(
        status: Int(answer.status.code), headers: Self.fields(answer.headers), body: Data(buffer: body))
    }

    private func clientRequest(_ request: HTTPRequest) -> HTTPClientRequest {
      var result = HTTPClientRequest(url: request.url.absoluteString)
      result.method = .init(rawValue: request.method)
      result.tlsConfiguration = tls
      for (name, value) in request.headers { result.headers.replaceOrAdd(name: name, value: value) }
      if !result.headers.contains(name: "User-Agent") {
        result.headers.add(name: "User-Agent", value: HTTPRequest.userAgent)
      }
      if let body = request.body { result.body = .bytes(ByteBuffer(data: body)) }
      return result
    }

    private static func fields(_ headers: HTTPHeaders) -> [String: String] {
      Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    }

    private static func failure(_ error: any Error, host: String) -> TransportFailure {
      switch error {
      case is NIOTooManyBytesError: .tooLarge
      case is CancellationError: .cancelled
      case is TimeLimit.Exceeded: .network(.noResponse(host: host))
      // What breaks after the handshake may break after the request.
      case is BoringSSLError, NIOSSLError.uncleanShutdown, NIOSSLError.shutdownFailed,
        NIOSSLError.readInInvalidTLSState, NIOSSLError.writeDuringTLSShutdown:
        .network(.interrupted(host: host))
      case is NIOSSLError, is NIOSSLExtraError: .network(.untrustedServer(host: host))
      case is HTTPParserError: .network(.interrupted(host: host))
      case let error as HTTPClientError: failure(error, host: host)
      case is NIOConnectionError: .network(.unreachable(host: host))
      case let error as IOError where Self.rejections.contains(error.errnoCode): .network(.unreachable(host: host))
      // What is not known to have failed before anything was sent may have been sent.
      default: .network(.interrupted(host: host))
      }
    }

    private static let rejections = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL]

    private static func failure(_ error: HTTPClientError, host: String) -> TransportFailure {
      switch error {
      case .cancelled: .cancelled
      case .deadlineExceeded, .readTimeout, .writeTimeout: .network(.noResponse(host: host))
      case .connectTimeout: .network(.noResponse(host: host))
      case .tlsHandshakeTimeout: .network(.untrustedServer(host: host))
      case .getConnectionFromPoolTimeout, .emptyHost, .emptyScheme, .invalidURL, .invalidProxyResponse:
        .network(.unreachable(host: host))
      default: .network(.interrupted(host: host))
      }
    }
  }

  extension TimeAmount {
    fileprivate init(_ duration: Duration) {
      let parts = duration.components
      self = .seconds(parts.seconds) + .nanoseconds(parts.attoseconds / 1_000_000_000)
    }
  }
#endif
