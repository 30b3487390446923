import AuthRuntime
import Foundation

/// A file of saved entries that all processes of this command share.
struct SharedFile: Sendable {
  static let version = Int64(1)
  /// The maximum size of the file in bytes.
  private static let maximumBytes = 1 << 20

  /// The file of profiles.
  static let profiles = SharedFile(name: "profiles.json", key: "profiles", failure: "wrongProfile")
  /// The file of MCP servers.
  static let servers = SharedFile(name: "mcp.json", key: "servers", failure: "wrongServer")

  private let name: String
  /// The key of the entries.
  let key: String
  /// The code of failures about a value in the file.
  private let failure: String

  var path: String { CommandFolder.profiles + "/" + name }
  /// The top of the file, for messages.
  var top: FilePlace { FilePlace(file: path, code: failure, path: "") }

  /// Returns the file's bytes, or `nil` if it doesn't exist.
  func contents() throws(ReportedFailure) -> Data? {
    try PrivateFile.contents(path, others: .reading, atMost: Self.maximumBytes)
  }

  /// Runs a change of the file. Other processes wait until it's done.
  func locked(_ change: () throws(ReportedFailure) -> Void) async throws(ReportedFailure) {
    try PrivateFile.makeFolder(CommandFolder.profiles)
    let lock: FileLock
    do throws(StoreFailure) { lock = try await FileLock.acquire(path + ".lock") } catch {
      throw ReportedFailure(
        line: "unwritableFolder: can't write to \(CommandFolder.profiles), or another authctl has locked it (check who "
          + "owns it)")
    }
    defer { lock.release() }
    try change()
  }

  /// Replaces the entries.
  func write(_ entries: [String: some SavedEntry]) throws(ReportedFailure) {
    let json = JSONValue.object(["version": .integer(Self.version), key: .object(entries.mapValues(\.json))])
    try PrivateFile.replace(path, with: Data((SafeJSON.text(json) + "\n").utf8))
  }
}
