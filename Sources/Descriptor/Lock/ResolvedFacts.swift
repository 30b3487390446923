import AuthConfiguration

/// The facts of a client: the values of all keys that change its behavior, after everything that the descriptor extends
/// is merged in.
package struct ResolvedFacts: Sendable, Hashable {
  /// The values by key, such as `userinfo.map.id`.
  package let values: [String: String]
  /// The SHA-256 digest of the values.
  package var digest: String {
    SHA256Digest(of: lines.joined(separator: "\n")).text
  }

  package init(values: [String: String]) {
    self.values = values
  }

  /// The facts of a descriptor, without its variants.
  package init(_ loaded: LoadedDescriptor) {
    let facts = Self.facts(
      of: loaded.tree.without(DescriptorMerge.ownKeys.union(["variants"])), DescriptorKeys.root, at: [])
    // A key that contains a dot can have the same path as another one.
    values = Dictionary(facts.map { ($0.path.joined(separator: "."), $0.value) }) { "\($0); \($1)" }
  }

  private var lines: [String] { values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }

  private typealias Fact = (path: [String], value: String)

  private static func facts(of node: LocatedNode, _ shape: Shape, at path: [String]) -> [Fact] {
    switch (shape, node.value) {
    case (.either(let shapes), _):
      shapes.first { $0.fits(node) }.map { facts(of: node, $0, at: path) } ?? []
    case (.record(let keys), .map(let entries)), (.metadata(let keys), .map(let entries)):
      entries.flatMap { entry -> [Fact] in
        guard let key = keys[entry.key], !key.isInformational, key.name != "doc" else { return [] }
        return facts(of: entry.value, key.shape, at: path + [entry.key])
      }
    case (.dictionary(let element), .map(let entries)):
      entries.flatMap { facts(of: $0.value, element, at: path + [$0.key]) }
    case (.list(let element), .list(let items)) where items.contains { $0.entries != nil }:
      items.enumerated().flatMap { facts(of: $1, element, at: path + [String($0 + 1)]) }
    default: [(path, node.compact)]
    }
  }
}

extension LocatedNode {
  /// The value on one line, without its location.
  fileprivate var compact: String {
    switch value {
    case .text(let text, _): text
    case .list(let items): "[\(items.map(\.compact).joined(separator: ", "))]"
    case .map(let entries): "{\(entries.map { "\($0.key): \($0.value.compact)" }.joined(separator: ", "))}"
    }
  }
}
