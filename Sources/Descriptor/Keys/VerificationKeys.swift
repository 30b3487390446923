import AuthConfiguration

extension ProviderConfiguration.IDTokenRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("required", \.required, doc: "A token answer without one is rejected.")
    Row(
      "issuer", \.issuers, .either([TextTemplate.shape, .list(TextTemplate.shape)]), doc: "Accepted issuers.",
      uses: [.template(.check)],
      // An empty list accepts the server's own issuer.
      as: { $0.texts?.filter { $0 != "server" }.map { TextTemplate($0) } })
    Row(
      "audience", \.audiences, .textOrList,
      doc: "This client, as `client_id` or `settings.name`; a text beside `client_id` may stand in `aud` as well.",
      as: { $0.texts?.map(Self.audience) })
    Row("other_audiences", \.otherAudiences, doc: "Others in `aud`: rejected, or allowed if `azp` names this client.")
    Row("nonce", \.nonce, doc: "How the nonce is compared.")
    Row(
      "algorithms", \.algorithms, .list(.word(SignatureAlgorithm.allowed(for: .idTokens).map(\.rawValue))),
      doc: "The only signature algorithms.")
    Row("leeway", \.leeway, .integer(0...600), doc: "Tolerated difference of the clocks, in seconds.")
    Row(
      "checks", \.checks, doc: "What claims have to be, such as `equals(text)` or `present`, by claim.",
      uses: [.claimChecks(.check)])
  }

  /// `client_id` and `settings.x` are names. Everything else is the value itself.
  private static func audience(_ text: String) -> TextTemplate {
    text == "client_id" || text.hasPrefix("settings.") ? TextTemplate("{\(text)}") : TextTemplate(text)
  }
}

extension ProviderConfiguration.IDTokenRules.OtherAudiences: DescribedEnumeration {}

extension ProviderConfiguration.IDTokenRules.Nonce: DescribedEnumeration {
  var unexpectedName: String? { self == .exactOrSHA256 ? "exactOrSHA256" : nil }
}

extension ProviderConfiguration.AccessTokenRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("format", \.format, doc: "Opaque, or a JWT.")
    Row("types", \.types, doc: "Accepted values of `typ`; JWT accepts tokens without one. Alone at+jwt if not said.")
    Row("algorithms", \.algorithms, doc: "The only signature algorithms; those of ID tokens.")
    Row("audience", \.audience, doc: "Where whom it is for stands.")
    Row("scopes", \.scopes, doc: "Where granted scopes stand: a text with blanks between them, or a list.")
    Row("permissions", \.permissions, doc: "Where permissions stand.")
    Row("roles", \.roles, doc: "Where roles stand.")
    Row("organization", \.organization, doc: "Where the id of the organization stands.")
    Row(
      "client_subject", \.clientSubject, doc: "`sub` of a token that a client has for itself.", uses: [.template(.url)])
    Row(
      "checks", \.checks, doc: "What claims have to be, such as `equals(text)` or `present`, by claim.",
      uses: [.claimChecks(.resource)])
  }
}

extension ProviderConfiguration.AccessTokenRules.Format: DescribedEnumeration {}
