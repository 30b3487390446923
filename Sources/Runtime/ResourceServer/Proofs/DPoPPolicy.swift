import Foundation

/// The DPoP proofs that an API accepts (RFC 9449).
///
/// ```swift
/// let api = Auth0.API(
///   domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"],
///   dpop: .required(at: "https://api.acme.com"))
/// let caller = try await api.caller(of: request)
/// ```
///
/// A token that is bound to a key (`cnf`) is never accepted without a proof of possession of that key.
public struct DPoPPolicy: Sendable {
  /// Whether callers may or must prove possession of a key.
  public enum Use: Sendable, Hashable {
    /// Tokens with the scheme `DPoP` aren't accepted.
    case none
    /// Tokens that are bound to a key, and others, are accepted.
    case accepted
    /// Each token must be bound to a key, or to the certificate of the connection (RFC 8705 §3).
    case required
  }

  /// Whether callers may or must prove possession of a key.
  public var use: Use
  /// The API's URL as clients see it: its scheme, its host, and its port if it isn't the default one. If a proxy removes
  /// a prefix from the path, the URL ends with that prefix.
  ///
  /// The proof's URL must start with it. If it's `nil`, ``APIRequest/url`` must be the full URL.
  public var publicURL: String?
  /// The algorithms of proofs. Symmetric algorithms are ignored.
  public var algorithms = SignatureAlgorithm.allowed(for: .clientKeys)
  /// The time for which a proof is valid after its `iat`.
  public var lifetime = Duration.seconds(60)
  /// The time by which the client's clock may be ahead of the API's.
  public var leeway = Duration.seconds(10)
  /// The memory of used proofs, or `nil` for a ``LocalReplayMemory``. If several servers handle the requests to one URL,
  /// they must share a memory.
  public var replays: (any DPoPReplayMemory)?
  /// The nonces that proofs must contain, or `nil` if the API doesn't require any. With nonces, the age of a proof is
  /// that of its nonce, so clocks of clients may be wrong.
  public var nonces: DPoPNonces?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - use: Whether callers may or must prove possession of a key.
  ///   - publicURL: The API's URL as clients see it, or `nil` if each request states its full URL.
  ///   - change: Sets other properties.
  public init(_ use: Use, at publicURL: String? = nil, _ change: (inout DPoPPolicy) -> Void = { _ in }) {
    self.use = use
    self.publicURL = publicURL
    change(&self)
  }

  /// A policy that rejects the scheme `DPoP`.
  public static var none: DPoPPolicy { DPoPPolicy(.none) }
  /// A policy that accepts tokens that are bound to a key, and others. Each request states its full URL.
  public static var accepted: DPoPPolicy { DPoPPolicy(.accepted) }
  /// A policy that accepts only bound tokens. Each request states its full URL.
  public static var required: DPoPPolicy { DPoPPolicy(.required) }

  /// Returns a policy that accepts tokens that are bound to a key, and others.
  ///
  /// - Parameter publicURL: The API's URL as clients see it.
  public static func accepted(at publicURL: String) -> DPoPPolicy { DPoPPolicy(.accepted, at: publicURL) }

  /// Returns a policy that accepts only bound tokens.
  ///
  /// - Parameter publicURL: The API's URL as clients see it.
  public static func required(at publicURL: String) -> DPoPPolicy { DPoPPolicy(.required, at: publicURL) }
}
