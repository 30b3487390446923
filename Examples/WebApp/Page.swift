import Hummingbird

/// A page of HTML.
struct Page: ResponseGenerator {
  var title: String
  var body: String

  func response(from request: Request, context: some RequestContext) throws -> Response {
    let html =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>\(title)</title><h1>\(title)</h1>\(body)</html>"
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      ],
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }

  static func welcome(isSignedIn: Bool) -> Page {
    Page(
      title: "Welcome",
      body: isSignedIn
        ? "<a href=\"/me\">Your page</a>"
        : "<a href=\"/auth/company/login\">Sign in at Acme</a> <a href=\"/auth/auth0/login\">Sign in with Auth0</a>")
  }

  static func visitor(_ visitor: Visitor) -> Page {
    func form(_ action: String, _ label: String, _ fields: String = "") -> String {
      self.form(visitor, action, label, fields)
    }
    let everywhere = "<input type=\"hidden\" name=\"everywhere\" value=\"true\">"
    let other = visitor.path == "/auth/company" ? "/auth/auth0" : "/auth/company"
    return Page(
      title: "Hello \(escape(visitor.name))",
      body: "<p>Account \(escape(visitor.account))</p><a href=\"/payment\">Pay</a>"
        + form("\(other)/login", "Link the other provider") + form("\(visitor.path)/logout", "Sign out")
        + form("\(visitor.path)/logout", "Sign out everywhere", everywhere))
  }

  static func payment(_ visitor: Visitor) -> Page {
    Page(title: "Payment", body: form(visitor, "/payment", "Pay as \(escape(visitor.name))"))
  }

  /// A form with the session's token, for browsers that don't say which site sent it.
  private static func form(_ visitor: Visitor, _ action: String, _ label: String, _ fields: String = "") -> String {
    let token = "<input type=\"hidden\" name=\"csrf_token\" value=\"\(escape(visitor.csrfToken))\">"
    return "<form method=\"post\" action=\"\(action)\">\(token)\(fields)<button>\(label)</button></form>"
  }

  static func paid(_ name: String) -> Page { Page(title: "Paid", body: "<p>Thank you, \(escape(name)).</p>") }

  private static func escape(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
