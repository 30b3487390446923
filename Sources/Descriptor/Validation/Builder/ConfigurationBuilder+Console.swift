import AuthConfiguration

extension ConfigurationBuilder {
  func console() -> Configuration.ConsoleRules {
    var rules = Configuration.ConsoleRules()
    guard let node = tree["docs"] else { return rules }
    node["console"]?.read("name", into: &rules.name)
    for row in node["register"]?.list ?? [] {
      guard let field = row["field"]?.text, let name = setting(of: row)?.name else { continue }
      // The first counts, should there be several.
      rules[keyPath: name] = rules[keyPath: name] ?? field
    }
    return rules
  }

  /// A row says what it is about by its value, or in a word.
  private func setting(of row: LocatedNode) -> ProviderDescriptor.Docs.Setting? {
    if let word = row["about"]?.text { return ProviderDescriptor.Docs.Setting(rawValue: word) }
    switch row["value"]?.text {
    case "{callback_url}": return .callbackURLs
    case "{logout_url}": return .logoutURLs
    default: return nil
    }
  }
}

extension ProviderDescriptor.Docs.Setting {
  /// Where the rules keep what it is called.
  fileprivate var name: WritableKeyPath<ProviderConfiguration.ConsoleRules, String?> {
    switch self {
    case .callbackURLs: \.callbackURLs
    case .logoutURLs: \.logoutURLs
    case .grantTypes: \.grantTypes
    case .scopes: \.scopes
    case .idTokenAlgorithm: \.idTokenAlgorithm
    }
  }
}
