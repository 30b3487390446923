extension LoadedDescriptor {
  /// A name of `server:` that says one text, used by clients or not.
  package struct MetadataEntry: Sendable, Hashable {
    package let name: String
    /// As written: a template.
    package let text: String
    package let location: SourceLocation
  }

  /// Everything that `server:` says in one text, in the descriptor's order.
  package var statedMetadata: [MetadataEntry] {
    (tree["server"]?.entries ?? []).compactMap { entry in
      entry.value.text.map { MetadataEntry(name: entry.key, text: $0, location: entry.location) }
    }
  }
}
