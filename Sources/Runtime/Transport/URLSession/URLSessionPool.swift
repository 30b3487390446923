#if canImport(Darwin) || os(Windows) || URL_SESSION_TESTS
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A URLSession, its connections, and its delegate. The session ends when the pool is released.
  final class URLSessionPool: Sendable {
    /// The pool of all transports without a client certificate.
    static let shared = URLSessionPool(presenting: nil)

    let exchanges: URLSessionExchanges
    let session: URLSession

    /// - Parameter credential: A client certificate. URLSession caches TLS sessions, so each certificate needs its own pool.
    init(presenting credential: URLCredential?) {
      exchanges = URLSessionExchanges(presenting: credential)
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      #if canImport(Darwin)
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      #endif
      session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    /// Creates a pool for one request that must not be sent twice.
    ///
    /// If the server closes a reused connection, libcurl sends the request a second time, even though the server may
    /// have processed it. For a refresh token, that would look like theft. swift-corelibs-foundation has no option to
    /// prevent this, but libcurl sends the first request on a connection only once. Apple's URLSession repeats only
    /// requests with idempotent methods.
    func another() -> URLSessionPool { URLSessionPool(presenting: exchanges.credential) }

    // A session keeps its delegate and its connections until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }
  }
#endif
