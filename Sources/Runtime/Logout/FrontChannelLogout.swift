/// A server's notice that a session has ended, sent by a browser that opened the client's logout page in a frame (OpenID
/// Connect Front-Channel Logout 1.0 §2).
///
/// Anyone can make a browser open that page. End the session only if ``sessionID`` equals the `sid` claim of its ID token.
public struct FrontChannelLogout: Sendable, Hashable {
  /// The session that ended (`sid`). `nil` if the server doesn't identify it: then every session in this browser has ended.
  public let sessionID: String?
  /// The issuer of that session (`iss`), or `nil` if the server doesn't identify it. A provider with many tenants has one
  /// issuer for each.
  public let issuer: String?
}

extension FrontChannelLogout {
  /// Reads the page's query. `iss` and `sid` must both be present or both be missing, each at most once (§2, RFC 6749 §3.1).
  ///
  /// - Parameter provider: The client's provider.
  init(query: String, from provider: ResolvedProvider) throws(StepFailure) {
    guard let pairs = FormEncoding.decode(query) else { throw .callback(.malformed) }
    for name in ["iss", "sid"] where pairs.count(where: { $0.name == name }) > 1 {
      throw .callback(.repeatedParameter(name))
    }
    let (issuer, session) = (pairs.first { $0.name == "iss" }?.value, pairs.first { $0.name == "sid" }?.value)
    if issuer == nil, session == nil {
      self.init(sessionID: nil, issuer: nil)
      return
    }
    guard let issuer else { throw .callback(.missingField("iss")) }
    guard let session, !session.isEmpty else { throw .callback(.missingField("sid")) }
    guard provider.isIssuer(issuer) else { throw .callback(.issuerMixUp) }
    self.init(sessionID: session, issuer: issuer)
  }
}
