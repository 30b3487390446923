import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

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
    var states: [MCPSessionStatus] = []
    for (url, server) in list.servers.sorted(by: { $0.key < $1.key }) where self.url == nil || self.url == url {
      for name in [nil] + server.accounts {
        let state = await MCPSessionStatus(MCPAccount(url: url, name: name, server: server))
        // The unnamed account is left out if only named accounts are used.
        if name != nil || server.accounts.isEmpty || !state.isSignedOut { states.append(state) }
      }
    }
    if json {
      StandardStream.output.print(SafeJSON.text(.object(["servers": .array(states.map(\.json))])))
    } else if states.isEmpty {
      StandardStream.output.print("No MCP servers yet. To sign in to one, run authctl mcp login URL.")
    } else {
      StandardStream.output.print(states.map(\.text).joined(separator: "\n"))
    }
    guard !states.contains(where: \.isUnreadable) else {
      throw ReportedFailure(line: "unreadable: the items above couldn't be read (all sessions still exist)")
    }
  }
}

/// The known state of one session with an MCP server.
struct MCPSessionStatus: Sendable {
  private enum Kind: Sendable {
    case signedIn(Credential, ResourceConnection?)
    case signedOut
    case failed(ReportedFailure)
  }

  private let account: MCPAccount
  private let kind: Kind

  init(_ account: MCPAccount) async {
    self.account = account
    do throws(ReportedFailure) {
      let client = try account.client()
      let credential = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
        try await client.credential()
      }
      let connection = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
        try await client.connection()
      }
      kind = credential.map { .signedIn($0, connection) } ?? .signedOut
    } catch {
      kind = .failed(error)
    }
  }

  var isSignedOut: Bool { if case .signedOut = kind { true } else { false } }
  var isUnreadable: Bool { if case .failed = kind { true } else { false } }

  /// The status on one line.
  var text: String {
    let text =
      switch kind {
      case .signedOut: "not signed in"
      case .failed(let failure): failure.line
      case .signedIn(let credential, let connection): Self.text(credential, connection)
      }
    return "\(account.arguments): \(text)".plainText(limit: .max)
  }

  private static func text(_ credential: Credential, _ connection: ResourceConnection?) -> String {
    let isExpired = credential.expiresAt.map { $0 < Date() } ?? false
    let until = credential.expiresAt.map { "token \(isExpired ? "expired" : "expires") \(TimeText.text($0))" }
    return [
      connection.map { "signed in through \($0.authorizationServer)" } ?? "signed in",
      until ?? "token without an expiration", credential.refreshToken == nil ? "not refreshable" : "refreshable",
      credential.keyThumbprint == nil ? "bearer token" : "token bound to a key",
      "scopes: \(credential.scopes.isEmpty ? "unknown" : credential.scopes.joined(separator: " "))",
    ].joined(separator: "; ")
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "url": .string(account.url), "account": account.name.map(JSONValue.string) ?? .null,
      "store": .string(account.server.store.rawValue), "signed_in": .bool(false),
    ]
    switch kind {
    case .signedOut: break
    case .failed(let failure):
      members["signed_in"] = .null
      members["error"] = .string(failure.line)
    case .signedIn(let credential, let connection):
      members["signed_in"] = .bool(true)
      members["issuer"] = connection.map { .string($0.authorizationServer) } ?? .null
      members["client_id"] = connection.map { .string($0.clientID) } ?? .null
      members["client"] = connection.map { .string($0.identification.rawValue) } ?? .null
      members["scopes"] = .array(credential.scopes.map(JSONValue.string))
      members["expires_at"] = credential.expiresAt.map { .string(TimeText.stamp($0)) } ?? .null
      members["refreshable"] = .bool(credential.refreshToken != nil)
      members["bound_to_key"] = .bool(credential.keyThumbprint != nil)
    }
    return .object(members)
  }
}
