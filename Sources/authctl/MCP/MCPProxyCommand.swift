import ArgumentParser
import AuthDescriptor
import AuthMCPMessages
import AuthRuntime
import Dispatch
import Foundation

/// `authctl mcp proxy`: an MCP server on standard input and output that forwards to a protected one.
struct MCPProxyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proxy",
    abstract: "Forward messages on standard input and output to a protected MCP server.",
    discussion: """
      MCP hosts run this command. It sends each message to the server with a fresh access token, and refreshes the token \
      for all processes. It never opens a browser: if the session has ended, each request gets an error that names the \
      command to log in with, and the connection continues after that login. The command ends when its input ends.
      """)

  @OptionGroup var which: MCPArguments

  func run() async throws {
    let list = try MCPServerList.load()
    let account = try which.account(in: list)
    // Before the first login, the store of the sessions isn't known.
    guard list.servers[account.url] != nil else {
      throw account.report(.notSignedIn)
    }
    let url: URL
    do { url = try SecureURL.endpoint(account.url) } catch { throw ReportedFailure(error) }
    let connection = MCPProxyConnection(account: account)
    _ = try await connection.client()
    let output = ProtocolOutput()
    let endpoint = MCPEndpoint(url: url) { request, body, options throws(AuthFailure<AnyErrorCode>) in
      try await connection.send(request, body, options)
    }
    let proxy = MCPProxy(endpoint: endpoint, arguments: account.arguments) { line in
      await output.write(line)
    } note: { line in
      StandardError.print("authctl: \(line)")
    }
    let input = LineReader()
    while let line = await input.next() { await proxy.forward(line) }
    await proxy.stop()
  }
}

/// The client of a proxy. After a failure that a login solves, the next request reads the session from the store again.
actor MCPProxyConnection {
  private let account: MCPAccount
  private var current: ResourceClient?

  init(account: MCPAccount) {
    self.account = account
  }

  func client() throws(ReportedFailure) -> ResourceClient {
    if let current { return current }
    let client = try account.client(keepsStreams: true)
    current = client
    return client
  }

  func send(
    _ request: HTTPRequest, _ body: Data?, _ options: TransportOptions
  ) async throws(AuthFailure<AnyErrorCode>) -> (ResponseBody, HTTPResponse) {
    let client: ResourceClient
    // The key file was readable when the command started.
    do throws(ReportedFailure) { client = try self.client() } catch { throw .store(.corrupt) }
    do throws(AuthFailure<AnyErrorCode>) {
      let (content, response) = try await client.stream(for: request, body: body, options: options)
      if [401, 403].contains(response.status.code) { current = nil }
      return (content, response)
    } catch {
      if error == .notSignedIn || error.recovery == .reauthenticate { current = nil }
      throw error
    }
  }
}

/// Writes lines to standard output. Nothing else writes to it.
struct ProtocolOutput: Sendable {
  /// Blocks its thread if the host doesn't read, so this isn't one of the concurrency pool.
  private let queue = DispatchQueue(label: "authctl.output")

  func write(_ line: Data) async {
    await withCheckedContinuation { continuation in
      queue.async {
        StandardStream.output.print(String(decoding: line, as: UTF8.self))
        continuation.resume()
      }
    }
  }
}
