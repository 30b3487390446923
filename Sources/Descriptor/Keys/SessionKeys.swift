import AuthConfiguration

extension ProviderConfiguration.DeviceRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("grant_type", \.grantType, doc: "The grant's name in the token request.")
    Row("client", \.authentication, doc: "How the client authenticates in both requests.")
    Row(
      "parameters", \.parameters, doc: "Further parameters of the request for a code.",
      uses: [.parameterNames, .template(.direct)])
    Row("token", doc: "The token request.") {
      Row(
        "parameters", \.tokenParameters, doc: "Further parameters; `{user_code}` is what the user types in.",
        uses: [.parameterNames, .template(.device)])
    }
    Row("response", doc: "Where standard members of the answer stand.") {
      Row("device_code", \.deviceCode, doc: "Where `device_code` stands.")
      Row("user_code", \.userCode, doc: "Where `user_code` stands.")
      Row("verification_uri", \.verificationURI, doc: "Where `verification_uri` stands.")
      Row("verification_uri_complete", \.completeVerificationURI, doc: "Where `verification_uri_complete` stands.")
      Row("expires_in", \.expiresIn, doc: "Where `expires_in` stands.")
      Row("interval", \.interval, doc: "Where `interval` stands.")
    }
  }
}

extension ProviderConfiguration.RevocationRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("style", \.style, doc: "RFC 7009, the provider's own way, or none.")
    Row("method", \.method, doc: "The HTTP method.")
    Row("endpoint", \.endpoint, doc: "Where; the revocation endpoint.", uses: [.url, .template(.later)])
    Row("encoding", \.encoding, doc: "How the parameters are written.")
    Row("client", \.authentication, doc: "How the client authenticates here.")
    Row(
      "token", \.presentation, ProviderConfiguration.TokenPresentation.shape(or: ["parameter", "bearer"]),
      doc: "How the token travels.")
    Row("tokens", \.tokens, doc: "Which tokens, in this order.")
    Row("headers", \.headers, doc: "Further header fields.", uses: [.headerFields, .template(.later)])
    Row(
      "parameters", \.parameters, doc: "Further parameters; `{token}` is the token.",
      uses: [.parameterNames, .template(.later)])
  }
}

extension ProviderConfiguration.RevocationRules.Style: DescribedEnumeration {}
extension ProviderConfiguration.RevocationRules.Token: DescribedEnumeration {}

extension ProviderConfiguration.LogoutRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("style", \.style, doc: "The standard, the provider's own way, or none.")
    Row("endpoint", \.endpoint, doc: "The page of the provider's own.", uses: [.url, .template(.logout)])
    Row(
      "redirect_parameter", \.redirectParameter, doc: "The parameter that says where the browser goes afterwards.",
      uses: [.parameterName])
    Row("id_token_hint", \.idTokenHint, doc: "Whether the ID token goes along.")
    Row("parameters", \.parameters, doc: "Further parameters.", uses: [.parameterNames, .template(.logout)])
    Row(
      "flags", \.flags, .dictionary(.named), doc: "Parameters without a value that the app may switch on.",
      uses: [.parameterNames], as: \.words)
  }
}

extension ProviderConfiguration.LogoutRules.Style: DescribedEnumeration {}
extension ProviderConfiguration.LogoutRules.IDTokenHint: DescribedEnumeration {}

extension ProviderConfiguration.Lifetimes: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("access_token", \.accessToken, doc: "Seconds.")
    Row("refresh_token", \.refreshToken, doc: "Seconds.")
    Row("id_token", \.idToken, doc: "Seconds.")
    Row("authorization_code", \.authorizationCode, doc: "Seconds.")
  }
}
