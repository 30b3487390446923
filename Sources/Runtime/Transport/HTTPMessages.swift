import Foundation

/// A request of this library: small, whole in memory.
public struct HTTPRequest: Sendable {
  /// `GET`, `POST`, …
  public var method: String
  /// Where it goes. Its query may be secret.
  public var url: URL
  /// Header fields. Their values may be secret.
  public var headers: [String: String]
  /// What is sent. May be secret.
  public var body: Data?
  /// How long the whole exchange may take.
  public var timeout: Duration
  /// The largest answer in bytes that is read.
  public var maximumBytes: Int
  /// Whether asking twice does no harm. What the client itself asks (discovery, keys, userinfo, …) it then asks again when
  /// the server is busy or the connection breaks. A request of the app, by ``AuthClient/data(for:)``, is never sent again
  /// for that, whatever stands here.
  public var isRepeatable: Bool

  /// A request; without arguments beside the URL a `GET` that asks for 1 MiB at most, within 30 seconds.
  public init(
    method: String = "GET", url: URL, headers: [String: String] = [:], body: Data? = nil,
    timeout: Duration = .seconds(30), maximumBytes: Int = 1 << 20, isRepeatable: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumBytes = maximumBytes
    self.isRepeatable = isRepeatable
  }
}

extension HTTPRequest {
  /// What the platform's transports send as `User-Agent` unless a request says another (RFC 9110 §10.1.5): some firewalls
  /// reject whoever says nothing. It tells neither app nor version.
  static let userAgent = "swift-auth-generator"
}

/// An answer, whole in memory.
public struct HTTPResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// Header fields by lower-case name; repeated ones are joined by `, `.
  public var headers: [String: String]
  /// What was answered, whole. May be secret.
  public var body: Data

  /// An answer; the names of its headers have to be in lower case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

// Header values and bodies hold tokens, a URL's query may hold a code and its path a token: a transport that prints what it
// sends must not give them away.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  public var description: String {
    "\(method) \(url.scheme ?? "")://\(url.host ?? "") (\(body?.count ?? 0) bytes)".plainText()
  }

  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(status) (\(body.count) bytes)" }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// Why a transport returned no answer.
public enum TransportFailure: Error, Sendable, Hashable {
  /// No answer came.
  case network(NetworkFailure)
  /// The answer is larger than ``HTTPRequest/maximumBytes``.
  case tooLarge
  /// The task was cancelled.
  case cancelled
  /// This build has no transport.
  case unavailable
  /// The URL isn't `http` or `https`, or its host or port isn't valid. Nothing was sent.
  case invalidURL(String)
  /// App Transport Security blocked the request, because the URL is `http`. Nothing was sent.
  case blockedByTransportSecurity(host: String)
}

/// Sends requests. Bring your own, or use the platform's.
///
/// An implementation must not follow redirects (credentials would travel along), must verify TLS certificates, must
/// keep ``HTTPRequest/timeout`` and ``HTTPRequest/maximumBytes``, and must not log bodies or header values. TLS has to be
/// version 1.2 or later (RFC 9325 §3.1.1).
public protocol HTTPTransport: Sendable {
  /// Sends one request and reads its answer; redirects are not followed, and neither are cookies kept.
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}
