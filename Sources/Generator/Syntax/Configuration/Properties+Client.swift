import AuthConfiguration

// The properties of `ProviderConfiguration`, its server and its client, in the order of their declaration.

extension ProviderConfiguration: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("id", \.id), .init("name", \.name), .init("variables", \.variables), .init("server", group: \.server),
    .init("discovery", group: \.discovery), .init("renames", \.renames), .init("pkce", group: \.pkce),
    .init("client", group: \.client), .init("authorization", group: \.authorization),
    .init("scopes", optional: \.scopes), .init("callback", group: \.callback), .init("token", group: \.token),
    .init("device", group: \.device), .init("refresh", optional: \.refresh), .init("revocation", group: \.revocation),
    .init("logout", group: \.logout),
    .init("userInfo", group: \.userInfo), .init("resources", group: \.resources),
    .init("idToken", optional: \.idToken), .init("accessToken", group: \.accessToken), .init("derived", \.derived),
    .init("lifetimes", group: \.lifetimes), .init("errors", \.errors),
    .init("console", group: \.console),
  ]
}

extension ProviderConfiguration.ConsoleRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("name", \.name), .init("callbackURLs", \.callbackURLs), .init("logoutURLs", \.logoutURLs),
    .init("grantTypes", \.grantTypes), .init("scopes", \.scopes), .init("idTokenAlgorithm", \.idTokenAlgorithm),
  ]
}

extension ProviderConfiguration.ServerMetadata: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("issuer", \.issuer), .init("authorizationEndpoint", \.authorizationEndpoint),
    .init("tokenEndpoint", \.tokenEndpoint), .init("jwksURI", \.jwksURI),
    .init("userInfoEndpoint", \.userInfoEndpoint), .init("revocationEndpoint", \.revocationEndpoint),
    .init("endSessionEndpoint", \.endSessionEndpoint),
    .init("deviceAuthorizationEndpoint", \.deviceAuthorizationEndpoint),
    .init("introspectionEndpoint", \.introspectionEndpoint),
    .init("promisesIssuerParameter", \.promisesIssuerParameter),
    .init("issuerIsChosenAtRunTime", \.issuerIsChosenAtRunTime),
  ]
}

extension ProviderConfiguration.DiscoveryRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("mode", \.mode), .init("url", \.url), .init("issuer", \.issuer), .init("removed", \.removed),
  ]
}

extension ProviderConfiguration.Variable: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("kind", \.kind), .init("source", \.source), .init("defaultValue", \.defaultValue),
    .init("values", \.values), .init("pattern", \.pattern), .init("allowedHosts", \.allowedHosts),
    .init("example", \.example),
  ]
}

extension ProviderConfiguration.ClientRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("authentication", \.authentication), .init("secretHeader", \.secretHeader), .init("basic", group: \.basic),
    .init("exchange", \.exchange), .init("settings", \.settings), .init("secretJWT", \.secretJWT),
    .init("callbacks", group: \.callbacks),
  ]
}

extension ProviderConfiguration.BasicRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("isEncoded", \.isEncoded), .init("sendsEmptySecret", \.sendsEmptySecret),
    .init("repeatsClientID", \.repeatsClientID),
  ]
}

extension ProviderConfiguration.Setting: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("isSecret", \.isSecret), .init("isOptional", \.isOptional),
  ]
}

extension ProviderConfiguration.SecretJWT: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("algorithm", \.algorithm), .init("keyID", \.keyID), .init("key", \.key), .init("lifetime", \.lifetime),
    .init("claims", \.claims),
  ]
}

extension ProviderConfiguration.CallbackKinds: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("customScheme", group: \.customScheme), .init("https", group: \.https),
    .init("loopback", group: \.loopback),
  ]
}

extension ProviderConfiguration.CallbackKind: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("isAllowed", \.isAllowed), .init("hosts", \.hosts), .init("port", \.port), .init("forbidden", \.forbidden),
  ]
}
