import AuthConfiguration
import Foundation

/// The rule for every URL that tokens, codes or keys travel over: `https`, or `http` on a loopback address (RFC 8252 §7.3).
package enum SecureURL {
  package static func parse(_ text: String) throws(ConfigurationFailure) -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty else {
      throw .invalidURL(String(text.prefix { $0 != "?" && $0 != "#" && $0 != "@" }))
    }
    // What a failure shows ends with the host: a path or a query may hold something secret.
    guard scheme == "https" || (scheme == "http" && isLoopback(host)) else { throw .insecureURL("\(scheme)://\(host)") }
    guard url.user == nil, url.password == nil else { throw .invalidURL("\(scheme)://…@\(host)") }
    return url
  }

  static func isLoopback(_ host: String) -> Bool {
    // Foundation leaves out the brackets of an IPv6 address.
    host == "::1" || HostText.isLoopback(host)
  }
}
