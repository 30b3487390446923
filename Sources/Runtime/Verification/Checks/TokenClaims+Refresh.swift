import Foundation

// Checks of the claims that a refresh must not change.
extension TokenClaims {
  /// A refreshed token comes from the same issuer for the same client (OpenID Connect Core 1.0 §12.2). Claims that
  /// the descriptor compares at sign-in, such as the user's organization, must stay, too.
  ///
  /// - Parameters:
  ///   - previous: The claims of the previous ID token. `nil` at sign-in.
  ///   - comparesAuthenticationTime: Whether `auth_time` must stay: after a sign-in with `max_age` only, because some servers
  ///     write the user's latest sign-in there, on any device.
  ///   - checks: The descriptor's checks.
  func checkUnchanged(
    since previous: [String: JSONValue]?, comparing comparesAuthenticationTime: Bool, _ checks: [String: ClaimCheck]
  ) throws(TokenRejection) {
    guard let previous else { return }
    for name in ["iss", "aud", "azp"] + (comparesAuthenticationTime ? ["auth_time"] : []) {
      guard let before = previous[name], before != .null, let after = self[name] else { continue }
      let isSame = name == "aud" ? after.names(all: before) : after.isSame(as: before)
      guard isSame else { throw .changedAfterRefresh(name) }
    }
    // Without a previous ID token, there is nothing to compare.
    guard previous["iss"] != nil else { return }
    try checkNewParty(previous)
    try checkSameDemands(checks, previous)
  }

  /// If the previous token had no authorized party, this one may name only this client.
  private func checkNewParty(_ previous: [String: JSONValue]) throws(TokenRejection) {
    guard previous["azp"] ?? .null == .null, let party = self["azp"] else { return }
    guard party.string.map(provider.clientID.isExactly) ?? false else { throw .changedAfterRefresh("azp") }
  }

  private func checkSameDemands(
    _ checks: [String: ClaimCheck], _ previous: [String: JSONValue]
  ) throws(TokenRejection) {
    // A claim that is compared in lowercase is a display name. It may change while the organization stays the same.
    for (name, check) in checks.sorted(by: { $0.key < $1.key }) where check.comparison?.isLowercased != true {
      guard let after = all.claim(at: name) else { continue }
      guard let before = previous.claim(at: name), after.isSame(as: before) else { throw .changedAfterRefresh(name) }
    }
  }
}

extension JSONValue {
  /// A string, or the strings of a list.
  private var texts: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }

  /// Whether this value contains every name in the other value.
  fileprivate func names(all other: JSONValue) -> Bool {
    other.texts.allSatisfy { name in texts.contains(where: name.isExactly) }
  }

  /// A number has several notations, and stored claims may use another one. Userinfo may write a Boolean as a string.
  /// Strings are compared byte by byte.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    if let number, let another = other.number { return number == another }
    if let spelling, let another = other.spelling { return spelling.isExactly(another) }
    return self == other
  }
}
