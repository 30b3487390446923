import Crypto
import Foundation
import HTTPTypes

/// What templates may name at one point of a flow.
///
/// Secrets are among the values, so this is never printed.
package struct TemplateValues: Sendable {
  private var texts: [String: String] = [:]
  private var trees: [String: JSONValue] = [:]
  private let variables: [String: ProviderConfiguration.Variable]
  private let derived: [String: DerivedValue]
  private let now: @Sendable () -> Date

  init(_ configuration: ProviderConfiguration, now: @escaping @Sendable () -> Date) {
    variables = Dictionary(configuration.variables.map { ($0.name, $0) }) { first, _ in first }
    derived = configuration.derived
    self.now = now
  }

  /// These values and one more; a value that is already there is replaced.
  ///
  /// These values are used up, as in a chain of calls nobody needs those in between: the table is not copied at each.
  consuming func adding(_ name: String, _ value: String?) -> TemplateValues {
    texts[name] = value
    return self
  }

  consuming func adding(_ values: [String: String]) -> TemplateValues {
    texts.merge(values) { $1 }
    return self
  }

  /// Values that are named `group.path`.
  consuming func adding(tree: JSONValue?, as group: String) -> TemplateValues {
    trees[group] = tree
    return self
  }

  /// These values for one request: what is drawn or read from a clock is the same wherever the request names it, so that
  /// a signature covers what is sent.
  var withFreshValues: TemplateValues {
    var copy = self
    for (name, value) in derived {
      guard let expression = value.expression, expression.isVolatile else { continue }
      copy.texts["derive.\(name)"] = nil
      copy.texts["derive.\(name)"] = copy.compute(expression, depth: 1)
    }
    return copy
  }

  /// The values that ``withFreshValues`` has drawn, by their names in templates.
  var drawn: [String: String] {
    let names = derived.filter { $0.value.expression?.isVolatile ?? false }.keys.map { "derive.\($0)" }
    return names.isEmpty ? [:] : texts.filter { names.contains($0.key) }
  }

  /// The value of a name, as it is.
  package func value(_ name: String) -> String? { value(name, depth: 0) }

  private func value(_ name: String, depth: Int) -> String? {
    if let text = texts[name] { return text }
    guard let dot = name.firstIndex(of: "."), depth < 8 else { return nil }
    let (group, member) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    if group == "derive" { return derived[member]?.expression.flatMap { compute($0, depth: depth + 1) } }
    return trees[group].flatMap { $0.object?[member] ?? $0.value(at: FieldPath(member)) }?.spelling
  }

  private func compute(_ expression: DerivedValue.Expression, depth: Int) -> String? {
    guard case .call(let function, let arguments) = expression else {
      guard case .template(let template) = expression else { return nil }
      return try? template.filled { value($0, depth: depth) }
    }
    if function == .sortedQuery { return sortedQuery(arguments, depth: depth) }
    let values = arguments.compactMap { compute($0, depth: depth + 1) }
    guard values.count == arguments.count else { return nil }
    switch function {
    case .uuid: return UUID().uuidString.lowercased()
    case .unixMilliseconds: return String(Int64(now().timeIntervalSince1970 * 1000))
    case .base64: return Data(values[0].utf8).base64EncodedString()
    case .sha256Hex: return Hex.encode(SHA256.hash(data: Data(values[0].utf8)))
    case .hmacSHA256Hex: return Hex.hmacSHA256(of: values[0], key: values[1])
    case .sortedQuery: return nil
    }
  }

  private func sortedQuery(_ arguments: [DerivedValue.Expression], depth: Int) -> String? {
    var pairs: [(name: String, value: String)] = []
    for case .template(let template) in arguments {
      guard let value = value(template.text, depth: depth) else { return nil }
      pairs.append((String(template.text.split(separator: ".").last ?? ""), value))
    }
    return FormEncoding.encode(pairs.sorted { $0.name < $1.name })
  }
}

extension TemplateValues {
  /// A text with its holes filled.
  package func text(_ template: TextTemplate) throws(StepFailure) -> String {
    do { return try template.filled(value) } catch { throw failure(error) }
  }

  /// An endpoint's URL. Values that are neither hosts nor base URLs are percent-encoded.
  func url(_ template: TextTemplate) throws(StepFailure) -> URL {
    try SecureURL.endpoint(address(template))
  }

  /// The same as text: an issuer is compared character by character.
  package func address(_ template: TextTemplate) throws(StepFailure) -> String {
    do {
      return try template.filled { name in
        guard let value = value(name) else { return nil }
        switch variables[name]?.kind {
        case .host, .hostLabel, .url: return value
        case .pathSegment, .constant, nil: return FormEncoding.escape(value)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  /// A JSON text: values are escaped.
  func json(_ template: TextTemplate) throws(StepFailure) -> String {
    do {
      return try template.filled { name in
        value(name).flatMap { try? JSONEncoder().encode($0) }.map {
          String(decoding: $0.dropFirst().dropLast(), as: UTF8.self)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  /// Named templates with their values, sorted by name. One whose holes cannot be filled is left out if it may be.
  func pairs(
    _ templates: [String: TextTemplate], mayLack: Bool = false
  ) throws(StepFailure) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for (name, template) in templates.sorted(by: { $0.key < $1.key }) {
      if mayLack, template.holes.contains(where: { value($0) == nil }) { continue }
      pairs.append((name, try text(template)))
    }
    return pairs
  }

  /// Header fields with their values, sorted by name.
  func fields(_ templates: [String: TextTemplate]) throws(StepFailure) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in try pairs(templates) { try fields.set(HTTPField.Name(checking: name), value) }
    return fields
  }

  private func failure(_ failure: TemplateFailure) -> StepFailure {
    switch failure {
    case .malformed(let text): return .configuration(.invalidURL(text))
    case .missing(let name):
      let example = variables[name].map(\.example).flatMap { $0.isEmpty ? nil : $0 } ?? "a value"
      return .configuration(.missingVariable(name, example: example))
    }
  }
}

// Whoever dumps a client dumps these too.
extension TemplateValues: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}
