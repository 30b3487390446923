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

  @Option(help: ArgumentHelp("The registered loopback port.", valueName: "port"))
  var redirectPort: Int?

  @Option(
    help: ArgumentHelp(
      "The registered callback path. The default is a path unique to the authorization server.", valueName: "path"))
  var callbackPath: String?

  @Option(
    help: ArgumentHelp("Trust only the certificate authorities in this file.", valueName: "ca.pem"), completion: .file()
  )
  var trustRoot: String?

  @Option(help: "The store for sessions: system (the platform's secret store) or file (encrypted).")
  var store: StoreChoice?

  @Option(
    help: ArgumentHelp("The key for --store file: 32 bytes in Base64, in a file with mode 600.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Flag(help: "Create a key in --key-file.")
  var createKey = false

  @Flag(help: "Use an authorization server that supports PKCE but doesn't list it in its metadata.")
  var acceptUnadvertisedPkce = false

  @Option(help: ArgumentHelp("The time limit for the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Print the URL instead of opening it.")
  var noBrowser = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard clientID == nil || issuer != nil else { throw ValidationError("--client-id requires --issuer.") }
    guard clientSecretFile == nil || clientID != nil else {
      throw ValidationError("--client-secret-file requires --client-id.")
    }
    if let redirectPort, !(1...65535).contains(redirectPort) {
      throw ValidationError("--redirect-port must be between 1 and 65535.")
    }
    try CallbackPath.check(callbackPath, "--callback-path")
    guard store != .system || (keyFile == nil && !createKey) else {
      throw ValidationError("--key-file and --create-key require --store file.")
    }
    guard !createKey || keyFile != nil else { throw ValidationError("--create-key requires --key-file FILE.") }
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout must be a number of seconds between 1 and 86400.")
    }
  }

  func run() async throws {
    let known = try which.account(in: try MCPServerList.load())
    let account = MCPAccount(url: known.url, name: known.name, server: applied(to: known.server))
    if createKey, let keyFile { try SessionKey.create(CommandFolder.absolute(keyFile)) }
    let client = try account.client(
      browser: AnnouncingBrowser(opensBrowser: !noBrowser, alternative: "open the page above yourself"))
    try await Self.checkStore(client)
    let grant = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.signIn(scopes: account.server.scopes, timeout: .seconds(timeout))
    }
    try await MCPServerList.change { list in
      var server = account.server
      server.accounts = Set((list.servers[account.url]?.accounts ?? []) + [account.name].compactMap { $0 }).sorted()
      list.servers[account.url] = server
    }
    let status = await MCPSessionStatus(account)
    StandardStream.output.print(json ? SafeJSON.text(status.json) : status.text)
    guard !json else { return }
    let missing = account.server.scopes.filter { !grant.scopes.contains($0) }
    if !missing.isEmpty { StandardError.print("(not granted: \(missing.joined(separator: " ")))") }
    StandardError.print(
      "To use the server in an MCP host, configure the command authctl mcp proxy \(account.arguments).")
  }

  func applied(to base: MCPServer) -> MCPServer {
    var server = isSameClient(as: base) ? base : base.withoutClient
    server.clientID = clientID ?? server.clientID
    server.issuer = issuer ?? server.issuer
    server.clientSecretFile = clientSecretFile.map(CommandFolder.absolute) ?? server.clientSecretFile
    server.document = document ?? server.document
    if !scopes.isEmpty { server.scopes = scopes }
    server.redirectPort = redirectPort ?? base.redirectPort
    server.callbackPath = callbackPath ?? base.callbackPath
    server.trustRoot = trustRoot.map(CommandFolder.absolute) ?? base.trustRoot
    server.acceptsUnadvertisedPKCE = acceptUnadvertisedPkce || server.acceptsUnadvertisedPKCE
    server.store = store ?? (keyFile == nil ? base.store : .file)
    server.keyFile = server.store == .file ? keyFile.map(CommandFolder.absolute) ?? base.keyFile : nil
    return server
  }

  /// Whether the options are for the saved client. A server must never get another server's client secret, or benefit from
  /// an exception for it.
  private func isSameClient(as base: MCPServer) -> Bool {
    let pairs = [(clientID, base.clientID), (issuer, base.issuer), (document, base.document)]
    return pairs.allSatisfy { given, saved in given == nil || given == saved }
  }

  /// Checks before the browser opens that the session can be saved.
  private static func checkStore(_ client: ResourceClient) async throws(ReportedFailure) {
    do throws(AuthFailure<AnyErrorCode>) {
      _ = try await client.credential()
    } catch .store(.corrupt) {
      // The stored session is no longer usable, and the login replaces it.
    } catch .store(.unavailable(let reason)) {
      throw ReportedFailure(
        line:
          "noStore: the store can't be used: \(reason.shown(limit: 300)) (--store file --key-file FILE --create-key "
          + "stores sessions in encrypted files)")
    } catch {
      throw ReportedFailure(error)
    }
    // Also check that the file of servers can be written.
    try await MCPServerList.change { _ in }
  }
}
