import AuthRuntime

/// All MCP servers that the user has signed in to, in one file.
struct MCPServerList: Sendable {
  private static let file = SharedFile.servers

  /// The servers by URL, as the user wrote it.
  var servers: [String: MCPServer] = [:]

  /// - Throws: ``ReportedFailure`` if the file is damaged. A damaged file is never treated as empty.
  static func load() throws(ReportedFailure) -> MCPServerList {
    guard let data = try file.contents() else { return MCPServerList() }
    guard let members = JSONValue(parsing: data)?.object, members["version"] == .integer(SharedFile.version),
      let servers = members[file.key]?.object
    else {
      throw ReportedFailure(
        line:
          "damagedServers: \(file.path) isn't valid, or a newer authctl wrote it (correct it, or move it away and log in "
          + "again; all sessions still exist)")
    }
    let place = file.top.member(file.key)
    var list = MCPServerList()
    for (url, json) in servers.sorted(by: { $0.key < $1.key }) {
      list.servers[url] = try MCPServer(json, at: place.member(url))
    }
    return list
  }

  /// Changes the current contents of the file. Other processes wait until the change is done.
  static func change(_ body: (inout MCPServerList) -> Void) async throws(ReportedFailure) {
    try await file.locked { () throws(ReportedFailure) in
      var list = try load()
      body(&list)
      try file.write(list.servers)
    }
  }
}
