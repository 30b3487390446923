import Foundation

/// What the app has said about the tenant of the users who may sign in, where an issuer is made of a token's own claim.
///
/// All tenants of such a provider share their keys, so a token of any of them is signed rightly. The variable that stands in
/// `server.issuer` where the claim stands in `id_token.issuer` says which tenant is meant: a UUID is that tenant's id. A tenant's
/// domain cannot be compared, for it is not in the token.
struct TenantRule: Sendable {
  /// The tenant of personal accounts at Microsoft, which `consumers` means and `organizations` does not
  /// (Microsoft identity platform, ID token claims reference, `tid`).
  private static let personalAccounts = "9188040d-6c67-4c5b-b112-36a304b66dad"

  private let claim: String
  /// What the app has said.
  private let wanted: String

  /// The rules of an issuer's template.
  static func rules(of issuer: TextTemplate, at server: TextTemplate?, _ values: TemplateValues) -> [TenantRule] {
    let (theirs, ours) = (segments(issuer), server.map(segments) ?? [])
    guard theirs.count == ours.count else { return [] }
    return zip(theirs, ours).compactMap { theirs, ours in
      guard let hole = theirs.soleHole, hole.hasPrefix(prefix) else { return nil }
      let claim = String(hole.dropFirst(prefix.count))
      return ours.soleHole.flatMap(values.value).map { TenantRule(claim: claim, wanted: $0) }
    }
  }

  func accepts(_ claims: [String: JSONValue]) -> Bool {
    guard let tenant = claims[claim]?.string?.lowercased() else { return false }
    switch wanted {
    case "consumers" where claim == "tid": return tenant == Self.personalAccounts
    case "organizations" where claim == "tid": return tenant != Self.personalAccounts
    default: return UUID(uuidString: wanted) == nil || tenant.isExactly(wanted.lowercased())
    }
  }

  private static let prefix = "id_token."

  private static func segments(_ template: TextTemplate) -> [TextTemplate] {
    template.text.split(separator: "/", omittingEmptySubsequences: false).map { TextTemplate(String($0)) }
  }
}

extension TextTemplate {
  /// The name, where the template is one hole and nothing else.
  fileprivate var soleHole: String? {
    if parts?.count == 1, case .hole(let name) = parts?.first { name } else { nil }
  }
}
