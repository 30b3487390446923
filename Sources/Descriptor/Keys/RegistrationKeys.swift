import AuthConfiguration

extension ProviderConfiguration.RegistrationRules: ConfigurationPart {
  static let shape = Shape.either([Kind.shape, .record(table.keys)])

  static let table = KeyTable<Self> {
    Row("kind", \.kind, required: true, doc: "The party that registers the client, and the protocol.")
    Row("method", \.method, .enumeration(["GET", "POST"]), doc: "The HTTP method of a custom request.")
    Row("encoding", \.encoding, doc: "The encoding of a custom request. The standard's request is JSON.")
    Row(
      "headers", \.headers, doc: "Additional header fields, such as an initial access token (RFC 7591 §3).",
      uses: [.headerFields, .template(.registration)])
    Row(
      "parameters", \.parameters,
      doc:
        "The parameters of a custom request, or additional metadata. `{redirect_uri}` is the first callback URL, and `{redirect_uris}` are all of them, one per line.",
      uses: [.parameterNames, .template(.registration)])
    Row(
      "software_statement", \.softwareStatement,
      doc: "A signed statement about the software (RFC 7591 §2.3), such as `{settings.statement}`.",
      uses: [.template(.registration)])
    Row(
      "metadata", \.metadata,
      doc: "The metadata that the client registers (RFC 7591 §2), in addition to its callback URLs.")
    Row("response", \.response, doc: "The paths of the members of a custom response.")
    Row(\.isConfidential)
  }

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var rules = standard ?? Self()
    if let kind = Kind.read(node, over: nil) { rules.kind = kind } else { table.read(node, into: &rules) }
    return rules
  }
}

extension ProviderConfiguration.RegistrationRules.Kind: DescribedEnumeration {}

extension ProviderConfiguration.ClientMetadata: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row(
      "client_name", \.clientName, doc: "The name that users see on the consent page. By default, the app's name.",
      uses: [.template(.registration)])
    Row("grant_types", \.grantTypes, doc: "The grant types. By default, those that the client uses.")
    Row("response_types", \.responseTypes, doc: "The response types. By default, the one that the client uses.")
    Row("contacts", \.contacts, doc: "The email addresses of the people who are responsible for the client.")
    Row(
      "token_endpoint_auth_method", \.authenticationMethod, .enumeration(Method.registrable.map(\.rawValue)),
      doc:
        "The authentication method. By default, `none`, or a method with a secret if the server or `client.types` require one."
    )
    Row(
      "scope", \.scope, doc: "The scopes that the client may request, separated by spaces.",
      uses: [.template(.registration)])
  }

  private typealias Method = ProviderConfiguration.ClientAuthenticationMethod
}

extension ProviderConfiguration.RegistrationResponse: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("client_id", \.clientID, doc: "The path of the client ID.")
    Row("client_secret", \.clientSecret, doc: "The path of the client secret.")
    Row(
      "client_secret_expires_at", \.clientSecretExpiresAt,
      doc: "The path of the time at which the secret expires, in seconds since 1970.")
  }
}
