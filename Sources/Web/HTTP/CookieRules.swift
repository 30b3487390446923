/// The names and attributes of an app's cookies.
///
/// With the prefix `__Host-`, browsers accept a cookie only over TLS, without a domain, and for all paths. A subdomain can't
/// set such a cookie (RFC 6265bis §4.1.3.2). On an `http` loopback origin, Safari rejects the prefix and the attribute `Secure`.
/// The cookies of such an app don't have the prefix, and they have `Secure` only with `SameSite=None`, which requires it.
struct CookieRules: Sendable {
  enum SameSite: String, Sendable {
    /// The cookie is sent if other sites navigate to the app, but not with their forms.
    case lax = "Lax"
    /// The cookie is also sent with forms of other sites. Browsers require `Secure` with it.
    case none = "None"
  }

  let isSecure: Bool

  func name(_ base: String) -> String { isSecure ? "__Host-" + base : base }

  /// Returns the value of a `Set-Cookie` field.
  ///
  /// - Parameters:
  ///   - base: The name without the prefix. It consists of letters, digits, hyphens, and underscores.
  ///   - value: The value, in base64url.
  ///   - maxAge: The lifetime.
  func cookie(_ base: String, _ value: String, maxAge: Duration, _ sameSite: SameSite = .lax) -> String {
    let secure = isSecure || sameSite == .none ? "; Secure" : ""
    return "\(name(base))=\(value); Path=/; Max-Age=\(maxAge.components.seconds); HttpOnly\(secure)"
      + "; SameSite=\(sameSite.rawValue)"
  }

  /// Returns the value of a `Set-Cookie` field that removes a cookie.
  func removal(of base: String, _ sameSite: SameSite = .lax) -> String {
    cookie(base, "", maxAge: .zero, sameSite)
  }
}
