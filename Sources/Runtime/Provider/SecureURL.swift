import AuthConfiguration
import Foundation
import HTTPTypes

/// Validates URLs to which tokens, codes, or keys are sent: `https`, or `http` on a loopback address (RFC 8252 §7.3).
package enum SecureURL {
  /// Parses an absolute URL with a valid host, either no port or one from 1 to 65535, and no user information.
  ///
  /// - Throws: ``ConfigurationFailure/invalidURL(_:)`` or ``ConfigurationFailure/insecureURL(_:)``. The string in the
  ///   failure ends with the host if there is one, because a path or a query may contain a secret.
  package static func parse(_ text: String) throws(StepFailure) -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let authority = url.authority else {
      throw .configuration(.invalidURL(beginning(of: text).shown))
    }
    if let end = authority.lastIndex(of: "@") {
      throw .configuration(.invalidURL("\(scheme)://…\(authority[end...])".shown))
    }
    guard HostText.isHost(authority) else {
      throw .configuration(.invalidURL("\(scheme)://\(authority)".shown))
    }
    guard scheme == "https" || (scheme == "http" && HostText.isLoopback(authority)) else {
      throw .configuration(.insecureURL("\(scheme)://\(authority)".shown))
    }
    return url
  }

  /// Checks the URL of a request. Most URLs consist of characters that need no parser.
  ///
  /// - Throws: The errors of ``parse(_:)``.
  package static func check(_ request: HTTPRequest) throws(StepFailure) {
    if request.scheme == "https", let authority = request.authority, HostText.isHost(authority),
      let path = request.path, path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy(isPlain)
    {
      return
    }
    let url = try parse(request.url?.absoluteString ?? "")
    // A path without a slash at its beginning would become a part of the host.
    guard url.authority == request.authority else {
      throw .configuration(.invalidURL("\(request.scheme ?? "")://\(request.authority ?? "")".shown))
    }
  }

  /// Whether a character means the same at each place of a path or a query.
  private static func isPlain(_ byte: UInt8) -> Bool {
    FormEncoding.isUnreserved(byte) || "/?&=".utf8.contains(byte)
  }

  /// Parses the URL of an endpoint, which must not have a fragment (RFC 6749 §3.1, §3.2).
  ///
  /// - Throws: ``ConfigurationFailure/endpointWithFragment(_:)``, or the errors of ``parse(_:)``.
  package static func endpoint(_ text: String) throws(StepFailure) -> URL {
    let url = try parse(text)
    guard !url.absoluteString.utf8.contains(UInt8(ascii: "#")) else {
      throw .configuration(.endpointWithFragment(place(of: url)))
    }
    return url
  }

  /// Parses the URL of an endpoint from the metadata of an issuer. Only a server on a loopback address may list `http`
  /// endpoints. Any other server could make the app send its secrets to a local port of the server's choice.
  ///
  /// - Throws: ``ConfigurationFailure/insecureURL(_:)``, or the errors of ``endpoint(_:)``.
  package static func endpoint(_ text: String, namedBy issuer: String) throws(StepFailure) -> URL {
    let url = try endpoint(text)
    let isLocal = URL(string: issuer)?.authority.map { HostText.isLoopback($0) } ?? false
    guard isLocal || url.scheme?.lowercased() == "https" else { throw .configuration(.insecureURL(place(of: url))) }
    return url
  }

  /// Returns the beginning of an invalid URL, up to its host if it has one, without query, fragment, and user. It
  /// compares scalars, because a combining mark forms one character with the punctuation before it.
  private static func beginning(of text: String) -> String {
    let part = String(String.UnicodeScalarView(text.unicodeScalars.prefix { !"?#@".unicodeScalars.contains($0) }))
    guard let host = part.firstRange(of: "://") else { return part }
    let end = part.unicodeScalars[host.upperBound...].firstIndex(of: "/") ?? part.endIndex
    return String(part[..<end])
  }

  private static func place(of url: URL) -> String {
    "\(url.scheme?.lowercased() ?? "")://\(url.authority ?? "")".shown
  }
}

extension String {
  /// The string in a form that is safe to print, limited to 120 characters.
  fileprivate var shown: String { plainText(limit: 120) }
}
