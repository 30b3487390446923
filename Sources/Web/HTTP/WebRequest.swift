import AuthConfiguration
import AuthRuntime
import Foundation
import HTTPTypes

/// A request that a browser or a provider sent to the web app, without a server framework's types.
public struct WebRequest: Sendable {
  /// The maximum length of a form, in bytes. A longer one is treated as empty.
  public static let longestForm = 64 << 10

  /// The method.
  public var method: HTTPRequest.Method
  /// The path, as it was sent, without the query.
  public var path: String
  /// The query, as it was sent, without the question mark. It's empty if the request doesn't have one.
  public var query: String
  /// The header fields.
  public var headers: HTTPFields
  /// The body of a form (`application/x-www-form-urlencoded`), as it was sent. It's empty if the request doesn't have one.
  public var form: String

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and the query, as in the request line. One that isn't ASCII is invalid (RFC 3986 §2), and treated as
  ///     empty.
  ///   - headers: The header fields. Several `Cookie` fields are read as one.
  ///   - form: The body, if it's a form.
  public init(method: HTTPRequest.Method, target: String, headers: HTTPFields = [:], form: String = "") {
    let bytes = target.utf8.allSatisfy { $0 < 0x80 } ? target.utf8[...] : "".utf8[...]
    let parts = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = String(Substring(parts[0]))
    query = parts.count > 1 ? String(Substring(parts[1])) : ""
    self.headers = headers
    self.form = form.utf8.count <= Self.longestForm ? form : ""
  }

  /// Creates a request from a head and a body. The body is read only if it's a form.
  public init(_ head: HTTPRequest, body: some Collection<UInt8> = []) {
    let type = head.headerFields[.contentType]?.lowercased() ?? ""
    let isForm = type.isExactly(Self.formType) || type.utf8.starts(with: (Self.formType + ";").utf8)
    let form = isForm && body.count <= Self.longestForm ? String(validUTF8: body) ?? "" : ""
    self.init(method: head.method, target: head.path ?? "/", headers: head.headerFields, form: form)
  }

  private static let formType = "application/x-www-form-urlencoded"
}

extension WebRequest {
  /// The path and the query.
  var target: String { query.isEmpty ? path : "\(path)?\(query)" }

  /// Returns a value of the query or the form. A name that occurs twice is treated as missing, because two programs may
  /// choose different values.
  func field(_ name: String, in text: String) -> String? {
    let values = FormEncoding.decode(text)?.filter { $0.name == name } ?? []
    return values.count == 1 ? values[0].value : nil
  }

  /// Returns a value of the form of a POST request, or of the query of another request.
  func field(_ name: String) -> String? { field(name, in: method == .post ? form : query) }

  /// Whether the method must not change anything (RFC 9110 §9.2.1).
  var isSafe: Bool { [.get, .head, .options, .trace].contains(method) }

  /// Whether the browser says that it won't show the response as a page: it asks for an image, a script, or a frame.
  var isInBackground: Bool {
    guard let mode = headers[.secFetchMode] else { return false }
    return !mode.isExactly("navigate") || !(headers[.secFetchDestination]?.isExactly("document") ?? true)
  }

  /// Whether a browser shows the response as a page. Only such a request may be redirected to a provider.
  public var isNavigation: Bool {
    guard method == .get || method == .head else { return false }
    guard headers[.secFetchMode] == nil else { return !isInBackground }
    // Browsers before 2023, and tools.
    let accepted = Array((headers[.accept] ?? "").lowercased().utf8)
    return accepted.firstRange(of: Array("text/html".utf8)) != nil
  }
}

extension HTTPField.Name {
  static let secFetchMode = HTTPField.Name(constant: "Sec-Fetch-Mode")
  static let secFetchDestination = HTTPField.Name(constant: "Sec-Fetch-Dest")
  static let secFetchSite = HTTPField.Name(constant: "Sec-Fetch-Site")
  static let csrfToken = HTTPField.Name(constant: "X-CSRF-Token")
  static let frameOptions = HTTPField.Name(constant: "X-Frame-Options")
  static let referrerPolicy = HTTPField.Name(constant: "Referrer-Policy")
}
