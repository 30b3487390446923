import AuthConfiguration
import Crypto
import Foundation

extension Redirect {
  /// This redirect with a separate callback URL for each issuer, to prevent mix-up attacks (RFC 9700 §4.4.2).
  ///
  /// The path gets one more component, which is derived from the issuer. For `https://id.example.com`, `/callback` becomes
  /// `/callback/3d38e146cf9fbc8cec9ac1a3b041c934`. To list the URLs to register, call ``callbackURLs(for:)``. The URL for the
  /// return from sign-out stays the same, unless it equals the callback URL.
  ///
  /// ```swift
  /// let redirect = Redirect.loopback(port: 8765).perIssuer
  /// ```
  public var perIssuer: Redirect {
    var copy = self
    copy.isPerIssuer = true
    return copy
  }

  /// Returns the callback URLs to register with an issuer: one for each port of a loopback redirect.
  ///
  /// For a provider without an issuer, or one that registers `localhost`, use ``AuthClient/callbackURLs()``.
  ///
  /// - Parameter issuer: The issuer, exactly as the server writes it.
  public func callbackURLs(for issuer: String) -> [String] {
    callbackURLs(for: issuer, host: Self.loopbackHost)
  }

  /// Returns a callback URL with the issuer's component at the end of its path, for a web app to register.
  ///
  /// - Parameters:
  ///   - callback: The callback URL without the component.
  ///   - issuer: The issuer, exactly as the server writes it.
  public static func callbackURL(_ callback: String, for issuer: String) -> String {
    let end = callback.firstIndex { $0 == "?" || $0 == "#" } ?? callback.endIndex
    let path = callback[..<end]
    return "\(path)\(path.hasSuffix("/") ? "" : "/")\(component(for: issuer))\(callback[end...])"
  }

  /// The path component of an issuer: the first 32 hexadecimal digits of the SHA-256 of its UTF-8 bytes.
  ///
  /// To compute it in a shell, run `printf %s https://id.example.com | sha256sum | cut -c-32`. With 128 bits, an attacker can't
  /// find another issuer with the same component.
  public static func component(for issuer: String) -> String {
    Hex.encode(SHA256.hash(data: Data(issuer.utf8)).prefix(16))
  }

  func callbackURLs(for issuer: String, host: String) -> [String] {
    switch resolved(for: issuer).kind {
    case .loopback(let ports, let path, _): ports.map { Self.loopbackURL(host: host, port: $0, path: path) }
    case .delivered(let url, _): [url.absoluteString]
    case .invalid: []
    }
  }

  /// Returns this redirect with the callback URL of one issuer.
  func resolved(for issuer: String) -> Redirect {
    guard isPerIssuer else { return self }
    switch kind {
    case .loopback(let ports, let path, let signedOutPath):
      let own = Self.callbackURL(path, for: issuer)
      return Redirect(kind: .loopback(ports: ports, path: own, signedOutPath: signedOutPath))
    case .delivered(let url, let afterSignOut):
      let text = Self.callbackURL(url.absoluteString, for: issuer)
      guard let own = URL(string: text) else { return Redirect(kind: .invalid(text)) }
      return Redirect(kind: .delivered(own, afterSignOut: afterSignOut))
    case .invalid: return self
    }
  }

  /// This redirect's key in a ``RedirectRegistry``, or `nil` if it isn't a URL.
  var key: RedirectKey? {
    switch kind {
    case .loopback(_, let path, _): RedirectKey(Self.loopbackURL(path: path))
    case .delivered(let url, _): RedirectKey(url.absoluteString)
    case .invalid: nil
    }
  }
}
