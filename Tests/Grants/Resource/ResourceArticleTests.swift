import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The article on MCP servers` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  private func example(_ name: String) throws -> String {
    let lines = try text("Tests/Grants/Resource/ConnectToMCPServersExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("// \(name) begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// \(name) ends") })
    let indentation = lines[begin].prefix { $0 == " " }.count
    return lines[(begin + 1)..<end].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }

  @Test func `The code in the article on MCP servers is compiled`() throws {
    let blocks = try text("Documentation.docc/ConnectToMCPServers.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(try blocks == ["program", "identity", "policy", "sign-in", "server"].map(example))
  }

  @Test func `The server in the article on MCP servers responds with its metadata and a challenge`() async throws {
    let notes = try ProtectedNotes(at: try #require(URL(string: "https://mcp.example.com/notes")))
    let path = "/.well-known/oauth-protected-resource/notes"
    #expect(await notes.response(to: MCPRequest(method: "GET", path: path)).status == 200)
    let rejected = await notes.response(to: MCPRequest())
    #expect(rejected.status == 401)
    #expect(rejected.headers["WWW-Authenticate"]?.contains("https://mcp.example.com\(path)") == true)
  }
}
