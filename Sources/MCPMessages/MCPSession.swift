import AuthRuntime

/// A host's session in a protocol version before 2026-07-28 (MCP 2025-11-25, Streamable HTTP, "Session Management").
package struct MCPSession: Sendable, Hashable {
  private static let maximumIDLength = 1024

  /// The server's ID of the session, or `nil` if the server doesn't use sessions.
  package private(set) var id: String?
  /// The version that the server chose.
  package private(set) var version: String?
  /// The parameters of the host's `initialize` request. A new session begins with the same parameters.
  package private(set) var parameters: JSONValue?

  package init() {}

  /// Creates a session that begins with a request of the host.
  package init(beginningWith message: RPCMessage) {
    parameters = message.members["params"]
  }

  /// The header fields of a request in this session.
  package var fields: HTTPFields {
    var fields = HTTPFields()
    fields[.mcpSessionID] = id
    fields[.mcpProtocolVersion] = version
    return fields
  }

  /// Reads the ID in the response to `initialize`.
  ///
  /// - Throws: ``MCPMessageFailure`` if the ID is empty, too long, or contains characters other than visible ASCII.
  package mutating func read(_ head: HTTPResponse) throws(MCPMessageFailure) {
    guard let value = head.headerFields[.mcpSessionID] else { return }
    guard (1...Self.maximumIDLength).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw .invalidMessage
    }
    id = value
  }

  /// Reads the version in the result of `initialize`.
  package mutating func read(_ result: JSONValue) {
    guard let text = result.object?["protocolVersion"]?.string, (1...64).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return }
    version = text
  }
}
