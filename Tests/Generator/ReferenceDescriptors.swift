import AuthDescriptor
import Foundation
import TestSupport

/// The descriptors whose clients are compiled in Tests/Reference.
enum ReferenceDescriptors {
  /// All of them: the providers of the catalog by their ids, the others by their paths.
  static let all = Catalog.builtIn.providerIDs + own

  /// Those that aren't in the catalog, by their paths.
  static let own: [String] = {
    let folder = Repository.file("Tests/Reference/Descriptors").path
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return (names ?? []).map { "\(folder)/\($0)" }
  }()
}
