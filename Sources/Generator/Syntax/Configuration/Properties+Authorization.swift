import AuthConfiguration

// The properties of what an authorization request carries, in the order of their declaration.

extension ProviderConfiguration.PKCERules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("method", \.method), .init("encoding", \.encoding), .init("support", \.support),
  ]
}

extension ProviderConfiguration.AuthorizationRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("responseType", \.responseType), .init("responseMode", \.responseMode), .init("state", \.state),
    .init("fragment", \.fragment), .init("rawParameters", \.rawParameters), .init("omitted", \.omitted),
    .init("parameters", \.parameters), .init("offlineParameters", \.offlineParameters),
  ]
}

extension ProviderConfiguration.AuthorizationRules.Parameter: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("kind", \.kind), .init("delimiter", \.delimiter), .init("constant", \.constant),
    .init("defaultValue", \.defaultValue), .init("isRequired", \.isRequired), .init("requires", \.requires),
    .init("requests", \.requests),
  ]
}

extension ProviderConfiguration.ScopeRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("parameter", \.parameter), .init("defaults", \.defaults), .init("required", \.required),
    .init("delimiter", \.delimiter), .init("offline", \.offline), .init("groups", \.groups),
  ]
}

extension ProviderConfiguration.ScopeRules.Group: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("parameter", \.parameter), .init("delimiter", \.delimiter),
    .init("defaults", \.defaults),
  ]
}

extension ProviderConfiguration.CallbackRules: StatedGroup {
  static let properties: [GroupProperty<Self>] = [
    .init("code", \.code), .init("error", \.error), .init("errorDescription", \.errorDescription),
    .init("fields", \.fields), .init("signature", \.signature),
  ]
}

extension ProviderConfiguration.CallbackRules.Field: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("name", \.name), .init("kind", \.kind), .init("isOptional", \.isOptional), .init("equals", \.equals),
  ]
}

extension ProviderConfiguration.CallbackRules.Signature: StatedItem {
  static let properties: [ItemProperty<Self>] = [
    .init("parameter", \.parameter), .init("algorithm", \.algorithm), .init("key", \.key),
  ]
}
