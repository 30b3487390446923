import AuthDescriptor
import AuthGenerator
import Foundation

/// The record of the last run of `generate` for an output folder.
///
/// It's outside the output folder: a record that is committed together with generated files could claim that altered files
/// are up to date.
struct GenerationCache {
  /// The folder with the records of all output folders.
  let folder: String
  let key: GenerationKey
  /// The number of records at which all are deleted, because those of deleted output folders are never used again.
  var limit = 500

  /// The user's folder for caches, or `nil` if the system doesn't have one.
  static var standardFolder: String? {
    let environment = ProcessInfo.processInfo.environment
    // XDG base directories must be absolute. A relative path is ignored.
    if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") { return named + "/authgen" }
    #if canImport(Darwin) || os(Windows)
      return FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first.map { $0.path + "/authgen" }
    #else
      return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache/authgen" : nil }
    #endif
  }

  /// The record of the last run if it had the same key. A damaged record isn't an error.
  var record: GenerationRecord? {
    let data = try? RegularFile.beginning(of: folder + "/" + name, atMost: Self.sizeLimit)
    guard let record = data.flatMap(GenerationRecord.init), record.key == key.digest else { return nil }
    return record
  }

  /// Replaces the record. A failure isn't reported, because the next run then only takes longer.
  func store(inputs: [String: String], outputs: OutputDigests) {
    removeMany()
    let record = GenerationRecord(key: key.digest, inputs: inputs, outputs: outputs)
    try? OutputFolder(path: folder).write([GeneratedFile(path: name, contents: record.text)], replacing: true)
  }

  /// Removes all records if there are too many. The folder may also contain other files.
  private func removeMany() {
    guard let folder = try? FolderHandle.open(folder) else { return }
    let records = folder.names.filter(Self.isRecord)
    guard records.count >= limit else { return }
    for name in records { try? folder.remove(name) }
  }

  /// The name of the output folder's record.
  private var name: String {
    SHA256Digest(of: URL(fileURLWithPath: key.output).standardizedFileURL.path).text + Self.ending
  }

  private static func isRecord(_ name: String) -> Bool {
    name.hasSuffix(ending) && name.count == 64 + ending.count && name.dropLast(ending.count).allSatisfy(\.isHexDigit)
  }

  private static let ending = ".json"
  private static let sizeLimit = 1 << 25
}
