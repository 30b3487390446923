#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOFoundationCompat
  import NIOHTTP1
  import NIOPosix
  import NIOSSL

  /// The transport on Linux and Android: AsyncHTTPClient, with HTTP/1.1 and without redirects.
  public struct AsyncHTTPTransport: HTTPTransport {
    /// One client per process, and a second one for streams. The process uses them until it exits, so they're never shut
    /// down.
    private static let shared = makeClient()
    private static let streaming = makeClient(connections: 256)

    /// - Parameter connections: The maximum number of connections to a server.
    static func makeClient(connections: Int = 64) -> HTTPClient {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
      // Each request has a time limit. A stream may stay idle until that limit.
      configuration.timeout = .init(connect: .seconds(10))
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
      // With HTTP/2, a server that accepts a connection and then sends nothing would block all later requests to its host.
      configuration.httpVersion = .http1Only
      // If a server is down or not trusted, the client reports it immediately instead of retrying for half a minute.
      configuration.connectionPool.retryConnectionEstablishment = false
      // The client's own spans contain whole URLs, whose query may contain a code or a token. The observer reports
      // traces instead.
      configuration.tracing.tracer = nil
      configuration.http1_1ConnectionDebugInitializer = EstablishedConnection.prepare
      configuration.tlsConfiguration = makeTLS()
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// The TLS settings of all connections: version 1.2 or later (RFC 8996, RFC 9325 §3.1.1). NIOSSL's own default is
    /// 1.0.
    private static func makeTLS() -> TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.minimumTLSVersion = .tlsv12
      return configuration
    }

    private let client: HTTPClient
    let tls: TLSConfiguration

    /// Creates a transport that trusts the system's certificate authorities, or those in the PEM file that the
    /// environment variable `SSL_CERT_FILE` names, as OpenSSL's tools do.
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

    /// Creates a transport that trusts only the authorities in a PEM file, and not those of the system. Use it for
    /// private servers and test servers.
    ///
    /// - Throws: ``ConfigurationFailure/unreadableTrustRoot(_:)`` if the file contains no certificate.
    public init(trustRoot file: URL) throws(ConfigurationFailure) {
      guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty else {
        throw .unreadableTrustRoot(file.path)
      }
      var configuration = Self.makeTLS()
      configuration.trustRoots = .certificates(certificates)
      client = Self.shared
      tls = configuration
    }

    /// Creates a transport for many streams that stay open. They don't delay the requests of other transports.
    ///
    /// - Parameter file: The authorities to trust, as with ``init(trustRoot:)``. `nil` trusts those that ``init()`` trusts.
    /// - Throws: ``ConfigurationFailure/unreadableTrustRoot(_:)`` if the file contains no certificate.
    package init(forStreamsTrusting file: URL?) throws(ConfigurationFailure) {
      tls = if let file { try AsyncHTTPTransport(trustRoot: file).tls } else { AsyncHTTPTransport().tls }
      client = Self.streaming
    }

    /// Creates a transport that presents a certificate to servers that request one (RFC 8705 §2).
    ///
    /// - Parameters:
    ///   - identity: The client's certificate and its private key.
    ///   - file: The authorities to trust, as with ``init(trustRoot:)``. `nil` trusts those that ``init()`` trusts.
    /// - Throws: ``ConfigurationFailure/unusableClientCertificate`` if the key or the certificate isn't valid PEM, or if they
    ///   don't match. ``ConfigurationFailure/unreadableTrustRoot(_:)`` if the file contains no certificate.
    public init(presenting identity: ClientIdentity, trustRoot file: URL? = nil) throws(ConfigurationFailure) {
      let base = if let file { try AsyncHTTPTransport(trustRoot: file) } else { AsyncHTTPTransport() }
      var configuration = base.tls
      do {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificateChain.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.reveal().utf8), format: .pem)
        configuration.certificateChain = chain.map { .certificate($0) }
        configuration.privateKey = .privateKey(key)
        // This fails if the key doesn't match the certificate.
        _ = try NIOSSLContext(configuration: configuration)
      } catch {
        throw .unusableClientCertificate
      }
      client = base.client
      tls = configuration
    }

    public func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      let (url, host) = try request.checkedURL()
      let message = message(request.withUserAgent, to: url, body)
      do {
        // The client's own deadline covers only the time until the head of the response arrives.
        return try await TimeLimit.run(options.timeout) {
          let response = try await client.execute(message, timeout: .init(options.timeout))
          let body = try await response.body.collect(upTo: options.maximumBytes)
          return (Data(buffer: body), try HTTPResponse(response, from: host))
        }
      } catch {
        throw Self.failure(error, host: host)
      }
    }

    public func stream(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
      let (url, host) = try request.checkedURL()
      let message = message(request.withUserAgent, to: url, body)
      let start = ContinuousClock.now
      do {
        let response = try await TimeLimit.run(options.timeout) {
          try await client.execute(message, timeout: .init(options.timeout))
        }
        let chunks = Chunks(response.body)
        let body = ResponseBody(within: options, since: start, failure: { Self.failure($0, host: host) }) {
          try await chunks.next()
        }
        return (body, try HTTPResponse(response, from: host))
      } catch {
        throw Self.failure(error, host: host)
      }
    }

    private func message(_ request: HTTPRequest, to url: URL, _ body: Data?) -> HTTPClientRequest {
      var result = HTTPClientRequest(url: url.absoluteString)
      result.method = .init(rawValue: request.method.rawValue)
      result.tlsConfiguration = tls
      for field in request.headerFields { result.headers.add(name: field.name.rawName, value: field.value) }
      if let body { result.body = .bytes(ByteBuffer(data: body)) }
      return result
    }

    static func failure(_ error: any Error, host: String) -> TransportFailure {
      switch error {
      case let error as TransportFailure: error
      case is NIOTooManyBytesError: .tooLarge
      case is CancellationError: .cancelled
      case is TimeLimit.Exceeded: .network(.noResponse(host: host))
      // After the handshake, the request may have been sent.
      case is BoringSSLError, NIOSSLError.uncleanShutdown, NIOSSLError.shutdownFailed,
        NIOSSLError.readInInvalidTLSState, NIOSSLError.writeDuringTLSShutdown:
        .network(.interrupted(host: host))
      case is NIOSSLError, is NIOSSLExtraError, is ServerIdentity.Mismatch: .network(.untrustedServer(host: host))
      case is HTTPParserError: .network(.interrupted(host: host))
      case let error as HTTPClientError: failure(error, host: host)
      case is NIOConnectionError: .network(.unreachable(host: host))
      case let error as IOError where Self.connectErrors.contains(error.errnoCode): .network(.unreachable(host: host))
      case let error as IOError where error.errnoCode == ETIMEDOUT: .network(.noResponse(host: host))
      // After any other error, the request may have been sent.
      default: .network(.interrupted(host: host))
      }
    }

    /// The errors of `socket` and `connect` for an IP address. For a host name, the client reports `NIOConnectionError`.
    /// Errors that may also occur while a request is sent, such as `ECONNRESET`, aren't included.
    private static let connectErrors = [
      ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT, EACCES, EPERM, EMFILE,
      ENFILE,
    ]

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

  /// Reads the body of a response. Releasing it ends the transfer.
  private actor Chunks {
    private var iterator: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body) { iterator = body.makeAsyncIterator() }

    func next() async throws -> Data? {
      var iterator = iterator
      defer { self.iterator = iterator }
      return try await iterator.next(isolation: self).map { Data(buffer: $0) }
    }
  }

  extension HTTPResponse {
    /// - Throws: ``NetworkFailure/interrupted(host:)`` for an invalid status code.
    init(_ response: HTTPClientResponse, from host: String) throws(TransportFailure) {
      guard let head = HTTPResponse(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase) else {
        throw .network(.interrupted(host: host))
      }
      self = head
      // A name that isn't a token is dropped.
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { headerFields.append(HTTPField(name: name, value: value)) }
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
