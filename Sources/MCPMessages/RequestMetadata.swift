import AuthRuntime
import Foundation

/// The header fields that repeat parts of a message (MCP 2026-07-28, Streamable HTTP, "Request Metadata").
package enum RequestMetadata {
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  /// The methods whose requests have a name, and the parameter that contains it.
  private static let names = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]
  /// The maximum length of a value. Servers limit their header fields.
  private static let maximumValueLength = 4096

  /// The protocol version that the message states, or `nil`. Versions before 2026-07-28 aren't in messages.
  package static func version(of message: RPCMessage) -> String? {
    guard let version = message.params["_meta"]?.object?[versionKey]?.string, isPlain(version), version.utf8.count <= 64
    else { return nil }
    return version
  }

  /// The fields of a message that states its version.
  package static func fields(of message: RPCMessage, version: String) -> HTTPFields {
    var fields: HTTPFields = [.mcpProtocolVersion: version]
    guard let method = message.method else { return fields }
    fields[.mcpMethod] = encoded(method)
    if let name = names[method].flatMap({ message.params[$0]?.string }) { fields[.mcpName] = encoded(name) }
    return fields
  }

  /// A value in the form that's safe in a header field, or `nil` if it's too long.
  package static func encoded(_ value: String) -> String? {
    let looksEncoded = value.hasPrefix("=?base64?") && value.hasSuffix("?=")
    let text = isPlain(value) && !looksEncoded ? value : "=?base64?\(Data(value.utf8).base64EncodedString())?="
    return text.utf8.count <= maximumValueLength ? text : nil
  }

  /// Whether a header field can contain the value as it is.
  private static func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !value.isEmpty && value.first != " " && value.last != " "
  }
}

extension HTTPField.Name {
  package static let mcpProtocolVersion = HTTPField.Name(constant: "MCP-Protocol-Version")
  package static let mcpSessionID = HTTPField.Name(constant: "Mcp-Session-Id")
  package static let mcpMethod = HTTPField.Name(constant: "Mcp-Method")
  package static let mcpName = HTTPField.Name(constant: "Mcp-Name")
  package static let lastEventID = HTTPField.Name(constant: "Last-Event-ID")
}
