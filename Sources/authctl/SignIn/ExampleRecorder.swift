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
    let sent = String(decoding: body ?? Data(), as: UTF8.self)
    let path = request.path ?? ""
    let succeeded = response.status.kind == .successful
    if sent.contains("grant_type") || path.contains("grant_type") {
      let granted = sent.contains("refresh_token") ? "refresh" : "token"
      await bodies.add(data, as: succeeded ? granted : "token_error")
    } else if succeeded, !path.contains("/.well-known/"), let members = JSONValue(parsing: data)?.object,
      members["keys"]?.array == nil, members["issuer"] == nil || members["token_endpoint"] == nil
    {
      await bodies.addUserInfo(data)
    }
    return (data, response)
  }

  /// Writes the examples to a new file, if a response was recorded.
  func write(known: [String]) async throws(ReportedFailure) {
    guard await !bodies.all.isEmpty else { return }
    let text = await examples(known: Set(known), day: DescriptorLoader.currentDay())
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
    guard let fields = FormEncoding.decode(String(decoding: body, as: UTF8.self)) else { return "{}" }
    var redacted: [(name: String, value: String)] = []
    for (name, value) in fields {
      redacted.append((name, redactor.redact(.string(value), named: name).string ?? ""))
    }
    return FormEncoding.encode(redacted)
  }

  private static func idTokenClaims(in token: Data?) -> [String: JSONValue]? {
    let text = token.flatMap { JSONValue(parsing: $0) }?.object?["id_token"]?.string
    return text.flatMap { try? DecodedToken($0) }?.claims
  }

  /// A single-quoted scalar. The text is on one line.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}
