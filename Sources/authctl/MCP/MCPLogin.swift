import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl mcp login`: signs in to an MCP server with the browser, and saves the session.
struct MCPLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to an MCP server with the browser, and save the session.",
    discussion: """
      The client identifies itself with --client-id, or with --client-metadata if the authorization server supports it, \
      or registers itself. To grant more scopes later, log in again with --scope.
      """)

  @OptionGroup var which: MCPArguments

  @Option(
    name: .customLong("scope"),
    help: "A scope to request in addition to those that the server requires. You can repeat this option.")
  var scopes: [String] = []

  @Option(name: .customLong("client-id"), help: "The client ID that is registered at --issuer.")
  var clientID: String?

  @Option(help: ArgumentHelp("The authorization server at which the client is registered.", valueName: "url"))
  var issuer: String?

  @Option(
    help: ArgumentHelp("A file with the secret of a confidential client.", valueName: "file"), completion: .file())
  var clientSecretFile: String?

  @Option(
    name: .customLong("client-metadata"),
    help: ArgumentHelp("The URL of the client's metadata document, which lists the callback URL.", valueName: "url"))
  var document: String?

  @OptionGroup var port: RedirectPortOptions

  @Option(
    help: ArgumentHelp(
      "The registered callback path. The default is a path unique to the authorization server.", valueName: "path"))
  var callbackPath: String?

  @OptionGroup var trust: TrustOptions

  @OptionGroup var storing: StoreOptions

  @Flag(help: "Use an authorization server that supports PKCE but doesn't list it in its metadata.")
  var acceptUnadvertisedPkce = false

  @OptionGroup var browsing: BrowserOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard clientID == nil || issuer != nil else { throw ValidationError("--client-id requires --issuer.") }
    guard clientSecretFile == nil || clientID != nil else {
      throw ValidationError("--client-secret-file requires --client-id.")
    }
    try CallbackPath.check(callbackPath, "--callback-path")
  }

  func run() async throws {
    let known = try which.account(in: try MCPServerList.load())
    let account = MCPAccount(url: known.url, name: known.name, server: applied(to: known.server))
    let grantedScopes = try await login(account)
    try await save(account)
    await show(account, grantedScopes)
  }

  /// The server with these options applied. Paths are made absolute.
  func applied(to base: MCPServer) -> MCPServer {
    var server = isSameClient(as: base) ? base : base.withoutClient
    server.clientID = clientID ?? server.clientID
    server.issuer = issuer ?? server.issuer
    server.document = document ?? server.document
    server.acceptsUnadvertisedPKCE = acceptUnadvertisedPkce || server.acceptsUnadvertisedPKCE
    server.clientSecretFile = clientSecretFile.map(CommandFolder.absolute) ?? server.clientSecretFile
    if !scopes.isEmpty { server.scopes = scopes }
    server.redirectPort = port.redirectPort ?? base.redirectPort
    server.callbackPath = callbackPath ?? base.callbackPath
    server.trustRoot = trust.trustRoot.map(CommandFolder.absolute) ?? base.trustRoot
    server.options = storing.applied(to: server.options)
    return server
  }

  /// Whether the options are for the saved client. A server must never get another server's client secret, or benefit from
  /// an exception for it.
  private func isSameClient(as base: MCPServer) -> Bool {
    let pairs = [(clientID, base.clientID), (issuer, base.issuer), (document, base.document)]
    return pairs.allSatisfy { given, saved in given == nil || given == saved }
  }

  /// Opens the browser, after a check that the session can be saved.
  ///
  /// - Returns: The granted scopes.
  private func login(_ account: MCPAccount) async throws(ReportedFailure) -> [String] {
    if storing.createKey, let keyFile = account.server.keyFile { try SessionKey.create(keyFile) }
    let client = try account.client(
      browser: AnnouncingBrowser(opensBrowser: !browsing.noBrowser, alternative: "open the page above yourself"))
    try await SessionStore.check(alternatives: SessionStore.fileChoice, report: ReportedFailure.init) {
      () async throws(AuthFailure<AnyErrorCode>) in try await client.credential()
    }
    // Also check that the file of servers can be written.
    try await MCPServerList.change { _ in }
    return try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.signIn(scopes: account.server.scopes, timeout: browsing.timeLimit).scopes
    }
  }

  /// Saves the options, so that the user doesn't have to enter them again.
  private func save(_ account: MCPAccount) async throws(ReportedFailure) {
    try await MCPServerList.change { list in
      var server = account.server
      server.options.keepAccounts(list.servers[account.url]?.accounts ?? [], and: account.name)
      list.servers[account.url] = server
    }
  }

  private func show(_ account: MCPAccount, _ grantedScopes: [String]) async {
    let status = await SessionStatus(account)
    StandardStream.output.print(json ? SafeJSON.text(status.json) : status.text)
    guard !json else { return }
    let missing = account.server.scopes.filter { !grantedScopes.contains($0) }
    if !missing.isEmpty { StandardError.print("(not granted: \(missing.joined(separator: " ")))") }
    StandardError.print(
      "To use the server in an MCP host, configure the command authctl mcp proxy \(account.arguments).")
  }
}
