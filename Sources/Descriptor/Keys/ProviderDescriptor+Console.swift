import AuthConfiguration

extension ProviderDescriptor {
  static func console(_ docs: LocatedNode?) -> ProviderConfiguration.ConsoleRules {
    var rules = ProviderConfiguration.ConsoleRules()
    rules.name = docs?["console"]?.value("name")
    for row in docs?["register"]?.list ?? [] {
      guard let field = row["field"]?.text, let name = setting(of: row)?.name else { continue }
      // If several fields have the same setting, the first one is used.
      rules[keyPath: name] = rules[keyPath: name] ?? field
    }
    return rules
  }

  /// The setting of a row, from its `about` or its value.
  private static func setting(of row: LocatedNode) -> Docs.Setting? {
    if let word = row["about"]?.text { return Docs.Setting(rawValue: word) }
    switch row["value"]?.text {
    case "{callback_url}": return .callbackURLs
    case "{logout_url}": return .logoutURLs
    default: return nil
    }
  }
}

extension ProviderDescriptor.Docs.Setting {
  /// The property that contains the setting's name.
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
