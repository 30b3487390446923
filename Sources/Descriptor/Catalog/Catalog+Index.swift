import AuthCatalog

extension Catalog {
  /// An entry of the index of the built-in providers.
  public struct Provider: Sendable, Hashable {
    /// The ID, such as `auth0`.
    public let id: String
    /// The name, such as `Auth0`.
    public let name: String
    /// The names of its variants, each of which has a client.
    public let variants: [String]
    /// The hosts of its endpoints, without those that an app configures.
    public let hosts: [String]
    /// The date on which its sources were last read, such as `2026-09-01`.
    public let verified: String?
    /// The number of groups of facts that the provider's documentation confirms.
    public let confirmed: Int
    /// The number of groups of facts that state their source.
    public let groups: Int
  }

  /// The version of the built-in catalog: the date of its last change.
  public static let version = EmbeddedCatalog.version

  /// The index of the built-in providers, sorted by ID. Reading it doesn't parse any descriptor.
  public static let index = EmbeddedCatalog.descriptors.filter { !$0.path.hasPrefix(families) }
    .map { descriptor in
      Provider(
        id: descriptor.path.fileStem, name: descriptor.name, variants: descriptor.variants.lines,
        hosts: descriptor.hosts.lines,
        verified: descriptor.verified, confirmed: descriptor.confirmed, groups: descriptor.groups)
    }
    .sorted { $0.id < $1.id }

  /// Returns the entries of the index whose ID, names, or hosts contain a string. Entries with the string at the
  /// start of the ID or of a name come first.
  public static func search(_ text: String) -> [Provider] {
    let text = text.lowercased()
    guard !text.isEmpty else { return index }
    let names = index.map { provider in ([provider.id, provider.name] + provider.variants).map { $0.lowercased() } }
    let found = zip(index, names).filter { provider, names in
      (names + provider.hosts).contains { $0.contains(text) }
    }
    let isFirst = found.map { _, names in names.contains { $0.hasPrefix(text) } }
    let ranked = zip(found, isFirst)
    return (ranked.filter(\.1) + ranked.filter { !$0.1 }).map(\.0.0)
  }
}

extension String {
  fileprivate var lines: [String] { utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) } }
}
