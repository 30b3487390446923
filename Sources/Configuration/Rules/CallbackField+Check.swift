import Foundation

extension ProviderConfiguration.CallbackRules {
  /// Returns the value of a field: JSON if the field has that type, or else the string.
  package func value(_ text: String, of name: String) -> JSONValue? {
    let isJSON = fields.contains { $0.name == name && $0.kind == .json }
    return isJSON ? JSONValue(parsing: Data(text.utf8)) : .string(text)
  }
}

extension ProviderConfiguration.CallbackRules.Field.Kind {
  /// Returns whether a value is valid for this type.
  package func accepts(_ value: String) -> Bool {
    switch self {
    case .string: true
    case .int: Int(value) != nil
    case .bool: value == "true" || value == "false"
    case .json: JSONValue(parsing: Data(value.utf8)) != nil
    case .url: URL(string: value)?.scheme != nil
    }
  }
}
