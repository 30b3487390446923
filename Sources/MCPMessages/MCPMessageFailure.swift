/// The reason that a message of the Model Context Protocol can't be read.
package enum MCPMessageFailure: Error, Sendable, Hashable {
  /// A message or an event has more bytes than this limit.
  case tooLarge(Int)
  case invalidJSON
  /// The JSON isn't a single message of JSON-RPC 2.0, or a header field of the HTTP response is invalid.
  case invalidMessage
}

extension MCPMessageFailure {
  /// The case's name.
  package var name: String {
    switch self {
    case .tooLarge: "tooLarge"
    case .invalidJSON: "invalidJSON"
    case .invalidMessage: "invalidMessage"
    }
  }

  package var explanation: String {
    switch self {
    case .tooLarge(let limit): "the message is longer than \(limit) bytes"
    case .invalidJSON: "the message isn't valid JSON, has a duplicate member, or is nested too deeply"
    case .invalidMessage: "the message isn't a single request, notification, or response of JSON-RPC 2.0"
    }
  }

  /// The code of the error in a response (JSON-RPC 2.0 §5.1).
  package var code: Int64 {
    switch self {
    case .invalidJSON: -32_700
    case .tooLarge, .invalidMessage: -32_600
    }
  }
}
