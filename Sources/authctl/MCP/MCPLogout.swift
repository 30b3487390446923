import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl mcp logout`: revokes the tokens, and deletes the session.
struct MCPLogout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Revoke the tokens if the authorization server supports it, and delete the session.",
    discussion: "The options of the login remain, so you can log in again with authctl mcp login URL.")

  @OptionGroup var which: MCPArguments

  @Flag(
    help: """
      Also delete the options of the login, and the client's registration at the authorization server. Sessions with \
      other MCP servers that use it may end.
      """)
  var forget = false

  func run() async throws {
    let account = try which.account(in: try MCPServerList.load())
    let client = try account.client()
    let wasSignedIn = try await account.isSignedIn { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.credential()
    }
    // Sign out even without a usable session, because a session of an earlier client may remain.
    do throws(AuthFailure<AnyErrorCode>) { try await client.signOut(forgetsRegistration: forget) } catch {
      throw ReportedFailure(
        line: "\(error) (\(account.arguments) is signed out here, but the server may not have been notified)")
    }
    if forget {
      try await MCPServerList.change { list in
        list.servers[account.url]?.options.accounts.removeAll { $0 == account.name }
        if list.servers[account.url]?.accounts.isEmpty ?? true { list.servers[account.url] = nil }
      }
    }
    StandardStream.output.print(wasSignedIn ? "Signed out of \(account.url)." : "Not signed in to \(account.url).")
  }
}
