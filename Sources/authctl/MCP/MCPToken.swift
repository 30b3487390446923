import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl mcp token`: prints an access token for a script.
struct MCPToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a valid access token for an MCP server, refreshed if necessary.",
    discussion: """
      Standard output contains only the token. Send it only to this server. If several processes run at the same time, \
      only one sends a request. A token that is bound to a key is accepted only with a proof, so use authctl mcp proxy.
      """)

  @OptionGroup var which: MCPArguments

  @OptionGroup var options: TokenOptions

  func run() async throws {
    let account = try which.account(in: try MCPServerList.load())
    let client = try account.client()
    let token = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.accessToken(validFor: options.lifetime)
    }
    let credential = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.credential()
    }
    try TokenOptions.show(token)
    if credential?.keyThumbprint != nil {
      StandardError.print("(the token is bound to a key: the server accepts it only with a proof)")
    }
  }
}
