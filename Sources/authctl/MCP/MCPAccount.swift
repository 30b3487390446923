import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// A session of this command with an MCP server.
struct MCPAccount: StoredSession {
  let url: String
  let name: String?
  let server: MCPServer

  var arguments: String {
    let isPlain = url.wholeMatch(of: /[A-Za-z0-9:\/._~%+@-]+/) != nil
    let quoted = isPlain ? url : ShellWord.singleQuoted(url.replacingScalar("'", with: "%27"))
    return name.map { "\(quoted) --account \($0)" } ?? quoted
  }

  /// Creates the client of this session.
  ///
  /// - Parameter keepsStreams: Whether many streams stay open at the same time.
  func client(
    browser: any Browser = AnnouncingBrowser(opensBrowser: false), keepsStreams: Bool = false
  ) throws(ReportedFailure) -> ResourceClient {
    let transport =
      keepsStreams
      ? try CommandTransport.forStreams(trustRoot: server.trustRoot)
      : try CommandTransport.make(trustRoot: server.trustRoot)
    let client = ResourceClient(
      resource: url, client: try server.identity(), redirect: server.redirect,
      policy: ResourcePolicy(acceptsUnadvertisedPKCE: server.acceptsUnadvertisedPKCE),
      environment: AuthEnvironment(transport: transport, browser: browser, store: try SessionStore.of(server.options)))
    return name.map(client.account) ?? client
  }

  func report(_ failure: AuthFailure<AnyErrorCode>) -> ReportedFailure {
    ReportedFailure(line: MCPFailure.auth(failure).line(arguments))
  }
}

/// The arguments that select an MCP server.
struct MCPArguments: ParsableArguments {
  @Argument(help: "The URL of the MCP server.", completion: .mcpServers)
  var url: String

  @Option(help: ArgumentHelp("The account, if there are several at this server.", valueName: "name"))
  var account: String?

  func account(in list: MCPServerList) throws(ReportedFailure) -> MCPAccount {
    do { _ = try SecureURL.endpoint(url) } catch { throw ReportedFailure(error) }
    if let account { try SessionName.check(account, as: "account", also: "@+") }
    return MCPAccount(url: url, name: account, server: list.servers[url] ?? MCPServer())
  }
}

extension CompletionKind {
  /// The URLs of the user's MCP servers.
  static var mcpServers: CompletionKind {
    .custom { (_: [String], _: Int, _: String) in ((try? MCPServerList.load())?.servers ?? [:]).keys.sorted() }
  }
}
