import AuthRuntime
import Foundation

/// A message of JSON-RPC 2.0.
package struct RPCMessage: Sendable {
  /// The maximum size of a message in bytes.
  package static let maximumBytes = 16 << 20
  /// The number of nesting levels that a message may have beyond a token's limit. Tool schemas are deeply nested.
  private static let moreLevels = 96

  package enum Kind: Sendable, Hashable {
    case request(id: JSONValue, method: String)
    case notification(method: String)
    /// A result or an error. The ID is `null` if the sender couldn't read the request.
    case response(id: JSONValue)
  }

  package let kind: Kind
  /// The members.
  package let members: [String: JSONValue]
  /// The message in one line of UTF-8, without the line feed at the end. Keeps the sender's numbers and escapes.
  package let line: Data

  /// - Throws: ``MCPMessageFailure`` if the bytes aren't one message.
  package init(_ bytes: some Collection<UInt8>) throws(MCPMessageFailure) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge(Self.maximumBytes) }
    guard let value = JSONValue(parsing: Data(bytes), wrappedIn: Self.moreLevels) else { throw .invalidJSON }
    guard let members = value.object, members["jsonrpc"] == .string("2.0"), let kind = Kind(members) else {
      throw .invalidMessage
    }
    (self.kind, self.members, line) = (kind, members, Self.oneLine(bytes))
  }

  /// Creates a message of the client.
  package init(_ members: [String: JSONValue]) throws(MCPMessageFailure) {
    var members = members
    members["jsonrpc"] = .string("2.0")
    try self.init(JSONValue.object(members).encoded)
  }

  package var params: [String: JSONValue] { members["params"]?.object ?? [:] }

  package var method: String? {
    switch kind {
    case .request(_, let method), .notification(let method): method
    case .response: nil
    }
  }

  /// Replaces line feeds and carriage returns, which valid JSON has only between tokens, with spaces. Escapes the other
  /// line breaks of Unicode, which a string may contain and some readers treat as the end of a line.
  private static func oneLine(_ bytes: some Collection<UInt8>) -> Data {
    var line = Data()
    line.reserveCapacity(bytes.count)
    for byte in bytes {
      guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
        line.append(UInt8(ascii: " "))
        continue
      }
      line.append(byte)
      for (encoded, escaped) in separators where byte == encoded.last && line.suffix(encoded.count) == encoded {
        line.removeLast(encoded.count)
        line.append(contentsOf: escaped.utf8)
      }
    }
    return line
  }

  /// U+0085, U+2028, and U+2029 in UTF-8, and as escapes.
  private static let separators: [(Data, String)] = [
    (Data([0xC2, 0x85]), "\\u0085"), (Data([0xE2, 0x80, 0xA8]), "\\u2028"), (Data([0xE2, 0x80, 0xA9]), "\\u2029"),
  ]
}

extension RPCMessage.Kind {
  /// Returns `nil` if the members aren't those of a message.
  init?(_ members: [String: JSONValue]) {
    if let method = members["method"] {
      guard let method = method.string, members["result"] == nil, members["error"] == nil else { return nil }
      guard let id = members["id"] else {
        self = .notification(method: method)
        return
      }
      guard id.isRequestID else { return nil }
      self = .request(id: id, method: method)
    } else {
      guard (members["result"] == nil) != (members["error"] == nil) else { return nil }
      let id = members["id"] ?? .null
      guard id.isRequestID || (id == .null && members["error"] != nil) else { return nil }
      self = .response(id: id)
    }
  }
}

extension JSONValue {
  fileprivate var isRequestID: Bool {
    switch self {
    case .string, .integer: true
    case .null, .bool, .number, .array, .object: false
    }
  }
}
