/// A server's word, by way of a browser that opened the client's logout page in a frame, that a session there has ended
/// (OpenID Connect Front-Channel Logout 1.0 §2).
///
/// Anyone can make a browser open that page: end the session only if ``sessionID`` is that of its ID token's `sid`.
public struct FrontChannelLogout: Sendable, Hashable {
  /// `sid`: the session that ends; `nil` when the server does not say which, and every session in this browser ends.
  public let sessionID: String?
}

extension FrontChannelLogout {
  /// Reads the page's query. `iss` and `sid` come together or not at all, each once (§2, RFC 6749 §3.1).
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
