import AuthConfiguration

/// Writes a configuration as statements that change a standard one, such as `it.token.encoding = .json`.
///
/// The values are looked at by reflection: a property that the runtime gains is written without a change here, and the
/// reference clients would not compile, or would differ from their descriptors, were one written wrongly.
struct ConfigurationStatements {
  private(set) var lines: [String] = []
  private let indentation: Int

  /// - Parameters:
  ///   - configuration: What to state.
  ///   - standard: What holds without a statement.
  ///   - root: Name of the value that is changed.
  init(
    _ configuration: ProviderConfiguration, from standard: ProviderConfiguration, root: String, indentation: Int
  ) {
    self.indentation = indentation
    state(configuration, standard, path: root)
  }

  private mutating func state(_ value: Any, _ standard: Any, path: String) {
    for (child, standard) in zip(Mirror(reflecting: value).children, Mirror(reflecting: standard).children) {
      guard let label = child.label else { continue }
      property(child.value, standard.value, path: path + "." + label)
    }
  }

  private mutating func property(_ value: Any, _ standard: Any, path: String) {
    switch Mirror(reflecting: value).displayStyle {
    case .struct:
      guard let group = value as? any RuleGroup else { break }
      // Most groups are what the standards say; the rest is looked at property by property.
      return Self.equals(group, standard) ? () : state(value, standard, path: path)
    case .optional:
      guard let value = Self.unwrapped(value) as? any RuleGroup else { break }
      if let standard = Self.unwrapped(standard) { return state(value, standard, path: path + "?") }
      assign(.text("\(Self.typeName(value))()"), to: path)
      return state(value, Self.fresh(value), path: path + "?")
    default: break
    }
    let expression = Self.expression(value)
    if expression != Self.expression(standard) { assign(expression, to: path) }
  }

  private mutating func assign(_ expression: SwiftExpression, to path: String) {
    let start = path + " = "
    lines.append(start + expression.laidOut(column: indentation + start.count, indentation: indentation))
  }
}

extension ConfigurationStatements {
  /// A value as an expression whose type the context knows.
  static func expression(_ value: Any) -> SwiftExpression {
    if let scalar = scalar(value) { return scalar }
    // A cast to a protocol searches the whole program once a type: the kind of the value is asked first.
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return optional(mirror)
    case .collection: return .list(mirror.children.map { expression($0.value) })
    case .dictionary: return .dictionary(members(mirror))
    case .enum: return word(value, mirror)
    default: return structure(value)
    }
  }

  /// A cast alone would look through an optional.
  private static func scalar(_ value: Any) -> SwiftExpression? {
    func cast<Scalar>(_ type: Scalar.Type) -> Scalar? { Swift.type(of: value) == type ? value as? Scalar : nil }
    if let text = cast(String.self) { return .text(SwiftLiteral.string(text)) }
    if let flag = cast(Bool.self) { return .text(String(flag)) }
    if let number = cast(Int.self) { return .text(String(number)) }
    return cast(Duration.self).map { .text(duration($0)) }
  }

  private static func structure(_ value: Any) -> SwiftExpression {
    switch value {
    case let phrase as any GrammarText: .text(SwiftLiteral.string(phrase.text))
    case let item as any RuleItem: .call(".init", arguments(item))
    // A group is only compared: with its absence.
    default: .text("\(type(of: value))()")
    }
  }

  /// Under `Optional`, `.none` and `.init` would be its own: the type is said.
  private static func optional(_ mirror: Mirror) -> SwiftExpression {
    guard let value = mirror.children.first?.value else { return .text("nil") }
    switch expression(value) {
    case .text(".none"): return .text(typeName(value) + ".none")
    case .call(".init", let arguments): return .call(typeName(value), arguments)
    case let other: return other
    }
  }

  private static func members(_ mirror: Mirror) -> [SwiftExpression.Argument] {
    mirror.children.compactMap { child -> SwiftExpression.Argument? in
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else { return nil }
      return SwiftExpression.Argument(label: expression(pair[0].value).line, value: expression(pair[1].value))
    }.sorted { $0.label < $1.label }
  }

  /// What differs from the defaults of the initializer.
  private static func arguments(_ item: any RuleItem) -> [SwiftExpression.Argument] {
    let standard = Mirror(reflecting: Self.standard(of: item)).children
    let positional = positionalCount(of: item)
    return zip(Mirror(reflecting: item).children, standard).enumerated().compactMap { index, pair in
      let value = expression(pair.0.value)
      if index < positional { return SwiftExpression.Argument(label: "", value: value) }
      if value == expression(pair.1.value) { return nil }
      return SwiftExpression.Argument(label: pair.0.label ?? "", value: value)
    }
  }

  private static func positionalCount(of item: some RuleItem) -> Int { type(of: item).positionalCount }

  /// A case of an enumeration.
  private static func word(_ value: Any, _ mirror: Mirror) -> SwiftExpression {
    guard let payload = mirror.children.first, let name = payload.label else { return .text(".\(value)") }
    let values = Mirror(reflecting: payload.value)
    guard values.displayStyle == .tuple else {
      return .call(".\(name)", [SwiftExpression.Argument(label: "", value: expression(payload.value))])
    }
    return .call(
      ".\(name)",
      values.children.map { child in
        let label = child.label.map { $0.hasPrefix(".") ? "" : $0 } ?? ""
        return SwiftExpression.Argument(label: label, value: expression(child.value))
      })
  }

  private static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return seconds == 0 ? ".zero" : ".seconds(\(seconds))" }
    return ".milliseconds(\(seconds * 1000 + attoseconds / 1_000_000_000_000_000))"
  }

  private static func standard(of item: some RuleItem) -> Any { type(of: item).standard }

  private static func equals<Group: RuleGroup>(_ group: Group, _ other: Any) -> Bool { group == other as? Group }

  private static func fresh(_ group: some RuleGroup) -> Any { type(of: group).init() }

  /// The type without its module.
  private static func typeName(_ value: Any) -> String {
    String(String(reflecting: type(of: value)).drop { $0 != "." }.dropFirst())
  }

  private static func unwrapped(_ optional: Any) -> Any? { Mirror(reflecting: optional).children.first?.value }
}
