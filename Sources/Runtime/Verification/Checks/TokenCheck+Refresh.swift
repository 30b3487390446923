import Foundation

// What must stay the same when tokens are refreshed.
extension TokenCheck {
  /// A refreshed token comes from the same issuer for the same client (OpenID Connect Core 1.0 §12.2). What the descriptor
  /// compares at sign-in, such as the user's organization, stays too.
  ///
  /// - Parameters:
  ///   - previous: The claims of the ID token before. `nil` at sign-in.
  ///   - comparesAuthenticationTime: Whether `auth_time` must stay: after a sign-in with `max_age` only, because some servers
  ///     write the user's latest sign-in there, on any device.
  ///   - checks: What the descriptor compares.
  static func unchanged(
    since previous: [String: JSONValue]?, comparing comparesAuthenticationTime: Bool, _ checks: [String: ClaimCheck]
  ) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      guard let previous else { return }
      for name in ["iss", "aud", "azp"] + (comparesAuthenticationTime ? ["auth_time"] : []) {
        guard let before = previous[name], before != .null, let after = token[name] else { continue }
        let isSame = name == "aud" ? after.names(all: before) : after.isSame(as: before)
        guard isSame else { throw .changedAfterRefresh(name) }
      }
      // Without an ID token before, nothing is new.
      guard previous["iss"] != nil else { return }
      try token.checkNewParty(previous)
      try token.checkDemands(checks, previous)
    }
  }
}

extension TokenClaims {
  /// If the token before named no party, this one may name this client only.
  fileprivate func checkNewParty(_ previous: [String: JSONValue]) throws(TokenRejection) {
    guard previous["azp"] ?? .null == .null, let party = self["azp"] else { return }
    guard party.string.map(provider.clientID.isExactly) ?? false else { throw .changedAfterRefresh("azp") }
  }

  fileprivate func checkDemands(
    _ checks: [String: ClaimCheck], _ previous: [String: JSONValue]
  ) throws(TokenRejection) {
    // A claim that is compared in lowercase is a name for people. It may change while the organization stays.
    for (name, check) in checks.sorted(by: { $0.key < $1.key }) where check.comparison?.isLowercased != true {
      guard let after = all.claim(at: name) else { continue }
      guard let before = previous.claim(at: name), after.isSame(as: before) else { throw .changedAfterRefresh(name) }
    }
  }
}

extension JSONValue {
  /// A string, or the strings of a list.
  private var texts: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }

  /// Whether this names everybody whom the other value names.
  fileprivate func names(all other: JSONValue) -> Bool {
    other.texts.allSatisfy { name in texts.contains(where: name.isExactly) }
  }

  /// A number can be written in two ways, and stored claims may have been. Userinfo may write a Boolean as a string. Strings are
  /// compared byte by byte.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    if let number, let another = other.number { return number == another }
    if let spelling, let another = other.spelling { return spelling.isExactly(another) }
    return self == other
  }
}
