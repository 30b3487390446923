import AuthConfiguration

extension ProviderConfiguration.DeviceRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("grant_type", \.grantType, doc: "The grant type in the token request.")
    Row("client", \.authentication, doc: "The client authentication method in both requests.")
    Row(
      "parameters", \.parameters, doc: "Additional parameters of the device authorization request.",
      uses: [.parameterNames, .template(.direct)])
    Row(
      "verification_uri", \.verificationPage,
      doc: "The page that the user opens, if the response doesn't contain it. `{user_code}` is the code.",
      uses: [.url, .template(.device)])
    Row("token", doc: "The token request.") {
      Row(
        "parameters", \.tokenParameters, doc: "Additional parameters. `{user_code}` is the code that the user enters.",
        uses: [.parameterNames, .template(.device)])
    }
    Row("response", doc: "The paths of standard members in the response.") {
      Row("device_code", \.deviceCode, doc: "The path of `device_code`.")
      Row("user_code", \.userCode, doc: "The path of `user_code`.")
      Row("verification_uri", \.verificationURI, doc: "The path of `verification_uri`.")
      Row("verification_uri_complete", \.completeVerificationURI, doc: "The path of `verification_uri_complete`.")
      Row("expires_in", \.expiresIn, doc: "The path of `expires_in`.")
      Row("interval", \.interval, doc: "The path of `interval`.")
    }
  }
}

extension ProviderConfiguration.RevocationRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("style", \.style, doc: "The protocol: RFC 7009, the provider's own, or none.")
    Row("method", \.method, doc: "The HTTP method.")
    Row(
      "endpoint", \.endpoint, doc: "The URL. By default, the revocation endpoint.", uses: [.url, .template(.session)])
    Row("encoding", \.encoding, doc: "The encoding of the parameters.")
    Row("client", \.authentication, doc: "The client authentication method for this request.")
    Row(
      "token", \.presentation, ProviderConfiguration.TokenPresentation.shape(or: ["parameter", "bearer"]),
      doc: "The way to send the token.")
    Row("tokens", \.tokens, doc: "The tokens to revoke, in this order.")
    Row("headers", \.headers, doc: "Additional header fields.", uses: [.headerFields, .template(.session)])
    Row(
      "parameters", \.parameters, doc: "Additional parameters. `{token}` is the token.",
      uses: [.parameterNames, .template(.session)])
  }
}

extension ProviderConfiguration.RevocationRules.Style: DescribedEnumeration {}
extension ProviderConfiguration.RevocationRules.Token: DescribedEnumeration {}

extension ProviderConfiguration.LogoutRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("style", \.style, doc: "The protocol: the standard, the provider's own, or none.")
    Row("endpoint", \.endpoint, doc: "The provider's own logout page.", uses: [.url, .template(.logout)])
    Row(
      "redirect_parameter", \.redirectParameter,
      doc: "The parameter that contains the URL to which the browser returns.", uses: [.parameterName])
    Row("id_token_hint", \.idTokenHint, doc: "Whether the request includes the ID token.")
    Row("parameters", \.parameters, doc: "Additional parameters.", uses: [.parameterNames, .template(.logout)])
    Row(
      "flags", \.flags, .dictionary(.named), doc: "Parameters without a value that the app may add.",
      uses: [.parameterNames, .declaredNames], as: \.words)
  }
}

extension ProviderConfiguration.LogoutRules.Style: DescribedEnumeration {}
extension ProviderConfiguration.LogoutRules.IDTokenHint: DescribedEnumeration {}

extension ProviderConfiguration.Lifetimes: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("access_token", \.accessToken, doc: "The lifetime of access tokens, in seconds.")
    Row("refresh_token", \.refreshToken, doc: "The lifetime of refresh tokens, in seconds.")
    Row("id_token", \.idToken, doc: "The lifetime of ID tokens, in seconds.").informational
    Row("authorization_code", \.authorizationCode, doc: "The lifetime of authorization codes, in seconds.")
      .informational
  }
}
