import Foundation

/// The order in which clients try the URLs of a discovery document.
enum DiscoveryOrder: Sendable {
  /// Below the issuer (OpenID Connect Discovery 1.0 §4.1), before its path (RFC 8414 §3.1), and with the latter name below
  /// it, as on some servers.
  case openIDConnect
  /// Before the issuer's path, with the name of OAuth and then that of OpenID Connect (RFC 8414 §3.1, §5), and below the
  /// issuer (OpenID Connect Discovery 1.0 §4.1). The Model Context Protocol requires this order.
  case oauth

  private static let openID = "/.well-known/openid-configuration"
  private static let plain = "/.well-known/oauth-authorization-server"

  /// Returns the URLs of an issuer's document.
  ///
  /// - Throws: ``ConfigurationFailure/invalidURL(_:)`` if the issuer has a query or a fragment.
  func locations(of issuer: String) throws(StepFailure) -> [URL] {
    // An issuer must not have a query or a fragment (RFC 8414 §2), because no path can follow them.
    // Scalars, because a combining mark forms one character with the sign before it.
    if let end = issuer.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      throw .configuration(.invalidURL(issuer[...end] + "…"))
    }
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    let pathStart = base.range(of: "://").flatMap { base[$0.upperBound...].firstIndex(of: "/") } ?? base.endIndex
    let (origin, path) = (base[..<pathStart], base[pathStart...])
    func inserted(_ name: String) -> String { "\(origin)\(name)\(path)" }
    var places: [String]
    switch self {
    case .openIDConnect:
      places = [base + Self.openID, inserted(Self.plain)]
      if !path.isEmpty { places.append(base + Self.plain) }
    case .oauth:
      places = [inserted(Self.plain), inserted(Self.openID)]
      if !path.isEmpty { places.append(base + Self.openID) }
    }
    return try places.map { place throws(StepFailure) in try SecureURL.parse(place) }
  }
}
