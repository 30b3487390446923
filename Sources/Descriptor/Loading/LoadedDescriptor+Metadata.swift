extension LoadedDescriptor {
  /// An entry of `server:` with a single string, whether clients use it or not.
  package struct MetadataEntry: Sendable, Hashable {
    package let name: String
    /// The template, as written in the descriptor.
    package let text: String
    package let location: SourceLocation
  }

  /// All entries of `server:` with a single string, in the descriptor's order.
  package var statedMetadata: [MetadataEntry] {
    (tree["server"]?.entries ?? []).compactMap { entry in
      entry.value.text.map { MetadataEntry(name: entry.key, text: $0, location: entry.location) }
    }
  }
}
