import AuthConfiguration

/// A server's published metadata (OpenID Connect Discovery 1.0 §3, RFC 8414 §2). None of it is verified.
package struct PublishedMetadata: Sendable {
  package var fields: [String: JSONValue]

  package init(fields: [String: JSONValue]) { self.fields = fields }

  /// The maximum length of a list that is read. Real lists have a few dozen elements.
  private static let maximumItems = 500

  /// A string.
  package func text(_ name: String) -> String? {
    fields[name]?.string
  }

  /// The distinct strings of a list, or `nil` if the metadata doesn't contain it.
  package func list(_ name: String) -> [String]? {
    guard let values = fields[name]?.array else { return nil }
    var seen: Set<String> = []
    return values.prefix(Self.maximumItems).compactMap(\.string).filter { seen.insert($0).inserted }
  }

  package func flag(_ name: String) -> Bool? {
    fields[name]?.bool
  }

  /// All listed endpoints by metadata name, in alphabetical order.
  package var endpoints: [(name: String, url: String)] {
    let names = fields.keys.filter { $0.hasSuffix("_endpoint") || $0 == Endpoint.keys.rawValue }.sorted()
    return names.compactMap { name in text(name).map { (name, $0) } }
  }

  /// The algorithms listed for ID tokens that can be verified here, in the order of the registry.
  package var idTokenAlgorithms: [SignatureAlgorithm]? {
    list("id_token_signing_alg_values_supported").map { names in
      SignatureAlgorithm.asymmetric.filter { names.contains($0.rawValue) }
    }
  }
}
