import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

@Suite struct `Every key of the complete descriptor` {
  /// Keys that a family sets too, or that match a client's default behavior.
  private static let standard: Set<String> = [
    "discovery.mode", "first_party.steps.again.method", "introspection", "logout.id_token_hint", "revocation.tokens",
    "scopes.open", "scopes.groups.bot.values.say:more.case", "scopes.values.openid.doc",
    "scopes.values.openid.required", "scopes.values.read:all.case", "token.second_exchange.encoding",
    "token.second_exchange.method", "variables.tenant.kind",
  ]

  /// Keys that another key overrides or is only compared with.
  private static let overruled: Set<String> = [
    "claims.custom.shopName.in", "server.userinfo_endpoint", "token.response.rename.expires_in",
    "token.response.rename.refresh_token_expires_in",
  ]

  private static let withoutEffect = standard.union(overruled)

  @Test func `Every key of the complete descriptor changes the generated code, is required, or is only for people`()
    throws
  {
    let file = "Tests/Reference/Descriptors/everything.yaml"
    let text = try String(contentsOf: Repository.file(file), encoding: .utf8)
    let tree = try YAMLReader().read(text, file: file).withoutEntry(["variants"])
    let paths = tree.keyPaths(below: []).filter { !DescriptorKeys.root.isInformational($0[...]) }
    // One loader, so that it reads the families only once.
    let texts = [tree.yaml] + paths.map { tree.withoutEntry($0).yaml }
    let loader = DescriptorLoader(
      readFile: { name in Int(name.prefix { $0.isNumber }).map { Data(texts[$0].utf8) } }, today: { "2026-11-21" })
    let whole = try loader.load(path: "0.yaml")
    let code = try Self.model(of: whole)
    let sources = DescriptorSources(catalog: .builtIn, reader: YAMLReader(), readFile: { _ in nil })
    let configuration = try Self.configuration(of: tree, sources)
    var unchanged: [String] = []
    for (number, path) in paths.enumerated() {
      // Most keys are part of the configuration. Loading a descriptor checks all of it, which takes much longer.
      let isRead = (try? Self.configuration(of: tree.withoutEntry(path), sources)) == configuration
      guard isRead, let rest = try? loader.load(path: "\(number + 1).yaml") else { continue }
      if rest.descriptor.environments != whole.descriptor.environments { continue }
      if try Self.model(of: rest) == code { unchanged.append(path.dotted) }
    }
    #expect(Set(unchanged).subtracting(Self.withoutEffect).sorted() == [])
    #expect(Self.withoutEffect.subtracting(unchanged).sorted() == [], "these have an effect")
  }

  /// The configuration that a tree and the families that it extends describe, without any check.
  private static func configuration(
    of tree: LocatedNode, _ sources: DescriptorSources
  ) throws -> ProviderConfiguration {
    let source = DescriptorSources.Source(id: "everything", name: "everything.yaml", tree: tree, findings: [])
    var findings: [Diagnostic] = []
    let merged = try ExtendsResolver(sources: sources).resolve(source, findings: &findings).tree
    return DescriptorBuilder(tree: merged).build().configuration
  }

  /// The model for the templates. Rendering the file for every key would take minutes.
  private static func model(of descriptor: LoadedDescriptor) throws -> String {
    String(describing: try ClientModelBuilder.model(of: descriptor, access: .public))
  }
}

extension Shape {
  /// Whether a key on the path is only for people and tools.
  fileprivate func isInformational(_ path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return false }
    return switch self {
    case .record(let keys), .metadata(let keys):
      keys.contains { key in
        key.name == name && (key.isInformational || key.shape.isInformational(path.dropFirst()))
      }
    case .dictionary(let element): element.isInformational(path.dropFirst())
    case .either(let shapes): shapes.contains { $0.isInformational(path) }
    default: false
    }
  }
}

extension LocatedNode {
  /// The paths of all keys, outer ones first.
  fileprivate func keyPaths(below path: [String]) -> [[String]] {
    (entries ?? []).flatMap { [path + [$0.key]] + $0.value.keyPaths(below: path + [$0.key]) }
  }

  fileprivate func withoutEntry(_ path: [String]) -> LocatedNode {
    let kept = (entries ?? []).compactMap { entry -> Entry? in
      if entry.key != path[0] { return entry }
      if path.count == 1 { return nil }
      var entry = entry
      entry.value = entry.value.withoutEntry(Array(path.dropFirst()))
      return entry
    }
    return LocatedNode(value: .map(kept), location: location)
  }

  /// The YAML on one line.
  fileprivate var yaml: String {
    switch value {
    case .list(let items): "[" + items.map(\.yaml).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.jsonQuoted): \($0.value.yaml)" }.joined(separator: ", ") + "}"
    case .text(let text, let isPlain): isPlain && (integer ?? flag.map { $0 ? 1 : 0 }) != nil ? text : text.jsonQuoted
    }
  }
}
