import ArgumentParser

/// `authctl mcp`: uses protected servers of the Model Context Protocol.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Use protected servers of the Model Context Protocol.",
    discussion: """
      Log in once, and configure authctl mcp proxy URL as the command of the server in any MCP host:

        authctl mcp login https://mcp.example.com/mcp
        { "mcpServers": { "example": { "command": "authctl", "args": ["mcp", "proxy", "https://mcp.example.com/mcp"] } } }

      The command finds the authorization server, registers itself there if necessary, and saves the session in the \
      platform's secret store. All processes share the session and its refreshes. The options of a login are saved in \
      mcp.json, in AUTHCTL_CONFIG or the settings folder, without secrets.
      """,
    subcommands: [MCPLogin.self, MCPToken.self, MCPStatus.self, MCPLogout.self, MCPProxyCommand.self])
}
