import Foundation
import HTTPTypes

/// The options of a request: its limits, and whether it may be sent again.
public struct TransportOptions: Sendable, Hashable {
  /// The time that the whole exchange may take.
  public var timeout: Duration
  /// The largest body of a response in bytes.
  public var maximumBytes: Int
  /// Whether the request may be sent twice. If the server is busy or the connection breaks, the client repeats its own
  /// requests (discovery, keys, userinfo, …), but never a request of the app, such as
  /// ``AuthClient/data(for:body:options:)``.
  public var isRepeatable: Bool

  /// The default limits are 30 seconds and 1 MiB.
  public init(timeout: Duration = .seconds(30), maximumBytes: Int = 1 << 20, isRepeatable: Bool = false) {
    (self.timeout, self.maximumBytes, self.isRepeatable) = (timeout, maximumBytes, isRepeatable)
  }
}

/// The reason that a transport returned no response.
public enum TransportFailure: Error, Sendable, Hashable {
  /// No response arrived.
  case network(NetworkFailure)
  /// The body of the response is larger than ``TransportOptions/maximumBytes``.
  case tooLarge
  /// The task was canceled.
  case cancelled
  /// This build doesn't include a transport, or the installed libcurl is too old for `CurlTransport`.
  case unavailable
  /// The URL isn't `http` or `https`, or its host or port isn't valid. Nothing was sent.
  case invalidURL(String)
  /// App Transport Security blocked the request, because the URL is `http`. Nothing was sent.
  case blockedByTransportSecurity(host: String)
}

/// A type that sends HTTP requests. Use the platform's transport, or implement your own.
///
/// An implementation must not follow redirects, which could forward credentials, and must not keep cookies. It must
/// verify TLS certificates, with TLS 1.2 or later (RFC 9325 §3.1.1). It must enforce ``TransportOptions/timeout`` and
/// ``TransportOptions/maximumBytes``, and must not log bodies or the values of header fields.
///
/// The URL, the header fields, and the body of a request may contain secrets, and so may a response.
public protocol HTTPTransport: Sendable {
  /// Sends a request and reads the whole response.
  ///
  /// - Throws: ``TransportFailure/invalidURL(_:)`` if the URL isn't allowed, ``TransportFailure/network(_:)`` if no
  ///   complete response arrives within the time limit, ``TransportFailure/tooLarge`` if its body exceeds the limit, or
  ///   ``TransportFailure/cancelled`` if the task was canceled. The platform's transports can also throw
  ///   ``TransportFailure/unavailable`` and ``TransportFailure/blockedByTransportSecurity(host:)``. No status is an
  ///   error.
  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse)

  /// Sends a request and returns when the head of the response has arrived. The body arrives in chunks. The default
  /// implementation returns one chunk, the result of ``send(_:body:options:)``.
  ///
  /// - Throws: The errors of ``send(_:body:options:)`` until the head has arrived. After that, the body throws them.
  func stream(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse)
}

extension HTTPTransport {
  public func stream(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
    let (data, head) = try await send(request, body: body, options: options)
    return (ResponseBody(data), head)
  }
}

extension HTTPTransport {
  /// Sends a request with the default options, and reads the whole response.
  ///
  /// - Throws: The errors of ``send(_:body:options:)``.
  public func send(
    _ request: HTTPRequest, body: Data? = nil
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    try await send(request, body: body, options: TransportOptions())
  }
}

/// The transport of a build without one. Each request fails with a recovery that explains how to add a transport.
struct UnavailableTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    throw .unavailable
  }
}

extension HTTPRequest {
  /// The `User-Agent` of requests that don't have one (RFC 9110 §10.1.5). Some firewalls reject requests without it. It
  /// contains neither the app's name nor a version.
  static let userAgent = "swift-auth-generator"

  /// Returns this request with a `User-Agent`.
  var withUserAgent: HTTPRequest {
    var request = self
    request.headerFields.setIfMissing(.userAgent, Self.userAgent)
    return request
  }
}
