import Foundation

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
