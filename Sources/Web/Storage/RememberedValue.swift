import AuthConfiguration
import Crypto
import Foundation

/// A value that may be used once: the `state` of a sign-in, or the `jti` of a logout token.
public struct RememberedValue: Sendable, Hashable {
  /// The kind of a value.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A sign-in with a received callback. Strangers can cause these at the rate of their requests, for ten minutes each.
    case signIn = "sign_in"
    /// A verified logout token. Only the issuer can cause these.
    case logoutToken = "logout_token"
  }

  /// The kind of the value, which is also part of ``hash``.
  public let kind: Kind
  /// The SHA-256 hash of the kind and the value: 32 bytes, the primary key.
  public let hash: Data
  /// The time after which the value may be forgotten. A whole second.
  public let expiresAt: Date

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - kind: The kind of the value.
  ///   - parts: The parts that together identify the value, such as the issuer and the `jti`.
  ///   - expiresAt: The time after which the value may be forgotten.
  public init(_ kind: Kind, _ parts: [String], expiresAt: Date) {
    self.kind = kind
    hash = Data(SHA256.hash(data: Data(([kind.rawValue] + parts).lengthPrefixed.utf8)))
    self.expiresAt = Date(timeIntervalSince1970: expiresAt.timeIntervalSince1970.rounded(.up))
  }
}
