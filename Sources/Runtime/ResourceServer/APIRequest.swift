import Foundation

/// The parts of an HTTP request that an API verifies, from any server framework.
///
/// ```swift
/// let request = APIRequest(
///   method: head.method, url: head.path, authorization: head["Authorization"], dpop: head["DPoP"])
/// let caller = try await api.caller(of: request)
/// ```
///
/// Printing a request doesn't show its token or its proof.
public struct APIRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The URL as the client sees it, with or without a query, or only its path if ``DPoPPolicy/publicURL`` is set.
  ///
  /// Don't take the host from a header, such as `Host` or `X-Forwarded-Host`: a client can write any value there, and
  /// then use proofs that were made for another server.
  public var url: String
  /// The values of the `Authorization` header. A valid request has one.
  public var authorization: [String]
  /// The values of the `DPoP` header. A request with a token that is bound to a key has one.
  public var dpop: [String]
  /// The client's certificate in DER, if the connection uses mutual TLS (RFC 8705 §3).
  ///
  /// If a proxy terminates TLS, it forwards the certificate in a header, such as `Client-Cert` (RFC 9440). The app
  /// reads that header. The proxy must remove it from the requests of clients.
  public var clientCertificate: Data?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`.
  ///   - url: The URL as the client sees it, or its path.
  ///   - authorization: The values of the `Authorization` header.
  ///   - dpop: The values of the `DPoP` header.
  ///   - clientCertificate: The client's certificate in DER, or `nil` without mutual TLS.
  public init(
    method: String, url: String, authorization: [String], dpop: [String] = [], clientCertificate: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.authorization = authorization
    self.dpop = dpop
    self.clientCertificate = clientCertificate
  }
}

extension APIRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "APIRequest(\(method.plainText(limit: 20)) \(url.plainText(limit: 200)))" }
  public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}
