import AuthConfiguration
import AuthTesting
import Foundation

/// The requests that a server received, to the byte. Random values are replaced with names, and the same value has the same name
/// everywhere: a code verifier that is its own challenge is visible as such.
struct RequestTranscript: Sendable {
  let requests: [RecordedRequest]
  private var names: [String: String] = [:]

  init(_ requests: [RecordedRequest]) {
    self.requests = requests
    for request in requests {
      for pair in Self.pairs(of: request) { name(pair.name, pair.value) }
      for word in Self.words(request.headers.values.joined(separator: " ")) { name("", word) }
    }
  }

  /// The request line, the header fields that this library added, and the body.
  func request(_ path: String, _ index: Int = 0) -> String? {
    let found = requests.filter { $0.path == path }
    guard found.indices.contains(index) else { return nil }
    let request = found[index]
    let head = [line(request)] + Self.headers(of: request).map { "\($0.key): \($0.value)" }
    return masked((head + (request.body.isEmpty ? [] : ["", request.text])).joined(separator: "\n"))
  }

  /// The query of the authorization request.
  var authorization: String? { requests.first { $0.path == "/authorize" }.map { masked($0.query) } }
  /// The body of the first token request.
  var tokenBody: String? { requests.first { $0.path == "/token" }.map { masked($0.text) } }
  /// Methods and paths in order, without the browser's pages.
  var paths: [String] { requests.map { "\($0.method) \($0.path)" } }

  private func line(_ request: RecordedRequest) -> String {
    request.method + " " + request.path + (request.query.isEmpty ? "" : "?" + request.query)
  }

  /// The fields that HTTP itself needs are left out.
  private static func headers(of request: RecordedRequest) -> [(key: String, value: String)] {
    let plain = ["host", "content-length", "connection", "transfer-encoding", "accept-encoding"]
    return request.headers.filter { !plain.contains($0.key) && $0.value != "swift-auth-generator" }
      .sorted { $0.key < $1.key }
  }

  private func masked(_ text: String) -> String {
    var text = text
    for (value, name) in names { text = text.replacing(value, with: name) }
    return text.replacing(#/(:|%3A)\d{4,5}/#) { "\($0.output.1)PORT" }
  }

  private static func pairs(of request: RecordedRequest) -> [(name: String, value: String)] {
    let members = JSONValue(parsing: request.body)?.object ?? [:]
    return (FormEncoding.decode(request.query) ?? []) + (FormEncoding.decode(request.text) ?? [])
      + members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.string ?? "") }
  }

  private mutating func name(_ name: String, _ value: String) {
    for word in Self.words(value) where names[word] == nil {
      if word.count == 43 || (word.count == 64 && name == "code_challenge") {
        names[word] = word == value ? name.uppercased() : "STATE"
      } else if word.hasPrefix("access-") {
        names[word] = "ACCESS"
      } else if word.hasPrefix("refresh-") {
        names[word] = "REFRESH"
      }
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))) }.map(String.init)
  }
}

/// The value of an `Authorization` field (RFC 7617 §2).
func basic(_ pair: String) -> String { "Basic " + Data(pair.utf8).base64EncodedString() }
