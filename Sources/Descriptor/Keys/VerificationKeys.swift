import AuthConfiguration

extension ProviderConfiguration.IDTokenRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("required", \.required, doc: "Whether a token response without an ID token is rejected.")
    Row(
      "issuer", \.issuers, .either([TextTemplate.shape, .list(TextTemplate.shape)]), doc: "The accepted issuers.",
      uses: [.template(.check)],
      // An empty list accepts the server's issuer.
      as: { $0.texts?.filter { $0 != "server" }.map { TextTemplate($0) } })
    Row(
      "audience", \.audiences, .textOrList,
      doc:
        "The names of this client, as `client_id` or `settings.name`. Other values next to `client_id` are allowed in `aud` too.",
      as: { $0.texts?.map(Self.audience) })
    Row(
      "other_audiences", \.otherAudiences,
      doc: "Whether other audiences are rejected, or allowed if `azp` is this client.")
    Row("nonce", \.nonce, doc: "The way to check the nonce.")
    Row(
      "algorithms", \.algorithms, .list(.enumeration(SignatureAlgorithm.allowed(for: .idTokens).map(\.rawValue))),
      doc: "The accepted signature algorithms.")
    Row("leeway", \.leeway, .integer(0...600), doc: "The tolerated difference between the clocks, in seconds.")
    Row(
      "checks", \.checks, doc: "The checks of claims, such as `equals(text)` or `present`, by claim name.",
      uses: [.claimChecks(.check)])
    Row("encryption", \.encryption, doc: "The rules for decrypting ID tokens. By default, they aren't encrypted.")
  }

  /// `client_id` and `settings.x` are references. Everything else is a literal value.
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
    Row("format", \.format, doc: "The format: opaque or JWT.")
    Row(
      "types", \.types,
      doc: "The accepted values of `typ`. By default, only `at+jwt`. `JWT` also accepts tokens without `typ`.")
    Row("algorithms", \.algorithms, doc: "The accepted signature algorithms. By default, those of ID tokens.")
    Row(
      "subject", \.subject, doc: "The path of the ID of the user, or of the client if there's no user.",
      uses: [.tokenPaths])
    Row(
      "client_id", \.clientID,
      doc: "The path of the ID of the client that obtained the token. By default, `client_id` or `azp`.",
      uses: [.tokenPaths])
    Row("audience", \.audience, doc: "The path of the audience.", uses: [.tokenPaths])
    Row(
      "scopes", \.scopes, doc: "The path of the granted scopes: a space-separated string or a list.",
      uses: [.tokenPaths])
    Row("permissions", \.permissions, doc: "The path of the permissions.", uses: [.tokenPaths])
    Row("roles", \.roles, doc: "The path of the roles.", uses: [.tokenPaths])
    Row("organization", \.organization, doc: "The path of the organization's ID.", uses: [.tokenPaths])
    Row(
      "client_subject", \.clientSubject, doc: "The `sub` of a token that a client obtains for itself.",
      uses: [.template(.url)])
    Row(
      "checks", \.checks, doc: "The checks of claims, such as `equals(text)` or `present`, by claim name.",
      uses: [.claimChecks(.resource)])
    Row(
      "kind_checks", \.kindChecks,
      doc: "The same, for claims that only access tokens have. Without them, an API rejects possible ID tokens.",
      uses: [.claimChecks(.resource)])
    Row(
      "user_checks", \.userChecks,
      doc: "The same, for claims that only users' tokens have. A client obtained any other token for itself.",
      uses: [.claimChecks(.resource)])
  }
}

extension ProviderConfiguration.AccessTokenRules.Format: DescribedEnumeration {}
