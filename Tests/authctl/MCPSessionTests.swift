import AuthMCPMessages
import AuthRuntime
import Testing

@Suite struct `The session of an MCP host` {
  /// The ID that a session takes from a header field.
  private func id(_ value: String) throws(MCPMessageFailure) -> String? {
    var session = MCPSession()
    try session.read(HTTPResponse(status: .ok, headerFields: [.mcpSessionID: value]))
    return session.id
  }

  /// The version that a session takes from the result of `initialize`.
  private func version(_ text: String) -> String? {
    var session = MCPSession()
    session.read(JSONValue.object(["protocolVersion": .string(text)]))
    return session.version
  }

  @Test(arguments: ["!", "~", String(repeating: "x", count: 1024)])
  func `A session ID has up to 1,024 visible ASCII characters`(value: String) throws {
    #expect(try id(value) == value)
  }

  @Test(arguments: ["", "a b", "é", String(repeating: "x", count: 1025)])
  func `A response with an invalid session ID is rejected`(value: String) {
    #expect(throws: MCPMessageFailure.invalidMessage) { try id(value) }
  }

  @Test(arguments: ["2025-11-25", "!", "~", String(repeating: "x", count: 64)])
  func `A session uses the version that the server chose`(text: String) {
    #expect(version(text) == text)
  }

  @Test(arguments: ["", "2025 11 25", "2025-11-25\r\nX-Evil: 1", "é", String(repeating: "x", count: 65)])
  func `An invalid version is ignored`(text: String) {
    #expect(version(text) == nil)
  }
}
