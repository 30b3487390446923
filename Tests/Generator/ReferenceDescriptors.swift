import AuthDescriptor
import Foundation
import TestSupport

/// The descriptors whose clients are compiled in Tests/Reference.
enum ReferenceDescriptors {
  /// All of them. Providers of the catalog are listed by ID, the others by path.
  static let all = catalog + own

  /// The IDs of the providers with `tutorial: committed` or `client: committed` under `docs`. `scripts/check-catalog`
  /// compiles the clients of the others.
  static let catalog = Catalog.builtIn.providerIDs.filter { id in
    (try? LoadedCatalog.descriptor(id).descriptor.docs.isReference) == true
  }

  /// The descriptors that aren't in the catalog, by path.
  static let own: [String] = {
    let folder = Repository.file("Tests/Reference/Descriptors").path
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return (names ?? []).map { "\(folder)/\($0)" }
  }()
}
