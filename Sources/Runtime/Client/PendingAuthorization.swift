import Foundation

/// A sign-in that waits for its callback. Store it in the user's session on the server, and remove it when the callback
/// arrives.
///
/// The encoded value contains the state, the nonce, and the code verifier in clear text (RFC 7636 §7.1, RFC 9700 §4.7), and the key
/// that the tokens will be bound to, if there is one (RFC 9449).
/// Store it only in a session that stays on the server, or in one that is encrypted and authenticated. With write
/// access to it, an attacker can sign a user in to another account. With read access, an attacker can redeem an
/// intercepted code.
///
/// It's valid for one callback. ``BackendExchange/grant(from:for:)`` rejects a second one in the same process. If you
/// run several processes, remove the value from the session before you read the callback.
public struct PendingAuthorization: Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case request
    case issuerIsPromised = "issuer_is_promised"
    case issuer
  }

  /// The URL to send the browser to.
  public var url: URL { request.url }
  /// The time until which the server accepts the URL, or `nil` if it doesn't state a time. Only a pushed request has one
  /// (RFC 9126 §2.2). Open the URL right away: the server accepts it once.
  public var expiresAt: Date? { request.expiresAt }
  let request: AuthorizationRequest
  let issuerIsPromised: Bool
  /// The server that the sign-in was started with, or `nil` if an earlier version encoded this value.
  let issuer: String?
}

extension PendingAuthorization: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["request": request]) }
}
