import ArgumentParser
import Testing

@testable import authctl

@Suite struct `The options of a login at an MCP server` {
  private var saved: MCPServer {
    var server = MCPServer()
    (server.issuer, server.clientID, server.clientSecretFile) = ("https://one.example", "a", "/secret")
    (server.scopes, server.acceptsUnadvertisedPKCE) = (["read"], true)
    return server
  }

  private func options(_ arguments: String...) throws -> MCPServer {
    try MCPLogin.parse(["https://mcp.example"] + arguments).applied(to: saved)
  }

  @Test func `Login options are kept for the same client`() throws {
    #expect(try options() == saved)
    #expect(try options("--client-id", "a", "--issuer", "https://one.example") == saved)
  }

  @Test(arguments: [
    ["--client-id", "b", "--issuer", "https://two.example"], ["--client-id", "b", "--issuer", "https://one.example"],
    ["--client-id", "a", "--issuer", "https://two.example"], ["--issuer", "https://two.example"],
    ["--client-metadata", "https://app.example/client.json"],
  ])
  func `Another client, or another authorization server, gets neither the secret nor the exception`(
    arguments: [String]
  ) throws {
    let server = try MCPLogin.parse(["https://mcp.example"] + arguments).applied(to: saved)
    #expect(server.clientSecretFile == nil && !server.acceptsUnadvertisedPKCE)
    #expect(server.clientID == (arguments[0] == "--client-id" ? arguments[1] : nil))
    #expect(server.scopes == ["read"])
  }
}
