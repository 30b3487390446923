import AuthConfiguration
import AuthRuntime
import Foundation
import HTTPTypes

/// The origin under which browsers reach the app: scheme, host, and port. It's configured, because behind a proxy, a server
/// would have to trust header fields that anyone can send.
struct PublicOrigin: Sendable, Hashable {
  let text: String
  var isSecure: Bool { text.hasPrefix("https://") }

  /// - Throws: ``/AuthRuntime/ConfigurationFailure/insecureURL(_:)`` if it's neither `https` nor `http` on a loopback address, and
  ///   ``/AuthRuntime/ConfigurationFailure/invalidURL(_:)`` if it has a path.
  init(_ text: String) throws(StepFailure) {
    let url = try SecureURL.parse(text)
    let path = url.path(percentEncoded: true)
    guard path.isEmpty || path == "/", url.query == nil, url.fragment == nil, let scheme = url.scheme?.lowercased(),
      let host = url.host(percentEncoded: true)?.lowercased()
    else { throw .configuration(.invalidURL(text)) }
    let isDefaultPort = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    self.text = "\(scheme)://\(name)" + (isDefaultPort ? "" : ":\(url.port ?? 0)")
  }

  /// Whether a page of the app itself sent the request, or the user did.
  ///
  /// - Returns: `nil` if the browser doesn't say.
  func isSource(of request: WebRequest) -> Bool? {
    let origins = request.headers[values: .origin]
    // A page whose referrer policy is `no-referrer` sends `null` to its own site, too.
    if let origin = origins.first, !origin.isExactly("null") || origins.count > 1 {
      return origins.count == 1 && origin.isExactly(text)
    }
    if let site = request.headers[.secFetchSite] { return site.isExactly("same-origin") || site.isExactly("none") }
    return origins.isEmpty ? nil : false
  }

  /// Returns the path of a URL of this origin, or `nil` for any other URL.
  func path(of url: String) -> String? {
    guard url.hasPrefix(text) else { return nil }
    let rest = String(url.dropFirst(text.count))
    return rest.isEmpty ? "/" : rest
  }
}
