import Foundation

/// A sign-in that waits for its answer. It holds what binds the two: keep it in the user's session on the server, and take it
/// out when the answer comes.
///
/// Encoded, it holds state, nonce and code verifier in clear text (RFC 7636 §7.1, RFC 9700 §4.7): it belongs into a session that
/// is kept on the server, or into one that is encrypted and authenticated, and nowhere else. Whoever can write it can sign
/// somebody else in; whoever can read it can redeem a code that was caught on its way.
///
/// It is good for one answer. ``BackendExchange/grant(from:for:)`` rejects a second one in the same process; where several serve,
/// the session has to: remove it there first, then read the answer.
public struct PendingAuthorization: Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case request
    case issuerIsPromised = "issuer_is_promised"
    case issuer
  }

  /// Where the browser has to go.
  public var url: URL { request.url }
  let request: AuthorizationRequest
  let issuerIsPromised: Bool
  /// The server that the sign-in was started with; `nil` if an earlier version encoded this value.
  let issuer: String?
}

extension PendingAuthorization: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["request": request]) }
}
