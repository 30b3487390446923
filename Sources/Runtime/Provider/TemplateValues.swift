import Crypto
import Foundation
import HTTPTypes

/// The values for templates at one point of a flow.
///
/// Some of them are secrets, so never print this value.
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

  /// Returns these values with one value added or replaced.
  ///
  /// It consumes these values, so that a chain of calls doesn't copy the table.
  consuming func adding(_ name: String, _ value: String?) -> TemplateValues {
    texts[name] = value
    return self
  }

  consuming func adding(_ values: [String: String]) -> TemplateValues {
    texts.merge(values) { $1 }
    return self
  }

  /// Adds values with names of the form `group.path`.
  consuming func adding(tree: JSONValue?, as group: String) -> TemplateValues {
    trees[group] = tree
    return self
  }

  /// Returns these values for one request. Random values and times are the same throughout the request, so that a
  /// signature covers the values that are sent.
  var withFreshValues: TemplateValues {
    var copy = self
    for (name, value) in derived {
      guard let expression = value.expression, expression.isVolatile else { continue }
      copy.texts["derive.\(name)"] = nil
      copy.texts["derive.\(name)"] = copy.compute(expression, depth: 1)
    }
    return copy
  }

  /// The random values and times of ``withFreshValues``, by their names in templates.
  var drawn: [String: String] {
    let names = derived.filter { $0.value.expression?.isVolatile ?? false }.keys.map { "derive.\($0)" }
    return names.isEmpty ? [:] : texts.filter { names.contains($0.key) }
  }

  /// Returns the unescaped value with that name.
  package func value(_ name: String) -> String? { value(name, depth: 0) }

  private func value(_ name: String, depth: Int) -> String? {
    if let text = texts[name] { return text }
    guard let dot = name.firstIndex(of: "."), depth < 8 else { return nil }
    let (group, member) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    if group == "derive" { return derived[member]?.expression.flatMap { compute($0, depth: depth + 1) } }
    let path = FieldPath(member)
    return trees[group].flatMap { $0.object?[member] ?? (path.alternatives.count == 1 ? $0.value(at: path) : nil) }?
      .spelling
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
  /// Returns a template's string with its variables filled in.
  ///
  /// - Throws: ``ConfigurationFailure/missingVariable(_:example:)`` if a variable's value is missing, or
  ///   ``ConfigurationFailure/invalidURL(_:)`` if the template is malformed.
  package func text(_ template: TextTemplate) throws(StepFailure) -> String {
    do { return try template.filled(value) } catch { throw failure(error) }
  }

  /// Returns the URL of an endpoint. Values other than hosts and base URLs are percent-encoded.
  func url(_ template: TextTemplate) throws(StepFailure) -> URL {
    try SecureURL.endpoint(address(template))
  }

  /// Returns the URL as a string, because issuers are compared character by character.
  ///
  /// - Throws: ``ConfigurationFailure/missingVariable(_:example:)`` if a variable's value is missing, or
  ///   ``ConfigurationFailure/invalidURL(_:)`` if the template is malformed or a path would contain `.` or `..` as a
  ///   segment (RFC 3986 §5.2.4).
  package func address(_ template: TextTemplate) throws(StepFailure) -> String {
    let address: String
    do {
      address = try template.filled { name in value(name).map { escaped($0, of: variables[name]) } }
    } catch {
      throw failure(error)
    }
    // An escaped value is a part of one segment, but a value from a server could be `..`.
    if !template.placeholders.isEmpty, address.hasDotSegment { throw .configuration(.invalidURL(template.text)) }
    return address
  }

  private func escaped(_ value: String, of variable: ProviderConfiguration.Variable?) -> String {
    switch variable?.kind {
    case .host, .hostLabel, .url: return value
    case .pathSegment, .constant, nil:
      let text = FormEncoding.escape(value)
      // A listed host may have a port. A colon doesn't end a segment of a path either (RFC 3986 §3.3).
      return variable?.closedValues.contains(value) == true ? text.replacing("%3A", with: ":") : text
    }
  }

  /// Returns a JSON template with its variables filled in and escaped.
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

  /// Returns templates with their names, sorted by name. With `allowsMissing`, templates with missing values are left out.
  func pairs(
    _ templates: [String: TextTemplate], allowsMissing: Bool = false
  ) throws(StepFailure) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for (name, template) in templates.sorted(by: { $0.key < $1.key }) {
      if allowsMissing, template.placeholders.contains(where: { value($0) == nil }) { continue }
      pairs.append((name, try text(template)))
    }
    return pairs
  }

  /// Returns header fields, sorted by name.
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

extension String {
  /// Whether the path of a URL contains `.` or `..` as a segment, which would be removed (RFC 3986 §5.2.4).
  fileprivate var hasDotSegment: Bool {
    let path = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
  }
}

// A dump of a client would include these values.
extension TemplateValues: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}
