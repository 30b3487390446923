import Foundation

/// The address to which the browser returns with the response.
///
/// A desktop app or a command-line tool listens on a loopback address. An app with its own scheme or domain passes a URL:
///
/// ```swift
/// let desktop = Auth0.Client(domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .loopback())
/// let phone = Auth0.Client(
///   domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .url("com.acme.app:/callback"))
/// ```
///
/// An app that uses more than one issuer needs a redirect URI for each: see ``perIssuer``.
public struct Redirect: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case loopback(ports: ClosedRange<Int>, path: String, signedOutPath: String?)
    case delivered(URL, afterSignOut: URL?)
    /// A string that isn't a URL. ``validate()`` rejects it.
    case invalid(String)
  }

  var kind: Kind
  var isPerIssuer = false

  #if Loopback
    /// Returns a redirect to a web server in this process, on `127.0.0.1`, that runs during one sign-in (RFC 8252 §7.3).
    ///
    /// Register `http://127.0.0.1:PORT/callback` with the provider for each port, and
    /// `http://127.0.0.1:PORT/signed-out` for the return from sign-out. The first free port is used.
    ///
    /// - Parameters:
    ///   - ports: The ports to try, in order.
    ///   - path: The path of the callback URL.
    ///   - signedOutPath: The path that the browser returns to after sign-out. If no such URL is registered, pass `nil`: then
    ///     sign-out opens the provider's page and doesn't wait for the browser's return.
    public static func loopback(
      ports: ClosedRange<Int> = 8765...8769, path: String = "/callback", signedOutPath: String? = "/signed-out"
    ) -> Redirect {
      Redirect(kind: .loopback(ports: ports, path: path, signedOutPath: signedOutPath))
    }

    /// Returns ``loopback(ports:path:signedOutPath:)`` on one port, for a provider that compares ports exactly.
    public static func loopback(port: Int) -> Redirect {
      loopback(ports: port...port)
    }
  #endif

  /// Returns a redirect to a URL that the operating system delivers to the app: a private-use scheme with a period, such as
  /// `com.example.app:/callback` (RFC 8252 §7.1), or an `https` URL that the app has claimed (§7.2).
  ///
  /// Pass each URL that the app receives to ``AuthClient/handle(_:)``.
  public static func url(_ callback: URL, afterSignOut: URL? = nil) -> Redirect {
    Redirect(kind: .delivered(callback, afterSignOut: afterSignOut))
  }

  /// Returns ``url(_:afterSignOut:)-(URL,_)`` with URLs that are written as strings.
  ///
  /// If one of the strings isn't a URL, the client's first call fails with ``ConfigurationFailure/invalidURL(_:)``.
  public static func url(_ callback: String, afterSignOut: String? = nil) -> Redirect {
    guard let url = URL(exactly: callback) else { return Redirect(kind: .invalid(callback)) }
    guard let afterSignOut else { return .url(url) }
    guard let returnURL = URL(exactly: afterSignOut) else { return Redirect(kind: .invalid(afterSignOut)) }
    return .url(url, afterSignOut: returnURL)
  }

  /// Whether the browser returns to this app after sign-out.
  var returnsFromSignOut: Bool {
    if case .loopback(_, _, signedOutPath: nil) = kind { false } else { true }
  }

  /// Validates this redirect before the browser opens.
  func validate() throws(StepFailure) {
    switch kind {
    case .loopback(let ports, let path, let signedOutPath):
      // Browsers omit port 80 from the Host field, so DNS rebinding couldn't be detected on it.
      guard ports.lowerBound > 0, ports.upperBound <= 65535, !ports.contains(80) else {
        throw .configuration(.unsuitableRedirect("the loopback ports must be between 1 and 65535, except 80"))
      }
      guard Self.isPlainPath(path), signedOutPath.map(Self.isPlainPath) ?? true, path != signedOutPath else {
        throw .configuration(
          .unsuitableRedirect(
            "the loopback paths must differ, start with '/', and contain only letters, digits, '-', '_', '.', and '/'"))
      }
    case .delivered(let url, let afterSignOut):
      try Self.validate(delivered: url)
      if let afterSignOut { try Self.validate(delivered: afterSignOut) }
    case .invalid(let text): throw .configuration(.invalidURL(text))
    }
  }

  /// Validates this redirect against the callbacks that the provider accepts.
  func validate(
    by kinds: ProviderConfiguration.CallbackKinds, mode: ProviderConfiguration.ResponseMode,
    groups: [String: [String]]
  ) throws(StepFailure) {
    if case .delivered = kind, mode == .formPost {
      throw .configuration(
        .unsuitableRedirect("response_mode form_post requires a web server; use a loopback redirect"))
    }
    let (name, kind) = self.kind(of: kinds)
    guard kind.isAllowed else {
      throw .configuration(.unsuitableRedirect("the provider doesn't accept \(name) callbacks"))
    }
    if case .delivered(let url, _) = self.kind, !kind.hosts.isEmpty, !kind.hosts.contains(url.host ?? "") {
      throw .configuration(.unsuitableRedirect("the callback's host must be \(kind.hosts.joined(separator: " or "))"))
    }
    for group in groups where !group.value.isEmpty && kind.forbidden.contains("scopes.\(group.key)") {
      throw .configuration(.unsuitableRedirect("scopes of '\(group.key)' can't be requested with a \(name) callback"))
    }
  }

  private func kind(of kinds: ProviderConfiguration.CallbackKinds) -> (String, ProviderConfiguration.CallbackKind) {
    switch kind {
    case .loopback: ("loopback", kinds.loopback)
    case .delivered(let url, _) where url.scheme?.lowercased() == "https": ("https", kinds.https)
    case .delivered, .invalid: ("custom-scheme", kinds.customScheme)
    }
  }

  private static func validate(delivered url: URL) throws(StepFailure) {
    let scheme = url.scheme?.lowercased() ?? ""
    guard scheme == "https" || scheme.contains(".") else {
      throw .configuration(
        .unsuitableRedirect("a callback scheme must contain a period, as in com.example.app (RFC 8252 section 7.1)"))
    }
  }

  private static func isPlainPath(_ path: String) -> Bool {
    path.hasPrefix("/") && path != "/favicon.ico"
      && path.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/": true
        default: false
        }
      }
  }
}

extension URL {
  /// Foundation escapes characters that aren't allowed in a URL. A callback URL has to be sent exactly as it is registered.
  fileprivate init?(exactly text: String) {
    guard let url = URL(string: text), url.absoluteString.isExactly(text) else { return nil }
    self = url
  }
}
