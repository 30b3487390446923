/// The key table as a JSON Schema. Editors use it to complete and explain keys and to mark errors.
///
/// A schema validates values of YAML's core schema, but the descriptor reader uses the original text. Where a string is
/// allowed, the schema therefore also allows numbers and Boolean values. Only keys that every file must contain itself
/// are required, because families supply the rest.
public enum JSONSchema {
  /// A kind of file with a schema.
  public enum Kind: String, Sendable, CaseIterable {
    /// A descriptor with all of its required keys.
    case descriptor
    /// An app descriptor, `<name>.auth.yaml`, in which some required keys are derived from the file name.
    case app
    /// `auth-generator.yaml`.
    case settings
  }

  /// The schema of descriptors (draft 2020-12). Its text is the same in every run and on every machine.
  public static let descriptor = text(of: .descriptor)

  /// Returns the schema of a kind of file.
  public static func text(of kind: Kind) -> String {
    switch kind {
    case .descriptor: document(of: DescriptorKeys.root)
    case .app: document(of: DescriptorKeys.root, demandsIdentity: false)
    case .settings:
      document(
        of: GeneratorSettings.shape, title: "Settings of a target",
        description: "The authgen settings that all clients of a target share.")
    }
  }

  static func document(
    of root: Shape, title: String = "Provider descriptor",
    description: String = "Describes an OAuth 2.0 or OpenID Connect provider for authgen.",
    demandsIdentity: Bool = true
  ) -> String {
    let members: [JSONText.Member] = [
      .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .text(title)),
      .init("description", .text(description)),
    ]
    let rest = JSONSchemaBuilder.members(of: root, path: []).filter { demandsIdentity || $0.key != "required" }
    return JSONText.object(members + rest).document
  }
}

/// One traversal of the key table.
private enum JSONSchemaBuilder {
  typealias Member = JSONText.Member

  /// - Parameter uses: The uses of the key's strings.
  static func members(of shape: Shape, path: [String], uses: [StringUse] = []) -> [Member] {
    switch shape {
    case .text: text(pattern: uses.contains(.link) ? JSONSchemaPatterns.link : JSONSchemaPatterns.pattern(at: path))
    case .expression: text(pattern: "\\S")
    case .anything: []
    case .characters: [scalar]
    case .flag: [type("boolean")]
    case .integer(let range) where range.count == 1: [.init("const", .integer(range.lowerBound))]
    case .integer(let range):
      [type("integer"), .init("minimum", .integer(range.lowerBound)), .init("maximum", .integer(range.upperBound))]
    case .enumeration(let words, _): [.init("enum", .list(words.map(JSONText.text)))]
    case .list(let element): [type("array"), .init("items", schema(of: element, path: path + ["*"]))]
    case .record(let keys): record(keys.all, path: path)
    case .dictionary(let element):
      [type("object"), .init("additionalProperties", .object(members(of: element, path: path + ["*"], uses: uses)))]
    case .metadata(let keys): [type("object"), properties(keys.all, path: path)]
    case .either(let shapes): either(shapes.filter(\.isPossible), path: path)
    // This version doesn't support the key, so no value is allowed.
    case .unsupported: [.init("not", .object([]))]
    }
  }

  private static func schema(of shape: Shape, path: [String]) -> JSONText {
    .object(members(of: shape, path: path))
  }

  private static func type(_ name: String) -> Member { .init("type", .text(name)) }

  private static let scalar = Member("type", .list([.text("string"), .text("number"), .text("boolean")]))

  private static func text(pattern: String) -> [Member] { [scalar, .init("pattern", .text(pattern))] }

  private static func record(_ keys: [Key], path: [String]) -> [Member] {
    // Inherited keys aren't required. These are never inherited (`DescriptorMerge`).
    let own = keys.filter { path.isEmpty && $0.isRequired && DescriptorMerge.ownKeys.contains($0.name) }.map(\.name)
    let required: [Member] = own.isEmpty ? [] : [.init("required", .list(own.map(JSONText.text)))]
    return [type("object"), properties(keys, path: path), .init("additionalProperties", .flag(false))] + required
  }

  /// Returns the known keys. Metadata may contain other keys with any value.
  private static func properties(_ keys: [Key], path: [String]) -> Member {
    let members = keys.filter(\.isSupported).map { key in
      let doc: [Member] = key.doc.isEmpty ? [] : [.init("description", .text(key.doc))]
      return Member(key.name, .object(doc + self.members(of: key.shape, path: path + [key.name], uses: key.uses)))
    }
    return .init("properties", .object(members))
  }

  private static func either(_ shapes: [Shape], path: [String]) -> [Member] {
    let alternatives = shapes.map { members(of: $0, path: path) }
    return alternatives.count == 1 ? alternatives[0] : [.init("anyOf", .list(alternatives.map(JSONText.object)))]
  }
}

/// The patterns of strings that rules validate. All other strings must contain a character that isn't white space.
private enum JSONSchemaPatterns {
  static let link = "^(https://|\\{)"

  static func pattern(at path: [String]) -> String {
    switch path {
    case ["id"]: "^[a-z][a-z0-9-]{0,39}$"
    case ["swift", "type"]: "^[A-Z][A-Za-z0-9]{0,39}$"
    default: "\\S"
    }
  }
}
