import AuthConfiguration
import AuthDescriptor

extension ProviderDescriptor.Variable {
  /// Whether the app supplies the value once, when it creates a client.
  var isAskedOnce: Bool { rule.source == .app && rule.kind != .constant }

  /// Whether only the listed values are possible.
  package var isClosed: Bool { !values.isEmpty && rule.pattern == nil }

  /// The name of the variable's enumeration.
  var typeName: String { SwiftName.type(for: name, named: swiftName) }

  /// The type of the argument, with its default.
  func swiftType(in provider: String) -> String {
    let type = isClosed ? "\(provider).\(typeName)" : "String"
    guard let value = rule.defaultValue else { return type }
    let word = values.first { $0.rawValue == value }
    return "\(type) = \(isClosed ? ".\(word?.caseName ?? "")" : SwiftLiteral.string(value))"
  }

  /// The description with an example.
  var fullDoc: String {
    let base = doc ?? "The value of `\(name)`."
    return isClosed || rule.example.isEmpty ? base : "\(base.withoutFullStop), such as `\(rule.example)`."
  }
}

extension ProviderDescriptor.Setting {
  /// The description with an example.
  var fullDoc: String {
    let base = doc ?? "The setting `\(name)`."
    return example.map { "\(base.withoutFullStop), such as \($0)." } ?? base
  }

  var swiftType: String {
    let type = isSecret ? "Secret" : kind.swiftName
    return isOptional ? "\(type)? = nil" : type
  }

  /// An expression of type `Secret`, because the runtime keeps all settings as secrets.
  var secretExpression: String {
    if isSecret { return swiftName }
    if kind == .string { return "Secret(\(swiftName))" }
    return isOptional ? "Secret(\(swiftName).map(String.init(describing:)))" : "Secret(String(\(swiftName)))"
  }
}

extension ProviderDescriptor.Setting.Kind {
  var swiftName: String {
    switch self {
    case .string, .pem: "String"
    case .int: "Int"
    case .bool: "Bool"
    }
  }
}

extension ProviderDescriptor.Scopes {
  /// The name of the group's type.
  var typeName: String { SwiftName.upperCamel(name) + "Scope" }
}

extension ProviderDescriptor.Parameter {
  /// The name of the parameter's enumeration.
  var typeName: String { SwiftName.type(for: name, named: swiftName) }

  /// The type of the argument with its default. An empty list means that the value is missing.
  ///
  /// - Parameter enumeration: The name of the parameter's enumeration, if it isn't the usual one.
  func swiftType(in provider: String, named enumeration: String? = nil) -> String {
    let typeName = enumeration ?? typeName
    let type: String
    switch kind {
    case .string, .email, .json: type = "String"
    case .bool: type = "Bool"
    case .int: type = "Int"
    case .seconds: type = "Duration"
    case .url: type = "URL"
    case .enum: type = "\(provider).\(typeName)"
    case .set: return "[\(provider).\(typeName)]" + (isRequired ? "" : " = []")
    case .list, .locales: return "[String]" + (isRequired ? "" : " = []")
    }
    return isRequired ? type : type + "? = nil"
  }

  /// The description, followed by the other parameters that this one needs.
  ///
  /// - Parameter places: The index of each parameter in `all`, by its name.
  func fullDoc(among all: [ProviderDescriptor.Parameter], places: [String: Int]) -> String {
    let base = doc ?? "Sent as `\(name)`."
    let needed = requires.compactMap { places[$0] }.sorted().map { "`\(all[$0].swiftName)`" }
    return needed.isEmpty ? base : "\(base) Also requires \(needed.joined(separator: " and "))."
  }
}

extension ProviderDescriptor.Claims.Group {
  /// The runtime's protocol with the group's properties.
  var protocolName: String {
    switch self {
    case .profile: "ProfileClaims"
    case .email: "EmailClaims"
    case .phone: "PhoneClaims"
    case .address: "AddressClaims"
    }
  }
}

extension ProviderDescriptor.ValueType {
  var swiftName: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .number: "Double"
    case .bool: "Bool"
    case .date: "Date"
    case .url: "URL"
    case .json: "JSONValue"
    case .strings: "[String]"
    }
  }

  /// Whether the type is `URL` or `Date`, which are in Foundation.
  var needsFoundation: Bool { self == .date || self == .url }
}

extension ProviderDescriptor {
  /// Whether the generated code uses a type from Foundation.
  var needsFoundation: Bool {
    parameters.contains { $0.kind == .url && !$0.isConstant } || claims.custom.contains(where: \.type.needsFoundation)
      || (tokenFields + callbackFields).contains(where: \.type.needsFoundation)
      || requestFunctions.contains { $0.parameters.contains { $0.kind == .url && !$0.isConstant } }
      || details.contains { $0.fields.contains(where: \.needsFoundation) }
  }
}
