public import AuthDescriptor

/// The descriptors of the catalog. Tests share them, because loading all of them takes seconds in a debug build.
public enum LoadedCatalog {
  private static let known = Locked<[String: LoadedDescriptor]>([:])

  /// Returns the descriptor of a provider.
  public static func descriptor(_ id: String) throws -> LoadedDescriptor {
    if let loaded = known.value[id] { return loaded }
    let loaded = try DescriptorLoader().load(id: id)
    known.withLock { $0[id] = loaded }
    return loaded
  }
}
