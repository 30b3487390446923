import AuthRuntime

extension Comparison {
  /// Compares the sign-out style with the server's listed endpoint (RP-Initiated Logout 1.0 §2.1).
  func logout() -> [Finding] {
    guard let document else { return [] }
    let place = facts.location("logout", "style")
    let isAnnounced = document.text(Endpoint.endSession.rawValue) != nil
    switch facts.logout {
    case .rpInitiated where !isAnnounced && facts.stated(Endpoint.endSession.rawValue) == nil:
      let change = "write 'logout: { style: none }', or 'style: custom' with the provider's page"
      return finding(.contradiction, .logout, "end_session_endpoint isn't listed", change: change, at: place)
    case .rpInitiated:
      return finding(.fine, .logout, "sign-out at the standard end_session_endpoint", at: place)
    case .custom:
      let other = isAnnounced ? "; the standard end_session_endpoint is also listed" : ""
      return finding(.fine, .logout, "sign-out at the provider's page\(other)", at: place)
    case .none where isAnnounced:
      let change = "write 'logout: { style: rp_initiated }'"
      return finding(.advice, .logout, "the server lists an end_session_endpoint", change: change, at: place)
    case .none:
      return finding(.fine, .logout, "no page ends the browser session, and none is listed", at: place)
    }
  }

  /// Checks whether there is an endpoint that revokes tokens (RFC 7009 §2).
  func revocation() -> [Finding] {
    guard let document else { return [] }
    let place = facts.location("revocation", "style")
    let name = Endpoint.revocation.rawValue
    switch (facts.revokes, document.text(name) != nil || facts.stated(name) != nil) {
    case (true, true): return finding(.fine, .revocation, "tokens are revoked at the \(name)", at: place)
    case (true, false):
      let change = "write 'revocation: { style: none }', so that apps don't try"
      return finding(.advice, .revocation, "\(name) isn't listed", change: change, at: place)
    case (false, true):
      let change = "write 'revocation: { style: rfc7009 }'"
      return finding(.advice, .revocation, "the server lists a \(name)", change: change, at: place)
    case (false, false):
      return finding(.fine, .revocation, "nothing is revoked, and the server lists no endpoint for it", at: place)
    }
  }
}
