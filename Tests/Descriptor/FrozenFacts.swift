import AuthConfiguration

@testable import AuthDescriptor

/// The facts of a loaded descriptor, one per line. Facts that equal the default are left out, so that a new property changes
/// no frozen file. So are descriptions, which may be reworded.
enum FrozenFacts {
  static func text(of loaded: LoadedDescriptor) -> String {
    let descriptor = loaded.descriptor
    let standard = ProviderConfiguration(id: descriptor.configuration.id, name: descriptor.configuration.name)
    var lines = ["# \(descriptor.id)"] + configuration(descriptor.configuration, standard, "configuration")
    for environment in descriptor.environments {
      let path = "environments[\(environment.name)].configuration"
      lines += configuration(environment.configuration, descriptor.configuration, path)
    }
    return (lines + facts(of: descriptor, "")).joined(separator: "\n") + "\n"
  }

  // MARK: Configurations

  private static func configuration(
    _ configuration: ProviderConfiguration, _ standard: ProviderConfiguration, _ path: String
  ) -> [String] {
    configuration.assignments(from: standard, root: path).flatMap { assignment in
      guard case .dictionary(let members) = assignment.value else { return [line(assignment.path, assignment.value)] }
      return members.map { line("\(assignment.path)[\($0.label)]", $0.value) }
    }
  }

  private static func line(_ path: String, _ value: SwiftExpression) -> String {
    var value = value
    // The last argument of an error is its description.
    if path.contains(".errors["), case .call(let name, let arguments) = value {
      value = .call(name, arguments.prefix(1) + arguments.dropFirst().filter { !$0.value.isString })
    }
    return "\(path) = \(text(of: value))"
  }

  private static func text(of expression: SwiftExpression) -> String {
    switch expression {
    case .text(let text): text
    case .string(let string): string.debugDescription
    case .list(let items): "[\(items.map(text).joined(separator: ", "))]"
    case .dictionary(let members): "[\(members.map(text).joined(separator: ", "))]"
    case .call(let name, let arguments): "\(name)(\(arguments.map(text).joined(separator: ", ")))"
    }
  }

  private static func text(of argument: SwiftExpression.Argument) -> String {
    (argument.label.isEmpty ? "" : argument.label + ": ") + text(of: argument.value)
  }

  // MARK: Other facts

  private static func facts(of value: Any, _ path: String) -> [String] {
    let mirror = Mirror(reflecting: value)
    if value is ProviderConfiguration || isDefault(value, mirror) { return [] }
    switch mirror.displayStyle {
    case .optional: return mirror.children.flatMap { facts(of: $0.value, path) }
    case .collection:
      return mirror.children.enumerated().flatMap { facts(of: $1.value, "\(path)[\(name(of: $1.value) ?? "\($0)")]") }
    case .set: return ["\(path) = \(mirror.children.map { String(describing: $0.value) }.sorted())"]
    case .dictionary:
      let pairs = mirror.children.map { child in Array(Mirror(reflecting: child.value).children.map(\.value)) }
      return pairs.map { (key: String(describing: $0[0]), value: $0[1]) }.sorted { $0.key < $1.key }
        .flatMap { facts(of: $0.value, "\(path)[\($0.key)]") }
    case .enum where !mirror.children.isEmpty, .struct, .tuple:
      let prefix = path.isEmpty ? "" : path + "."
      return mirror.children.filter { $0.label != "doc" && $0.label != "summary" }
        .flatMap { facts(of: $0.value, prefix + ($0.label ?? "value")) }
    default: return ["\(path) = \((value as? String)?.debugDescription ?? String(describing: value))"]
    }
  }

  /// The name of an item, so that another item in the list doesn't change its path.
  private static func name(of item: Any) -> String? {
    let children = Mirror(reflecting: item).children
    for label in ["name", "code", "key", "rawValue", "swiftName"] {
      if let name = children.first(where: { $0.label == label })?.value as? String { return name }
    }
    return nil
  }

  private static func isDefault(_ value: Any, _ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .optional, .collection, .set, .dictionary: mirror.children.isEmpty
    default: value as? Bool == false || value as? String == ""
    }
  }
}

extension SwiftExpression {
  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }
}
