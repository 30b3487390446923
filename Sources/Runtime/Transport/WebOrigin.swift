import Foundation
import HTTPTypes

/// The origin of a URL: its scheme, its host, and its port (RFC 6454 §4).
struct WebOrigin: Sendable, Hashable {
  private let scheme: String
  /// The host and the port. The default port is left out.
  private let authority: String

  init(_ request: HTTPRequest) { self.init(request.scheme, request.authority) }

  init(_ url: URL) { self.init(url.scheme, url.authority) }

  private init(_ scheme: String?, _ authority: String?) {
    let scheme = scheme?.lowercased() ?? ""
    var authority = authority?.lowercased() ?? ""
    let standard = scheme == "https" ? ":443" : scheme == "http" ? ":80" : ":"
    if authority.hasSuffix(standard) { authority.removeLast(standard.count) }
    if authority.hasSuffix(":") { authority.removeLast() }
    (self.scheme, self.authority) = (scheme, authority)
  }
}

extension WebOrigin: CustomStringConvertible {
  var description: String { "\(scheme)://\(authority)" }
}
