import Foundation

extension Redirect {
  /// The host of loopback URLs, unless the provider registers only `localhost`.
  static let loopbackHost = ProviderConfiguration.CallbackKind.loopbackHost

  /// Returns a loopback URL. Without a port, it stands for the URLs with any port (RFC 8252 §7.3).
  static func loopbackURL(host: String = loopbackHost, port: Int? = nil, path: String) -> String {
    "http://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
  }

  /// Returns this loopback redirect with the port and the paths that are registered. A part that is `nil` stays the same.
  package func registered(port: Int? = nil, path: String? = nil, signedOutPath: String? = nil) -> Redirect {
    guard case .loopback(let ports, let oldPath, let oldSignedOutPath) = kind else { return self }
    var copy = self
    copy.kind = .loopback(
      ports: port.map { $0...$0 } ?? ports, path: path ?? oldPath, signedOutPath: signedOutPath ?? oldSignedOutPath)
    return copy
  }

  /// Returns the URLs to register for the return from sign-out: one for each port of a loopback redirect. The list is empty
  /// if the browser doesn't return.
  package func signedOutURLs(at provider: ProviderConfiguration) -> [String] {
    switch kind {
    case .loopback(let ports, _, let path?):
      let host = provider.client.callbacks.loopback.receiverHost
      return ports.map { Self.loopbackURL(host: host, port: $0, path: path) }
    case .delivered(let callback, let afterSignOut): return [(afterSignOut ?? callback).absoluteString]
    case .loopback(_, _, nil), .invalid: return []
    }
  }
}
