/// The claims of a verified access token, read with its provider's rules.
struct VerifiedToken: Sendable, Hashable {
  let claims: [String: JSONValue]
  let subject: String
  let clientID: String?
  let isMachine: Bool
  let audiences: [String]
  let scopes: Set<String>
  let permissions: Set<String>
  let roles: Set<String>
  let organizationID: String?
  /// The key to which the token is bound. Each request must prove possession of it.
  let confirmation: TokenConfirmation?

  init(_ verified: TokenClaims, rules: ProviderConfiguration.AccessTokenRules) throws(TokenRejection) {
    let claims = verified.all
    let tree = JSONValue.object(claims)
    func names(_ selector: Selector?) -> Set<String> { Set(selector.flatMap(tree.select)?.names ?? []) }
    let clientID = tree.select(rules.clientID)?.string
    // Without a subject, all users of a client would be the same caller (RFC 9068 §2.2).
    guard let subject = tree.select(rules.subject).flatMap(String.init(claim:)) else {
      throw .claim(.missingClaim(rules.subject.text))
    }
    let own = try? rules.clientSubject.filled { $0 == "client_id" ? clientID : nil }
    confirmation = try TokenConfirmation(claims)
    self.claims = claims
    self.subject = subject
    self.clientID = clientID
    isMachine =
      [clientID, own].compactMap(\.self).contains(where: subject.isExactly) || !verified.passes(rules.userChecks)
    audiences = tree.select(rules.audience)?.names ?? []
    scopes = Set(tree.select(rules.scopes)?.words ?? [])
    permissions = names(rules.permissions)
    roles = names(rules.roles)
    organizationID = rules.organization.flatMap(tree.select)?.spelling
  }
}
