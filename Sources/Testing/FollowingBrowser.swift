#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// A browser without a user. It requests the page, follows redirects, submits a form that submits itself, and sends
  /// the fragment after `#` as the loopback receiver's own page does. It sends the parameters of a route in the fragment as
  /// the page's script does.
  public struct FollowingBrowser: Browser {
    /// Creates a browser without cookies.
    public init() {}

    public func open(_ url: URL) async throws(BrowserFailure) {
      var next: Step? = Step(url: url.withRouteInQuery)
      do {
        for _ in 0..<10 {
          guard let step = next else { return }
          next = step.next(after: try await AuthEnvironment.platformTransport.send(step.request))
        }
      } catch {
        throw .noBrowser("\(error)")
      }
      throw .noBrowser("the page redirects endlessly")
    }
  }

  extension URL {
    /// The URL that a page with a route in its fragment (`#/authorize?…`) requests. Its script would send the parameters.
    fileprivate var withRouteInQuery: URL {
      guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: false),
        let fragment = parts.percentEncodedFragment, fragment.hasPrefix("/"), let mark = fragment.firstIndex(of: "?")
      else { return self }
      parts.percentEncodedQuery = String(fragment[fragment.index(after: mark)...])
      parts.percentEncodedFragment = nil
      return parts.url ?? self
    }
  }

  /// A request of the browser: a page, or a posted form.
  private struct Step {
    let url: URL
    var form: String?

    var request: TransportRequest {
      guard let form else { return TransportRequest(url: url) }
      return TransportRequest(
        method: .post, url: url, headers: [.contentType: "application/x-www-form-urlencoded"], body: Data(form.utf8))
    }

    func next(after response: TransportResponse) -> Step? {
      if let location = response.headers[.location] {
        return URL(string: location, relativeTo: url).map { Step(url: $0.absoluteURL) }
      }
      guard form == nil, response.status == 200 else { return nil }
      if let fragment = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedFragment {
        return Step(url: url, form: fragment)
      }
      return PostedForm(html: String(decoding: response.body, as: UTF8.self)).flatMap { form in
        URL(string: form.action).map { Step(url: $0, form: FormEncoding.encode(form.fields)) }
      }
    }
  }

  /// A page with a form that submits itself (OAuth 2.0 Form Post Response Mode §2).
  struct PostedForm {
    var action: String
    var fields: [(name: String, value: String)]

    init(action: String, fields: [(name: String, value: String)]) {
      (self.action, self.fields) = (action, fields)
    }

    var html: String {
      let inputs = fields.map { field in
        "<input type=\"hidden\" name=\"\(Self.escape(field.name))\" value=\"\(Self.escape(field.value))\">"
      }
      return "<!doctype html><form method=\"post\" action=\"\(Self.escape(action))\">\(inputs.joined())</form>"
        + "<script>document.forms[0].submit()</script>"
    }

    /// Parses a page that ``html`` wrote.
    init?(html: String) {
      guard let form = html.firstMatch(of: /<form method="post" action="([^"]*)">/) else { return nil }
      action = Self.unescape(String(form.1))
      fields = html.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map { match in
        (name: Self.unescape(String(match.1)), value: Self.unescape(String(match.2)))
      }
    }

    private static let entities = [("&", "&amp;"), ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;")]

    private static func escape(_ text: String) -> String {
      entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func unescape(_ text: String) -> String {
      entities.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
    }
  }
#endif
