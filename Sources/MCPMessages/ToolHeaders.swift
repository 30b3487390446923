import AuthRuntime
import Foundation

/// The parameters of tools that a client repeats in header fields (MCP 2026-07-28, Streamable HTTP, "Custom Headers from
/// Tool Parameters"). Hosts that use standard input and output don't know about these
/// fields.
package struct ToolHeaders: Sendable {
  // Limits for data that a server chooses, and that the client keeps for as long as it runs.
  private static let maximumTools = 4096
  private static let maximumHeaders = 32
  /// The maximum size of a tool's name, and of the names that lead to a parameter, in bytes.
  private static let maximumNameLength = 256
  private static let deepestParameter = 16

  /// A parameter and its header field.
  private struct Header: Sendable {
    let field: HTTPField.Name
    let path: [String]
  }

  private var headers: [String: [Header]] = [:]

  package init() {}

  /// Whether the tool's definition is known.
  package func isKnown(_ tool: String) -> Bool { headers[tool] != nil }

  /// Stores the annotated parameters in a result of `tools/list`.
  ///
  /// - Returns: The names of the tools whose annotations are invalid. Clients must not use them.
  package mutating func learn(_ result: JSONValue) -> [String] {
    var invalid: [String] = []
    for tool in result.object?["tools"]?.array ?? [] {
      guard let name = tool.object?["name"]?.string else { continue }
      let found = Self.headers(in: tool.object?["inputSchema"] ?? .null)
      guard let found else {
        invalid.append(name)
        continue
      }
      guard name.utf8.count <= Self.maximumNameLength else { continue }
      if headers.count < Self.maximumTools || headers[name] != nil { headers[name] = found }
    }
    return invalid
  }

  /// The fields for a tool call.
  package func fields(for message: RPCMessage) -> HTTPFields {
    var fields = HTTPFields()
    guard message.method == "tools/call", let tool = message.params["name"]?.string else { return fields }
    for header in headers[tool] ?? [] {
      var value = message.params["arguments"]
      for name in header.path { value = value?.object?[name] }
      fields[header.field] = value?.headerText.flatMap(RequestMetadata.encoded)
    }
    return fields
  }

  /// The annotated parameters of a schema, or `nil` if an annotation is invalid.
  private static func headers(in schema: JSONValue) -> [Header]? {
    var found: [Header] = []
    guard collect(schema, path: [], into: &found), found.count <= maximumHeaders else { return nil }
    let names = Set(found.map { $0.field.canonicalName })
    return names.count == found.count ? found : nil
  }

  /// - Returns: Whether all annotations are valid.
  private static func collect(_ schema: JSONValue, path: [String], into found: inout [Header]) -> Bool {
    guard let members = schema.object else { return !schema.hasAnnotation }
    for (keyword, value) in members {
      switch keyword {
      case annotation:
        guard !path.isEmpty, let header = header(value, type: members["type"], path: path) else { return false }
        found.append(header)
      case "properties":
        guard let properties = value.object else { return !value.hasAnnotation }
        for (name, property) in properties where !collect(property, path: path + [name], into: &found) { return false }
      // Anywhere else, an annotation can't be assigned to one value.
      default: guard !value.hasAnnotation else { return false }
      }
    }
    return true
  }

  private static func header(_ value: JSONValue, type: JSONValue?, path: [String]) -> Header? {
    guard let name = value.string, name.utf8.count <= 128, let field = HTTPField.Name("Mcp-Param-" + name),
      !name.isEmpty,
      path.count <= deepestParameter, path.reduce(0, { $0 + $1.utf8.count }) <= maximumNameLength,
      let type = type?.string, ["string", "integer", "boolean"].contains(type)
    else { return nil }
    return Header(field: field, path: path)
  }

  fileprivate static let annotation = "x-mcp-header"
}

extension JSONValue {
  /// Whether an object in this value has the annotation. A default or an example may have a member with that name, too,
  /// but this can't be distinguished from a schema.
  fileprivate var hasAnnotation: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.hasAnnotation)
    case .object(let members): members[ToolHeaders.annotation] != nil || members.values.contains(where: \.hasAnnotation)
    case .null, .bool, .integer, .number, .string: false
    }
  }

  fileprivate var headerText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let flag): flag ? "true" : "false"
    case .null, .number, .array, .object: nil
    }
  }
}
