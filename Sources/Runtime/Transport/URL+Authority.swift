import AuthConfiguration
import Foundation
import HTTPTypes

extension URL {
  /// The authority as written in the URL: user information, host, and port (RFC 3986 §3.2). It is `nil` if the URL has
  /// none or an empty one.
  package var authority: String? {
    guard let scheme else { return nil }
    let rest = absoluteString.utf8.dropFirst(scheme.utf8.count)
    guard rest.starts(with: "://".utf8) else { return nil }
    let authority = rest.dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    return authority.isEmpty ? nil : String(Substring(authority))
  }

  /// The host that a transport connects to.
  ///
  /// HTTP clients don't check this. AsyncHTTPClient crashes for a port above 65535, and opens Unix sockets for URLs
  /// with other schemes.
  ///
  /// - Throws: ``TransportFailure/invalidURL(_:)`` unless this is an `http` or `https` URL with a valid host, either no
  ///   port or one from 1 to 65535, and no user information.
  func checkedHost() throws(TransportFailure) -> String {
    let scheme = scheme?.lowercased() ?? ""
    guard ["http", "https"].contains(scheme), let authority, HostText.isHost(authority), let host else {
      let end = authority.map { $0[($0.lastIndex(of: "@") ?? $0.startIndex)...] } ?? ""
      throw .invalidURL("\(scheme)://\(end)".plainText(limit: 120))
    }
    return host
  }
}

extension HTTPRequest {
  /// The URL that a transport requests, and its host.
  ///
  /// - Throws: ``TransportFailure/invalidURL(_:)``, as ``Foundation/URL/checkedHost()`` does.
  func checkedURL() throws(TransportFailure) -> (URL, host: String) {
    guard let url else { throw .invalidURL("\(scheme ?? "")://".plainText(limit: 120)) }
    return (url, try url.checkedHost())
  }
}
