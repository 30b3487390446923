import AuthConfiguration

// The properties of how tokens are got, renewed and ended, in the order of their declaration.

extension ProviderConfiguration.TokenRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("method", \.method), .init("encoding", \.encoding), .init("grantType", \.grantType),
    .init("headers", \.headers), .init("parameters", \.parameters), .init("omitted", \.omitted),
    .init("response", group: \.response), .init("then", \.then), .init("isSignedByApp", \.isSignedByApp),
  ]
}

extension ProviderConfiguration.SecondExchange: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("endpoint", \.endpoint), .init("method", \.method), .init("encoding", \.encoding),
    .init("headers", \.headers), .init("parameters", \.parameters),
  ]
}

extension ProviderConfiguration.ResponseRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("format", \.format), .init("prefix", \.prefix), .init("root", \.root), .init("accessToken", \.accessToken),
    .init("refreshToken", \.refreshToken), .init("idToken", \.idToken), .init("scope", \.scope),
    .init("scopeDelimiter", \.scopeDelimiter), .init("expires", \.expires), .init("refreshExpires", \.refreshExpires),
    .init("tokenType", \.tokenType), .init("error", group: \.error), .init("fields", \.fields), .init("sets", \.sets),
  ]
}

extension ProviderConfiguration.ExpiryRule: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("field", \.field), .init("format", \.format), .init("lifetime", \.lifetime),
    .init("neverExpires", \.neverExpires),
  ]
}

extension ProviderConfiguration.ErrorRule: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("condition", \.condition), .init("code", \.code), .init("description", \.description),
  ]
}

extension ProviderConfiguration.ResponseField: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("path", \.path), .init("isOptional", \.isOptional),
  ]
}

extension ProviderConfiguration.TokenSet: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("root", \.root), .init("isOptional", \.isOptional), .init("isPrimary", \.isPrimary),
  ]
}

extension ProviderConfiguration.RefreshRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("rotation", \.rotation), .init("with", \.with), .init("endpoint", \.endpoint), .init("method", \.method),
    .init("encoding", \.encoding), .init("grantType", \.grantType), .init("headers", \.headers),
    .init("parameters", \.parameters), .init("omitted", \.omitted), .init("early", \.early),
    .init("refusals", \.refusals), .init("audience", \.audience),
    .init("response", optional: \.response),
  ]
}

extension ProviderConfiguration.RevocationRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("style", \.style), .init("tokens", \.tokens), .init("endpoint", \.endpoint), .init("method", \.method),
    .init("encoding", \.encoding), .init("authentication", \.authentication), .init("presentation", \.presentation),
    .init("headers", \.headers), .init("parameters", \.parameters),
  ]
}

extension ProviderConfiguration.LogoutRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("style", \.style), .init("endpoint", \.endpoint), .init("redirectParameter", \.redirectParameter),
    .init("idTokenHint", \.idTokenHint), .init("parameters", \.parameters), .init("flags", \.flags),
  ]
}

extension ProviderConfiguration.Lifetimes: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("accessToken", \.accessToken), .init("refreshToken", \.refreshToken), .init("idToken", \.idToken),
    .init("authorizationCode", \.authorizationCode),
  ]
}

extension ProviderConfiguration.KnownError: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("caseName", \.caseName), .init("recovery", \.recovery), .init("summary", \.summary),
    .init("match", \.match),
  ]
}

extension ProviderConfiguration.DeviceRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("grantType", \.grantType), .init("authentication", \.authentication), .init("parameters", \.parameters),
    .init("tokenParameters", \.tokenParameters), .init("deviceCode", \.deviceCode), .init("userCode", \.userCode),
    .init("verificationURI", \.verificationURI), .init("completeVerificationURI", \.completeVerificationURI),
    .init("expiresIn", \.expiresIn), .init("interval", \.interval),
  ]
}
