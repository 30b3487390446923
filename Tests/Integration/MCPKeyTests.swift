import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// `authctl mcp` at a server that accepts only tokens that are bound to a key (RFC 9449), with a host of the official
/// SDK for Python.
extension `authctl at a protected MCP server` {
  private func status(_ url: String, authorization: String) async throws -> (Int, challenge: String) {
    let url = try #require(URL(string: url))
    let response = try await AuthEnvironment.platformTransport.send(
      TransportRequest(method: .post, url: url, headers: [.authorization: authorization]))
    return (response.status, response.headers[.wwwAuthenticate] ?? "")
  }

  @Test func `A login binds the tokens to a key if the server requires it, and a host calls a tool`() async throws {
    try await BoundMCPServer.run { server in
      let home = MCPHome()
      defer { try? FileManager.default.removeItem(at: home.folder) }
      let login = try await home.login(server.url, ["--json"])
      let shown = try #require(JSONValue(parsing: Data(login.output.utf8))?.object, "\(login.errors)")
      #expect(shown["bound_to_key"] == true && shown["client"] == "dynamic")
      let host = try await home.host("legacy", "Ada", server.url)
      #expect(host.output == "The notes of alice\n", "\(host.errors)")

      // Without the key, the token is worth nothing.
      let token = try await home.authctl(["token", server.url])
      #expect(token.status == 0 && token.errors.contains("the token is bound to a key"), "\(token.errors)")
      let stolen = token.output.trimmingCharacters(in: .newlines)
      for scheme in ["Bearer", "DPoP"] {
        let (status, challenge) = try await status(server.url, authorization: "\(scheme) \(stolen)")
        #expect(status == 401 && challenge.hasPrefix("DPoP "), "\(scheme): \(challenge)")
      }
    }
  }

  @Test func `Two processes share one refresh with the session's key`() async throws {
    try await BoundMCPServer.run { server in
      let home = MCPHome()
      defer { try? FileManager.default.removeItem(at: home.folder) }
      let login = try await home.login(server.url)
      #expect(login.status == 0, "\(login.errors)")
      #expect(try await home.host("legacy", "Ada", server.url).output == "The notes of alice\n")
      #expect(server.refreshes.isEmpty)

      server.expireTokens()
      async let first = home.host("legacy", "Bob", server.url)
      async let second = home.host("legacy", "Eve", server.url)
      for outcome in [try await first, try await second] {
        #expect(outcome.output == "The notes of alice\n", "\(outcome.errors)")
      }
      #expect(server.refreshes.count == 1)
      #expect(server.refreshes.allSatisfy { $0.headers["dpop"] != nil })
    }
  }
}
