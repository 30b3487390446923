import AuthConfiguration
import Foundation

/// The file `auth-generator.lock`, which holds the facts of the descriptors in its folder.
///
/// A new version of the catalog or of a package of descriptors can change the facts of a client without a change in the
/// app's own files. With a lock, `authgen` reports these changes. Only `authgen lock` writes it.
package struct DescriptorLock: Sendable, Hashable {
  /// The file's name.
  package static let fileName = "auth-generator.lock"

  /// The version of the catalog whose facts are in the lock.
  package var catalog: String
  /// The facts of each client. The name is that of the descriptor's file, followed for a variant by `#` and its ID.
  package var clients: [String: ResolvedFacts]

  package init(catalog: String = Catalog.version, clients: [String: ResolvedFacts] = [:]) {
    (self.catalog, self.clients) = (catalog, clients)
  }

  /// Replaces the facts of a descriptor and of its variants.
  package mutating func set(_ loaded: LoadedDescriptor) {
    remove(file: loaded.fileName)
    for (name, client) in Self.named(loaded) { clients[name] = ResolvedFacts(client) }
    catalog = Catalog.version
  }

  /// Removes the facts of a descriptor and of its variants.
  package mutating func remove(file name: String) {
    clients = clients.filter { Self.file(of: $0.key) != name }
  }

  /// The names of the descriptors' files.
  package var files: Set<String> { Set(clients.keys.map(Self.file)) }

  static func named(_ loaded: LoadedDescriptor) -> [(name: String, client: LoadedDescriptor)] {
    [(loaded.fileName, loaded)] + loaded.variants.map { ("\(loaded.fileName)#\($0.descriptor.id)", $0) }
  }

  private static func file(of name: String) -> String { String(name.prefix { $0 != "#" }) }
}

// MARK: - The file

extension DescriptorLock {
  private static let version = 1
  /// A lock of a hundred clients has about a megabyte.
  private static let sizeLimit = 16_777_216

  /// Reads the lock in a folder.
  ///
  /// - Parameter folder: The path up to and including the last slash, or an empty string for the current folder.
  /// - Returns: `nil` if the folder doesn't have a lock.
  /// - Throws: A finding if the file can't be read, is too large, or isn't a lock of this version.
  package init?(inFolder folder: String) throws(DiagnosticsError) {
    let path = folder + Self.fileName
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do throws(FileFailure) { data = try RegularFile.beginning(of: path, atMost: Self.sizeLimit + 1) } catch {
      throw Self.invalid(path, "cannot read the lock: \(error.reason)")
    }
    guard data.count <= Self.sizeLimit, let lock = Self(data) else {
      throw Self.invalid(path, "this isn't a lock of this version; write it again with 'authgen lock'")
    }
    self = lock
  }

  private static func invalid(_ path: String, _ message: String) -> DiagnosticsError {
    DiagnosticsError([Diagnostic(.lock.invalidLock, message, at: SourceLocation(file: path))])
  }

  package init?(_ data: Data) {
    guard let file = JSONValue(parsing: data)?.object, file["version"] == .integer(Int64(Self.version)),
      let catalog = file["catalog"]?.string, let clients = file["clients"]?.object
    else { return nil }
    var facts: [String: ResolvedFacts] = [:]
    for (name, client) in clients {
      guard let values = client.object?["facts"]?.object, values.values.allSatisfy({ $0.string != nil }) else {
        return nil
      }
      facts[name] = ResolvedFacts(values: values.compactMapValues(\.string))
      guard client.object?["digest"]?.string == facts[name]?.digest else { return nil }
    }
    self.init(catalog: catalog, clients: facts)
  }

  /// The text of the file. The same facts have the same text.
  package var text: String {
    let clients = clients.sorted { $0.key < $1.key }.map { name, facts in
      JSONText.Member(
        name,
        .object([
          .init("digest", .text(facts.digest)),
          .init("facts", .object(facts.values.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) })),
        ]))
    }
    return JSONText.object([
      .init("version", .integer(Self.version)), .init("catalog", .text(catalog)), .init("clients", .object(clients)),
    ]).document
  }
}
