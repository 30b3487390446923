import AuthConfiguration

extension ProviderConfiguration.BackchannelRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("grant_type", \.grantType, doc: "The grant type in the token request.")
    Row("client", \.authentication, doc: "The client authentication method in both requests.")
    Row(
      "signed", \.isSigned,
      doc: "Whether the client signs requests with the key in `client.assertion`, or with the key that the app passes.")
    Row(
      "login_hint", \.loginHint,
      doc: "The format of a login hint: the hint itself, or a JSON object with the issuer and the user's `sub`.")
    Row(
      "parameters", \.parameters, doc: "Additional parameters of the authentication request.",
      uses: [.parameterNames, .template(.direct)])
    Row("token", doc: "The token request.") {
      Row(
        "parameters", \.tokenParameters, doc: "Additional parameters.",
        uses: [.parameterNames, .template(.direct)])
    }
  }
}

extension ProviderConfiguration.BackchannelRules.LoginHintFormat: DescribedEnumeration {
  var unexpectedName: String? { self == .issuerAndSubject ? "issuerAndSubject" : nil }
}

extension ProviderConfiguration.BackchannelDelivery: DescribedEnumeration {}
