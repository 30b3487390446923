import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// `authctl mcp` at servers of the official SDK for Python and of FastMCP, with a host of the SDK.
@Suite(.serialized, .mcpServers) struct `authctl at a protected MCP server` {
  private func send(_ method: HTTPRequest.Method, _ url: String) async throws -> String {
    let url = try #require(URL(string: url))
    let response = try await AuthEnvironment.platformTransport.send(TransportRequest(method: method, url: url))
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test func `A host calls a tool through the proxy after a login, and two processes share one refresh`() async throws {
    let server = try IdentityServers.server(.mcp)
    let home = MCPHome()
    defer { try? FileManager.default.removeItem(at: home.folder) }
    let before = try await home.host("legacy", "Ada", server.resource)
    #expect(before.status != 0 && before.errors.contains("authctl mcp login \(server.resource)"), "\(before.errors)")

    let login = try await home.login(server.resource)
    #expect(login.status == 0, "\(login.errors)")
    for secret in ["access-", "refresh-"] { #expect(!(login.output + login.errors).contains(secret)) }
    for mode in ["legacy", "2026-07-28"] {
      let outcome = try await home.host(mode, "Ada", server.resource)
      #expect(outcome.output == "Hello, Ada, from alice\n", "\(mode): \(outcome.errors)")
    }
    #expect(try await send(.get, server["REFRESHES"]) == "0")

    _ = try await send(.post, server["EXPIRE"])
    async let first = home.host("legacy", "Bob", server.resource)
    async let second = home.host("2026-07-28", "Eve", server.resource)
    #expect(try await first.output == "Hello, Bob, from alice\n")
    #expect(try await second.output == "Hello, Eve, from alice\n")
    #expect(try await send(.get, server["REFRESHES"]) == "1")
  }

  @Test func `A host reaches a FastMCP server after a login in a real browser`() async throws {
    let server = try IdentityServers.server(.fastmcp)
    let browser = try HeadlessBrowser(trusting: server)
    let home = MCPHome(browser: browser)
    defer { try? FileManager.default.removeItem(at: home.folder) }
    let login = try await home.login(server.resource)
    #expect(login.status == 0, "\(login.errors)")
    #expect(browser.opened.map(\.path) == ["/authorize"])
    let outcome = try await home.host("legacy", "Ada", server.resource)
    #expect(outcome.output == "Hello, Ada, with notes:read\n", "\(outcome.errors)")

    let more = try await home.login(server.resource, ["--scope", "notes:read", "--scope", "notes:write"])
    #expect(more.status == 0, "\(more.errors)")
    let second = try await home.host("legacy", "Bob", server.resource)
    #expect(second.output == "Hello, Bob, with notes:read notes:write\n", "\(second.errors)")
  }

  @Test func `A token is printed, its session is shown, and a logout ends it`() async throws {
    let server = try IdentityServers.server(.mcp)
    let home = MCPHome()
    defer { try? FileManager.default.removeItem(at: home.folder) }
    let login = try await home.login(server.resource, ["--scope", "notes:write", "--json"])
    let status = try #require(JSONValue(parsing: Data(login.output.utf8))?.object, "\(login.errors)")
    #expect(status["issuer"] == .string(server.issuer) && status["client"] == "dynamic")
    #expect(status["scopes"]?.array?.contains("notes:write") == true)
    let token = try await home.authctl(["token", server.resource])
    #expect(token.output.hasPrefix("access-") && token.status == 0, "\(token.errors)")
    let shown = try await home.authctl(["status"])
    #expect(shown.output.contains("\(server.resource): signed in through \(server.issuer)"), "\(shown.errors)")
    let logout = try await home.authctl(["logout", server.resource])
    #expect(logout.output == "Signed out of \(server.resource).\n", "\(logout.errors)")
    let after = try await home.authctl(["token", server.resource])
    #expect(after.status == 1 && after.output == "")
    #expect(after.errors.contains("(run authctl mcp login \(server.resource))"), "\(after.errors)")
  }
}
