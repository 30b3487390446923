import Foundation
import HTTPTypes

/// A request with its body and its options, as one value.
package struct TransportRequest: Sendable {
  package var head: HTTPRequest
  package var body: Data?
  package var options: TransportOptions

  package init(
    method: HTTPRequest.Method = .get, url: URL, headers: HTTPFields = [:], body: Data? = nil,
    timeout: Duration = .seconds(30), maximumBytes: Int = 1 << 20, isRepeatable: Bool = false
  ) {
    // `HTTPRequest(url:)` drops the user information, which transports reject, and traps for a relative URL.
    let (authority, path) = url.authorityAndPath
    self.init(
      HTTPRequest(method: method, scheme: url.scheme, authority: authority, path: path, headerFields: headers),
      body, TransportOptions(timeout: timeout, maximumBytes: maximumBytes, isRepeatable: isRepeatable))
  }

  package init(_ head: HTTPRequest, _ body: Data?, _ options: TransportOptions) {
    (self.head, self.body, self.options) = (head, body, options)
  }

  /// Creates a request for a JSON document that a server publishes. It may be sent twice.
  static func published(at url: URL) -> TransportRequest {
    TransportRequest(url: url, headers: [.accept: "application/json"], isRepeatable: true)
  }
}

/// A response with its whole body, as one value.
package struct TransportResponse: Sendable {
  package var head: HTTPResponse
  package var body: Data

  package init(_ head: HTTPResponse, _ body: Data) {
    (self.head, self.body) = (head, body)
  }

  package init(status: Int, headers: HTTPFields = [:], body: Data = Data()) {
    self.init(HTTPResponse(status: .init(code: status), headerFields: headers), body)
  }

  package var status: Int { head.status.code }
  package var headers: HTTPFields { head.headerFields }
}

// Header values and bodies contain tokens. A URL may contain a code in its query and a token in its path.
extension TransportRequest: CustomStringConvertible, CustomReflectable {
  package var description: String {
    "\(head.method) \(head.scheme ?? "")://\(head.url?.host ?? "") (\(body?.count ?? 0) bytes)".plainText()
  }

  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(status) (\(body.count) bytes)" }
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension URL {
  /// The authority, and the rest of the URL without its fragment.
  var authorityAndPath: (authority: String?, path: String) {
    let authority = authority
    let text = Substring(absoluteString.utf8.dropFirst((scheme?.utf8.count ?? 0) + 3 + (authority?.utf8.count ?? 0)))
    let path = text.prefix { $0 != "#" }
    return (authority, path.utf8.first == UInt8(ascii: "/") ? String(path) : "/\(path)")
  }
}
