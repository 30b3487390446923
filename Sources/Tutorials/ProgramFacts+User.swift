import AuthConfiguration
import AuthDescriptor
import AuthGenerator

extension ProgramFacts {
  /// The statements that show the user.
  var greeting: [LineModel] {
    var lines = ["print(\"id:\", user.id)"]
    let groups = descriptor.claims.standard
    if groups.contains(.profile) { lines.append("print(\"name:\", user.name ?? \"-\")") }
    if groups.contains(.email) {
      lines.append(
        "print(\"email:\", user.email ?? \"-\", user.isEmailVerified ? \"(verified)\" : \"(not verified)\")")
    }
    if groups.contains(.phone) { lines.append("print(\"phone:\", user.phoneNumber ?? \"-\")") }
    let known = Set(
      (groups.contains(.profile) ? ["name", "username"] : []) + (groups.contains(.email) ? ["email"] : []))
    let mapped = ["name": "name", "username": "preferred_username", "email": "email"].filter { key, _ in
      !known.contains(key) && descriptor.configuration.userInfo.map[key] != nil
    }
    for (key, claim) in mapped.sorted(by: { $0.key < $1.key }) {
      lines.append("print(\"\(key):\", user.claims[\"\(claim)\"]?.string ?? \"-\")")
    }
    // More claims wouldn't fit on the screen.
    for claim in descriptor.claims.custom.prefix(6) { lines.append(show(claim)) }
    return lines.map { LineModel(text: $0) }
  }

  private func show(_ claim: ProviderDescriptor.Claims.Custom) -> String {
    let value = "user.\(claim.swiftName)"
    let text: String
    switch (claim.type, claim.isOptional) {
    case (.string, true): text = "\(value) ?? \"-\""
    case (.strings, true): text = "\(value)?.joined(separator: \", \") ?? \"-\""
    case (.strings, false): text = "\(value).joined(separator: \", \")"
    case (_, true): text = "\(value).map { \"\\($0)\" } ?? \"-\""
    case (_, false): text = value
    }
    return "print(\"\(claim.swiftName):\", \(text))"
  }

  /// The provider's own errors, or two errors that every provider can return.
  var errors: [ProviderDescriptor.KnownError] {
    let own = ownErrors
    let shown = own.isEmpty ? descriptor.errors.filter { ["access_denied", "invalid_grant"].contains($0.code) } : own
    return Array(shown.prefix(5))
  }

  /// The errors that no standard defines.
  var ownErrors: [ProviderDescriptor.KnownError] {
    descriptor.errors.filter { !Self.standardErrors.contains($0.code) }
  }

  /// RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core 1.0 §3.1.2.6, RFC 8628 §3.5.
  private static let standardErrors: Set = [
    "access_denied", "invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope",
    "server_error", "temporarily_unavailable", "invalid_client", "invalid_grant", "unsupported_grant_type",
    "interaction_required", "login_required", "account_selection_required", "consent_required", "expired_token",
    "authorization_pending", "slow_down",
  ]

  /// The URL of an API: the provider's API for users if all its users have the same one.
  var apiExample: String {
    let endpoint = descriptor.configuration.server.userInfoEndpoint?.text ?? ""
    return endpoint.hasPrefix("https://") && !endpoint.contains("{") ? endpoint : "https://api.acme.example/me"
  }

  /// The method that ends the session or the tokens with the provider.
  var signOutCall: String? {
    if client.isBackend { return descriptor.canRevoke ? "revokeTokens" : nil }
    if descriptor.canEndSession { return "signOut()" }
    return descriptor.canRevoke ? "revokeTokens()" : nil
  }
}
