import AuthRuntime
import Foundation

/// All MCP servers that the user has signed in to, in one file.
struct MCPServerList: Sendable {
  private static let version = Int64(1)
  /// The maximum size of the file in bytes.
  private static let maximumBytes = 1 << 20

  /// The servers by URL, as the user wrote it.
  var servers: [String: MCPServer] = [:]

  private static var path: String { CommandFolder.profiles + "/mcp.json" }

  /// - Throws: ``ReportedFailure`` if the file is damaged. A damaged file is never treated as empty.
  static func load() throws(ReportedFailure) -> MCPServerList {
    guard let data = try PrivateFile.contents(path, others: .reading, atMost: maximumBytes) else {
      return MCPServerList()
    }
    guard let members = JSONValue(parsing: data)?.object, members["version"] == .integer(version),
      let servers = members["servers"]?.object
    else {
      throw ReportedFailure(
        line:
          "damagedServers: \(path) isn't valid, or a newer authctl wrote it (correct it, or move it away and log in "
          + "again; all sessions still exist)")
    }
    let place = FilePlace(file: path, path: "servers")
    var list = MCPServerList()
    for (url, json) in servers.sorted(by: { $0.key < $1.key }) {
      list.servers[url] = try MCPServer(json, at: place.member(url))
    }
    return list
  }

  /// Changes the current contents of the file. Other processes wait until the change is done.
  static func change(_ body: (inout MCPServerList) -> Void) async throws(ReportedFailure) {
    try PrivateFile.makeFolder(CommandFolder.profiles)
    let lock: FileLock
    do throws(StoreFailure) { lock = try await FileLock.acquire(path + ".lock") } catch {
      throw ReportedFailure(
        line: "unwritableFolder: can't write to \(CommandFolder.profiles), or another authctl has locked it (check who "
          + "owns it)")
    }
    defer { lock.release() }
    var list = try load()
    body(&list)
    let json = JSONValue.object([
      "version": .integer(version), "servers": .object(list.servers.mapValues(\.json)),
    ])
    try PrivateFile.replace(path, with: Data((SafeJSON.text(json) + "\n").utf8))
  }
}
