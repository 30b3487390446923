import AuthRuntime
import Foundation
import HTTPTypes

/// A response of the web app, without a server framework's types.
public struct WebResponse: Sendable {
  /// The status.
  public var status: HTTPResponse.Status
  /// The header fields. Each cookie is a separate field.
  public var headers: HTTPFields
  /// The body, which is empty, HTML, or JSON.
  public var body: String

  /// The status and the header fields.
  public var head: HTTPResponse { HTTPResponse(status: status, headerFields: headers) }

  /// Creates a response that no cache stores, that no page can frame, and whose address isn't sent to other sites.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: String = "") {
    self.status = status
    self.body = body
    self.headers = headers
    for (name, value) in Self.always where self.headers[name] == nil { self.headers[name] = value }
  }

  private static let always: [(HTTPField.Name, String)] = [
    (.cacheControl, "no-store"), (.frameOptions, "DENY"), (.referrerPolicy, "no-referrer"),
    (.xContentTypeOptions, "nosniff"), (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
  ]
}

extension WebResponse {
  /// Returns a redirect after which the browser sends GET.
  static func redirect(to location: String, cookies: [String] = []) -> WebResponse {
    var response = WebResponse(.seeOther, headers: [.location: location])
    response.add(cookies)
    return response
  }

  /// Returns a page with one paragraph. The strings are constants, so nothing from outside is in the page.
  static func page(_ status: HTTPResponse.Status, _ text: StaticString, link: String? = nil) -> WebResponse {
    let link = link.map { "<p><a href=\"\($0)\">Try again</a></p>" } ?? ""
    return WebResponse(
      status, headers: [.contentType: "text/html; charset=utf-8"],
      body: "<!doctype html><html lang=\"en\"><title>\(text)</title><p>\(text)</p>\(link)</html>")
  }

  static func json(_ status: HTTPResponse.Status, _ members: [String: String]) -> WebResponse {
    let body = String(decoding: JSONValue.object(members.mapValues(JSONValue.string)).encoded, as: UTF8.self)
    return WebResponse(status, headers: [.contentType: "application/json"], body: body)
  }

  mutating func add(_ cookies: [String]) {
    for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
  }
}
