import Foundation

/// The tenant whose users may sign in. It's used if the provider's issuer contains a claim of the token.
///
/// All tenants of such a provider share their keys, so the signature is valid regardless of the token's tenant. The app
/// sets its tenant in a variable of `server.issuer`, at the position at which `id_token.issuer` has the claim.
struct TenantRule: Sendable {
  /// Microsoft's tenant for personal accounts, which `consumers` selects and `organizations` excludes (Microsoft
  /// identity platform, ID token claims reference, `tid`).
  private static let personalAccounts = "9188040d-6c67-4c5b-b112-36a304b66dad"
  private static let tenantID = "tid"
  private static let keywords = ["common", "organizations", "consumers"]

  private let claim: String
  /// The tenant that the app sets.
  private let wanted: String

  /// Returns the rules of an issuer's template.
  ///
  /// - Throws: ``ConfigurationFailure/invalidVariable(_:example:)`` if tokens can't be compared with the tenant.
  ///   Microsoft's tokens contain the ID of their tenant, so a domain would accept either every tenant or none.
  static func rules(
    of issuer: TextTemplate, at server: TextTemplate?, _ values: TemplateValues,
    variables: [ProviderConfiguration.Variable]
  ) throws(StepFailure) -> [TenantRule] {
    let (theirs, ours) = (issuer.segments, server?.segments ?? [])
    guard theirs.count == ours.count else { return [] }
    var rules: [TenantRule] = []
    for (theirs, ours) in zip(theirs, ours) {
      guard let claim = theirs.solePlaceholder.flatMap(claim), let name = ours.solePlaceholder,
        let wanted = values.value(name)
      else { continue }
      let rule = TenantRule(claim: claim, wanted: wanted)
      guard rule.isComparable else {
        throw .configuration(
          .invalidVariable(name, example: variables.first { $0.name == name }?.example ?? personalAccounts))
      }
      rules.append(rule)
    }
    return rules
  }

  /// Returns whether the claims are from the app's tenant.
  func accepts(_ claims: [String: JSONValue]) -> Bool {
    guard let tenant = claims[claim]?.string else { return false }
    guard claim == Self.tenantID else { return tenant.isExactly(wanted) }
    let id = tenant.lowercased()
    switch wanted {
    case "common": return true
    case "consumers": return id == Self.personalAccounts
    case "organizations": return id != Self.personalAccounts
    default: return id.isExactly(wanted.lowercased())
    }
  }

  private var isComparable: Bool {
    claim != Self.tenantID || Self.keywords.contains(wanted) || UUID(uuidString: wanted) != nil
  }

  private static let prefix = "id_token."

  /// Returns the claim that a placeholder of an issuer stands for, or `nil` if it's a value of the app.
  static func claim(of placeholder: String) -> String? {
    placeholder.hasPrefix(prefix) ? String(placeholder.dropFirst(prefix.count)) : nil
  }
}

extension TextTemplate {
  /// The template's parts between slashes.
  var segments: [TextTemplate] {
    text.split(separator: "/", omittingEmptySubsequences: false).map { TextTemplate(String($0)) }
  }

  /// The name of the variable, if the template consists of nothing else.
  var solePlaceholder: String? {
    if parts?.count == 1, case .placeholder(let name) = parts?.first { name } else { nil }
  }
}
