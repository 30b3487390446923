import AuthConfiguration
import AuthDescriptor
import AuthGenerator

extension ProgramFacts {
  /// The arguments of the sign-in, on as many lines as they need.
  ///
  /// - Parameters:
  ///   - indentation: The column where the statement begins.
  ///   - head: The statement up to the opening parenthesis.
  mutating func signInArguments(_ stages: Set<ProgramModel.Stage>, indentation: Int, head: String) -> String {
    var all: [String] = []
    let scopes = stages.contains(.keeps) ? offlineScopes : nil
    if let scopes { all.append("scopes: [\(scopes.joined(separator: ", "))]") }
    for parameter in client.parameters {
      if parameter.name == "offlineAccess", stages.contains(.keeps) { all.append("offlineAccess: true") }
      if parameter.name == "audience", !parameter.isRequired, stages.contains(.callsAPI) {
        all.append("audience: " + setting("AUTH_AUDIENCE", example: "https://api.acme.example"))
      }
      if parameter.isRequired { all.append("\(parameter.name): \(value(of: parameter.name))") }
    }
    return Self.formatted(all, indentation: indentation, head: head)
  }

  /// The arguments of the sign-in on another device.
  mutating func deviceArguments() -> String {
    var all: [String] = []
    if let offlineScopes { all.append("scopes: [\(offlineScopes.joined(separator: ", "))]") }
    for parameter in client.deviceParameters {
      if parameter.name == "audience", !parameter.isRequired {
        all.append("audience: " + setting("AUTH_AUDIENCE", example: "https://api.acme.example"))
      }
      if parameter.isRequired { all.append("\(parameter.name): \(value(of: parameter.name))") }
    }
    let head = "return try await client.signInOnAnotherDevice("
    let text = Self.formatted(all, indentation: 6, head: head, tail: ") { code in")
    return text.hasPrefix("\n") ? text + "\n      " : text
  }

  /// The arguments of the sign-in that a server begins.
  var startArguments: String {
    var defaults = descriptor.configuration.scopes?.defaults ?? []
    if let offline = descriptor.configuration.scopes?.offline, offlineScopes != nil, !defaults.contains(offline) {
      defaults.append(offline)
    }
    var all = ["redirectURI: \(SwiftLiteral.string(sheet.web))"]
    all.append("scopes: [\(defaults.map(SwiftLiteral.string).joined(separator: ", "))]")
    if !filling.isEmpty { all.append("parameters: parameters") }
    return Self.formatted(all, indentation: 4, head: "return try await backend.start(")
  }

  /// The statements that fill in the parameters of such a sign-in.
  var filling: [LineModel] {
    descriptor.variables.filter { $0.rule.source == .request }.map { variable in
      let (name, value) = (SwiftLiteral.string(variable.name), SwiftLiteral.string(variable.exampleValue))
      return LineModel(text: "parameters.fill(\(name), \(value))")
    }
  }

  /// The scopes that a sign-in requests to stay signed in, if one of them is for that.
  var offlineScopes: [String]? {
    guard descriptor.canRefresh, let rules = descriptor.configuration.scopes, let offline = rules.offline else {
      return nil
    }
    let names = rules.defaults.filter { $0 != offline } + [offline]
    let words = names.map { name in
      descriptor.scopes.values.first { $0.name == name }.map { ".\($0.caseName)" }
        ?? (descriptor.scopes.isOpen ? SwiftLiteral.string(name) : nil)
    }
    return words.contains(nil) ? nil : words.compactMap(\.self)
  }

  private mutating func value(of name: String) -> String {
    let parameter = descriptor.parameters.first { $0.swiftName == name }
    let variable = descriptor.variables.first { $0.swiftName == name }
    if let variable, variable.isClosed { return ".\(variable.values[0].caseName)" }
    switch parameter?.kind {
    case .enum: return ".\(parameter?.values.first?.caseName ?? "")"
    case .set: return "[.\(parameter?.values.first?.caseName ?? "")]"
    case .bool: return "true"
    case .int: return "1"
    case .seconds: return ".seconds(60)"
    case .url: return "URL(string: \"https://app.acme.example\")!"
    case .list, .locales: return "[\"en\"]"
    case .string, .email, .json, nil:
      let key = variable?.name ?? parameter?.name ?? name
      return setting("AUTH_" + key.uppercased(), example: variable?.exampleValue ?? "…")
    }
  }

  private static func formatted(_ arguments: [String], indentation: Int, head: String, tail: String = ")") -> String {
    let line = arguments.joined(separator: ", ")
    if ExpressionLayout.fits(line + tail, column: indentation + head.count) { return line }
    let margin = "\n" + String(repeating: " ", count: indentation + 2)
    let isShort = ExpressionLayout.fits(line, column: indentation + 2)
    return margin + (isShort ? line : arguments.joined(separator: "," + margin))
  }
}
