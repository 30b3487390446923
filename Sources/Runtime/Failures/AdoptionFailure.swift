/// The reason that another library's tokens weren't adopted. No token was sent, so the other library can still use them.
public enum AdoptionFailure: Error, Sendable, Hashable {
  /// The client already has a session. It belongs to another user, or the client can't confirm that it belongs to the
  /// same user.
  case alreadySignedIn
  /// There is neither a refresh token nor a valid access token, or the token has characters that a token can't have.
  case noUsableToken
  /// The access token has expired, and there is no refresh token.
  case expired
  /// The tokens were issued to another client. Only that client can refresh them (RFC 6749 §6).
  case otherClient
  /// The data isn't in the format of the other library, or it's larger than the limit.
  case unreadable(String)
}

extension AdoptionFailure: FailureReason {
  var explanation: String {
    switch self {
    case .alreadySignedIn: "the client already has a session, and can't confirm that it belongs to the same user"
    case .noUsableToken: "the other library's credential doesn't contain a token that this client can use"
    case .expired: "the other library's access token has expired, and there is no refresh token"
    case .otherClient: "the other library's tokens were issued to another client"
    case .unreadable(let format): "the data isn't \(format.plainText(limit: 80))"
    }
  }

  var recovery: Recovery {
    switch self {
    case .alreadySignedIn: .fix(.existingSession)
    case .noUsableToken: .fix(.adoptedToken)
    case .expired: .reauthenticate
    case .otherClient: .fix(.adoptedClient)
    case .unreadable: .fix(.adoptedData)
    }
  }
}
