/// A server's notice that a session has ended, sent by a browser that opened the client's logout page in a frame (OpenID
/// Connect Front-Channel Logout 1.0 §2).
///
/// Anyone can make a browser open that page. End the session only if ``sessionID`` equals the `sid` claim of its ID token.
public struct FrontChannelLogout: Sendable, Hashable {
  /// The session that ended (`sid`). `nil` if the server doesn't identify it: then every session in this browser has ended.
  public let sessionID: String?
}

extension FrontChannelLogout {
  /// Reads the page's query. `iss` and `sid` must both be present or both be missing, each at most once (§2, RFC 6749 §3.1).
  ///
  /// - Parameter expected: The client's issuer.
  init(query: String, from expected: String?) throws(StepFailure) {
    guard let pairs = FormEncoding.decode(query) else { throw .callback(.malformed) }
    for name in ["iss", "sid"] where pairs.count(where: { $0.name == name }) > 1 {
      throw .callback(.repeatedParameter(name))
    }
    let (issuer, session) = (pairs.first { $0.name == "iss" }?.value, pairs.first { $0.name == "sid" }?.value)
    if issuer == nil, session == nil {
      self.init(sessionID: nil)
      return
    }
    guard let issuer else { throw .callback(.missingField("iss")) }
    guard let session, !session.isEmpty else { throw .callback(.missingField("sid")) }
    guard expected.map(issuer.isExactly) ?? false else { throw .callback(.issuerMixUp) }
    self.init(sessionID: session)
  }
}
