import AuthConfiguration

// The properties of who the user is and what tokens say, in the order of their declaration.

extension ProviderConfiguration.UserInfoRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("sources", \.sources), .init("request", group: \.request), .init("format", \.format),
    .init("root", \.root), .init("error", group: \.error), .init("map", \.map), .init("also", \.also),
  ]
}

extension ProviderConfiguration.UserInfoRequest: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("method", \.method), .init("token", \.token), .init("headers", \.headers),
    .init("parameters", \.parameters), .init("encoding", \.encoding), .init("body", \.body),
  ]
}

extension ProviderConfiguration.FurtherCall: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("condition", \.condition), .init("endpoint", \.endpoint), .init("method", \.method),
    .init("headers", \.headers), .init("root", \.root), .init("map", \.map),
  ]
}

extension ProviderConfiguration.ResourceRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("token", \.token), .init("headers", \.headers),
  ]
}

extension ProviderConfiguration.IDTokenRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("required", \.required), .init("issuers", \.issuers), .init("audiences", \.audiences),
    .init("otherAudiences", \.otherAudiences), .init("nonce", \.nonce), .init("algorithms", \.algorithms),
    .init("leeway", \.leeway), .init("checks", \.checks),
  ]
}

extension ProviderConfiguration.AccessTokenRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("format", \.format), .init("types", \.types), .init("algorithms", \.algorithms),
    .init("audience", \.audience), .init("scopes", \.scopes), .init("permissions", \.permissions),
    .init("roles", \.roles), .init("organization", \.organization), .init("clientSubject", \.clientSubject),
    .init("checks", \.checks),
  ]
}
