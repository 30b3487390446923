import AuthDescriptor
import AuthRuntime
import Foundation

/// A transport that keeps the responses of a sign-in, for the examples of a descriptor.
struct ExampleRecorder: HTTPTransport {
  /// The responses by the names of examples. Only the first of each kind is kept.
  private actor Bodies {
    private(set) var all: [String: Data] = [:]

    func add(_ body: Data, as kind: String) {
      if all[kind] == nil { all[kind] = body }
    }

    func addUserInfo(_ body: Data) {
      add(body, as: all["userinfo"] == nil ? "userinfo" : "emails")
    }
  }

  let transport: any HTTPTransport
  /// The path of the file to write.
  let file: String
  private let bodies = Bodies()

  init(_ transport: any HTTPTransport, file: String) {
    self.transport = transport
    self.file = file
  }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let (data, response) = try await transport.send(request, body: body, options: options)
    if let kind = Self.kind(of: request, body, response) {
      await bodies.add(data, as: kind)
    } else if Self.mayDescribeUser(data, request, response) {
      await bodies.addUserInfo(data)
    }
    return (data, response)
  }

  /// The name of the example for a response of the token endpoint.
  private static func kind(of request: HTTPRequest, _ body: Data?, _ response: HTTPResponse) -> String? {
    let sent = String(decoding: body ?? Data(), as: UTF8.self) + " " + (request.path ?? "")
    guard sent.contains("grant_type") else { return nil }
    guard response.status.kind == .successful else { return "token_error" }
    return sent.contains("grant_type=refresh_token") || sent.contains(#""refresh_token""#) ? "refresh" : "token"
  }

  /// Whether a response isn't one of the discovery, key, device, or pushed authorization endpoints.
  private static func mayDescribeUser(_ data: Data, _ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
    guard response.status.kind == .successful, request.path?.contains("/.well-known/") != true else { return false }
    guard let members = JSONValue(parsing: data)?.object else { return false }
    let others = ["token_endpoint", "device_code", "request_uri"]
    return members["keys"]?.array == nil && !others.contains { members[$0] != nil }
  }

  /// Writes the examples to a new file, if a response was recorded.
  func write(known: Set<String>) async throws(ReportedFailure) {
    guard await !bodies.all.isEmpty else { return }
    let text = await examples(known: known, day: DescriptorLoader.currentDay())
    try NewFile.write(text, to: file, overwriting: false)
    StandardError.print("The example is in \(file). Read it before you publish it.")
  }

  /// The recorded examples as the key `examples` of a descriptor, without secrets and personal data.
  ///
  /// - Parameter known: Strings that aren't personal, such as the requested scopes.
  func examples(known: Set<String>, day: String) async -> String {
    let recorded = await bodies.all
    var redactor = ExampleRedactor(known: known)
    var lines = ["examples:  # recorded on \(day); secrets and personal data are replaced"]
    for kind in ["token", "token_error", "refresh", "userinfo", "emails"] {
      guard let body = recorded[kind] else { continue }
      lines.append("  \(kind): \(Self.quoted(Self.redacted(body, by: &redactor)))")
    }
    if let claims = Self.idTokenClaims(in: recorded["token"]) {
      lines.append("  id_token: \(SafeJSON.line(redactor.redact(.object(claims))))")
    }
    lines.append("  # Add 'expect'. 'authgen validate' compares it with the values that clients read.")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func redacted(_ body: Data, by redactor: inout ExampleRedactor) -> String {
    if let value = JSONValue(parsing: body) { return SafeJSON.line(redactor.redact(value)) }
    let text = String(decoding: body, as: UTF8.self)
    guard text.split(separator: "&").allSatisfy({ $0.contains("=") }), let fields = FormEncoding.decode(text),
      fields.allSatisfy({ isName($0.name) })
    else { return "{}" }
    var redacted: [(name: String, value: String)] = []
    for (name, value) in fields {
      redacted.append((name, redactor.redact(.string(value), named: name).string ?? ""))
    }
    return FormEncoding.encode(redacted)
  }

  /// Whether the text of a form's field can be the name of a member. Other text isn't a form, and may contain anything.
  private static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[a-z][a-z_]{0,39}/) != nil }

  private static func idTokenClaims(in token: Data?) -> [String: JSONValue]? {
    let text = token.flatMap { JSONValue(parsing: $0) }?.object?["id_token"]?.string
    return text.flatMap { try? DecodedToken($0) }?.claims
  }

  /// A single-quoted scalar. The text is on one line.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacingScalar("'", with: "''"))'"
  }
}
