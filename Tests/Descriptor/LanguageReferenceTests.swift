import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor

/// The parts of the articles on the language that come from the code.
///
/// `scripts/lib/language-reference` writes the tables of keys.
enum LanguageReference {
  /// The generated parts, by the names of their marks.
  static let parts = [
    "unsupported": unsupported, "unsupported-values": unsupportedValues, "informational": informational,
    "template-stages": templateStages,
    "own-keys": list(DescriptorMerge.ownKeys) + ".",
    "protocol-parameters": list(ParameterOmission.ofTheProtocol) + ".",
    "standard-names": list(ParameterNames.standard) + ".",
  ]

  private static var unsupported: String {
    let rows = reserved(DescriptorKeys.root).map {
      "| `\($0.path)` | \($0.words.isEmpty ? "the key itself" : list($0.words)) |"
    }
    return (["| Key | Reserved values |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  /// The values that only some clients support.
  private static var unsupportedValues: String {
    let (path, message) = ClientChecks.formPost
    return "- `\(path.joined(separator: "."))`: \(message.replacing("'", with: "`"))."
  }

  private static var informational: String {
    let paths = informational(DescriptorKeys.root)
    let places = paths.map(\.place).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let rows = places.map { place in
      let names = paths.filter { $0.place == place }.map { "`\($0.name)`" }.joined(separator: ", ")
      return "| \(place.isEmpty ? "the file" : "`\(place)`") | \(names) |"
    }
    return (["| Map | Keys |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  private static var templateStages: String {
    let keys = templates(DescriptorKeys.root)
    let rows = TemplateStage.allCases.flatMap { stage in
      let paths =
        keys.filter { $0.stage == stage && !isConstantOfStep($0) }.map(\.path) + (constantParameters[stage] ?? [])
      return [
        "", "### \(title(of: stage))", "", "- Keys: \(list(Set(paths)))",
        "- Names: \(list(stage.names.union(stage.groups.map { "\($0).x" })))",
      ]
    }
    return rows.dropFirst().joined(separator: "\n")
  }

  /// Constant parameters that are sent in a request without a browser: those that say so, and those of a step.
  private static let constantParameters: [TemplateStage: [String]] = [
    .direct: ["authorize.parameters.NAME.const"],
    .firstParty: ["first_party.begin.NAME.parameters.NAME.const", "first_party.steps.NAME.parameters.NAME.const"],
  ]

  /// Whether a key is that of a step's constant, which isn't sent through the browser.
  private static func isConstantOfStep(_ key: (path: String, stage: TemplateStage)) -> Bool {
    key.stage == .browser && key.path.hasPrefix("first_party.")
  }

  static func title(of place: TemplateStage) -> String {
    switch place {
    case .registration: "Registration"
    case .url: "Endpoint"
    case .app: "The app's own values"
    case .browser: "Authorization request"
    case .token: "Token request"
    case .secondExchange: "Second exchange"
    case .everyRequest: "Every request"
    case .direct: "Request without a browser"
    case .device: "Device token request"
    case .firstParty: "Step of a sign-in without a browser"
    case .userInfo: "User information"
    case .session: "Request with a session's tokens"
    case .logout: "Sign-out"
    case .callback: "Check of the callback"
    case .check: "Check of the ID token"
    case .resource: "Check of an access token"
    }
  }

  static func list(_ words: some Sequence<String>) -> String {
    let sorted = words.sorted().map { "`\($0)`" }
    return sorted.isEmpty ? "–" : sorted.joined(separator: ", ")
  }

  /// Keys and values of a later version. Environments and variants have the keys of a descriptor.
  private static func reserved(_ shape: Shape, path: String = "") -> [(path: String, words: [String])] {
    switch shape {
    case .enumeration(_, let words): return words.isEmpty ? [] : [(path, words)]
    case .list(let element): return reserved(element, path: path)
    case .dictionary(let element): return reserved(element, path: path + ".NAME")
    case .either(let shapes):
      return shapes.flatMap { reserved($0, path: path) }.reduce(into: []) { found, next in
        if !found.contains(where: { $0 == next }) { found.append(next) }
      }
    case .record(let keys), .metadata(let keys):
      return keys.filter { !["environments", "variants"].contains($0.name) }.flatMap { key in
        let name = path.isEmpty ? key.name : "\(path).\(key.name)"
        return key.isSupported ? reserved(key.shape, path: name) : [(name, [])]
      }
    default: return []
    }
  }

  /// The keys that are only for people and tools, with the maps that contain them.
  private static func informational(_ shape: Shape, path: String = "") -> [(place: String, name: String)] {
    switch shape {
    case .list(let element): return informational(element, path: path)
    case .dictionary(let element): return informational(element, path: path + ".NAME")
    case .either(let shapes): return shapes.flatMap { informational($0, path: path) }
    case .record(let keys), .metadata(let keys):
      return keys.filter { !["environments", "variants"].contains($0.name) }.flatMap { key in
        let name = path.isEmpty ? key.name : "\(path).\(key.name)"
        return key.isInformational ? [(path, key.name)] : informational(key.shape, path: name)
      }
    default: return []
    }
  }

  /// The keys whose strings are templates, or compare with templates.
  private static func templates(_ shape: Shape, path: String = "") -> [(path: String, stage: TemplateStage)] {
    switch shape {
    case .list(let element): return templates(element, path: path)
    case .dictionary(let element): return templates(element, path: path + ".NAME")
    case .either(let shapes): return shapes.flatMap { templates($0, path: path) }
    case .record(let keys), .metadata(let keys):
      return keys.filter { !["environments", "variants"].contains($0.name) }.flatMap { key in
        let name = path.isEmpty ? key.name : "\(path).\(key.name)"
        let own: [(String, TemplateStage)] = key.uses.compactMap { use in
          switch use {
          case .template(let stage), .claimChecks(let stage): (name, stage)
          default: nil
          }
        }
        return own + templates(key.shape, path: name)
      }
    default: return []
    }
  }

  /// The paths of all keys, such as `variables.NAME.kind`.
  static func paths(_ shape: Shape, path: String = "") -> Set<String> {
    switch shape {
    case .list(let element): return paths(element, path: path)
    case .dictionary(let element): return paths(element, path: path + ".NAME").union([path + ".NAME"])
    case .either(let shapes): return shapes.reduce(into: []) { $0.formUnion(paths($1, path: path)) }
    case .record(let keys), .metadata(let keys):
      return keys.reduce(into: []) { found, key in
        let name = path.isEmpty ? key.name : "\(path).\(key.name)"
        found.formUnion(paths(key.shape, path: name).union([name]))
      }
    default: return []
    }
  }
}

@Suite(.serialized) struct `The articles on the descriptor language` {
  private static let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation.docc")

  private static func files() throws -> [URL] {
    let folder = catalog.appendingPathComponent("Language")
    return [catalog.appendingPathComponent("DescriptorLanguage.md")]
      + (try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      .filter { $0.pathExtension == "md" }
  }

  private static func text() throws -> String {
    try files().map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }

  @Test(arguments: LanguageReference.parts.keys.sorted())
  func `The articles on the descriptor language contain the current generated part`(name: String) throws {
    let (begin, end) = ("<!-- begin: \(name) -->\n", "\n<!-- end: \(name) -->")
    let part = try #require(LanguageReference.parts[name])
    let file = try #require(
      Self.files().first { try String(contentsOf: $0, encoding: .utf8).contains(begin) })
    let article = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(article.range(of: begin)?.upperBound)
    let stop = try #require(article.range(of: end)?.lowerBound)
    // A mark without a part between has one line break less.
    let range = start..<max(start, stop)
    if ProcessInfo.processInfo.environment["AUTH_UPDATE_REFERENCE"] != nil {
      try article.replacingCharacters(in: range, with: "\n\(part)\n").write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(article[range] == "\n\(part)\n")
    }
  }

  @Test func `The articles on the descriptor language describe every function`() throws {
    let text = try Self.text()
    #expect(DerivedValue.Function.allCases.filter { !text.contains("| `\($0.rawValue)(") }.isEmpty)
  }

  @Test func `The articles on the descriptor language name only diagnostics that exist`() throws {
    let rules = try #require(try Self.text().components(separatedBy: "## Security rules\n").last)
    let codes = rules.components(separatedBy: "\n| `").dropFirst().prefix { !$0.contains("\n## ") }
      .compactMap { $0.components(separatedBy: "`").first }
    #expect(codes.count > 10)
    #expect(codes.filter { DiagnosticCode(rawValue: $0) == nil }.isEmpty)
  }

  @Test func `The articles on the descriptor language name only keys that exist`() throws {
    let known = LanguageReference.paths(DescriptorKeys.root)
    let text = try Self.text()
    let named = Set(text.matches(of: /`([a-z_]+(?:\.(?:[a-z_]+|NAME))+)[`:]/).map { String($0.output.1) })
    let keys = named.filter { DescriptorKeys.rootNames.contains(String($0.prefix { $0 != "." })) }
    #expect(keys.count > 100)
    // The names of a template, and the sources of a claim.
    let names: Set = [
      "authorize.x", "callback.x", "callback.shop", "callback.field", "callback.field.path", "derive.x",
      "first_party.x",
      "id_token.x",
      "token.x", "token.path",
    ]
    #expect(keys.subtracting(known).subtracting(names).sorted() == [])
  }
}
