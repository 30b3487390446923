import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl mcp status`: shows the sessions without sending requests.
struct MCPStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the sessions with MCP servers.",
    discussion: "Doesn't use the network. Exit status 1 means that a store couldn't be read.")

  @Argument(help: "The URL of the MCP server. The default is all servers.", completion: .mcpServers)
  var url: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let list = try MCPServerList.load()
    if let url, list.servers[url] == nil {
      throw ReportedFailure(line: "unknownServer: there's no session with \(url.shown()) (run authctl mcp login URL)")
    }
    var states: [SessionStatus] = []
    for (url, server) in list.servers.sorted(by: { $0.key < $1.key }) where self.url == nil || self.url == url {
      states += await SessionStatus.all(server.accounts) { name in
        await SessionStatus(MCPAccount(url: url, name: name, server: server))
      }
    }
    let placeholder = "No MCP servers yet. To sign in to one, run authctl mcp login URL."
    try StatusReport(key: "servers", placeholder: placeholder, states: states).show(asJSON: json)
  }
}
