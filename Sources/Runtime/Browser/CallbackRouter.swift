import AuthConfiguration
import Foundation

/// A request to the loopback receiver.
struct LoopbackRequest: Sendable {
  var method: String
  /// The path and query, as they appear in the request line.
  var target: String
  /// The header fields by lowercase name.
  var headers: [String: String]
  /// The body, as it was sent.
  var body = ""
  /// Both ends of the request's connection.
  var connection: LoopbackConnection?
}

extension LoopbackRequest {
  /// Whether the browser fetches the page in advance: a prefetch or a prerendering.
  var isSpeculative: Bool {
    [headers["sec-purpose"], headers["purpose"], headers["x-purpose"], headers["x-moz"]].contains { value in
      ["prefetch", "prerender", "preview"].contains { value?.lowercased().contains($0) ?? false }
    }
  }

  /// Whether the browser navigates to the page. A client that doesn't declare the purpose of a request is treated as
  /// navigating.
  var isNavigation: Bool {
    headers["sec-fetch-dest"].map { $0 == "document" } ?? true
      && headers["sec-fetch-mode"].map { $0 == "navigate" } ?? true
  }
}

/// The loopback receiver's response, and the report to make once the response has been sent.
struct LoopbackReply: Sendable {
  var status: Int
  var page: CallbackPage?
  /// The URL to redirect the browser to.
  var location: String?
  var report: (@Sendable () -> Void)?

  init(_ status: Int, page: CallbackPage? = nil, report: (@Sendable () -> Void)? = nil) {
    self.status = status
    self.page = page
    self.report = report
  }

  /// Returns the header fields of the page or of the redirect.
  func fields(_ pages: CallbackPages) -> [(String, String)] {
    guard let location else { return page?.headers(pages) ?? [] }
    return [("Location", location), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")]
  }
}

/// Decides how to respond to each request to the loopback receiver. A browser, its speculative fetches, and any local program
/// may send one. Only a navigation to the callback URL can be the response to the sign-in (RFC 8252 §8.3).
struct CallbackRouter: Sendable {
  let authority: String
  let path: String
  /// The requested location of the response's parameters.
  var mode = ProviderConfiguration.ResponseMode.query
  /// The name of the error parameter. A server that can't return an error in the requested location returns it in the query.
  var errorName = "error"
  let check: @Sendable (_ query: String) -> (CallbackPage, report: @Sendable () -> Void)
  /// Called if the parameters aren't in the requested location. The parameters themselves aren't passed on.
  var noteWrongMode: @Sendable () -> Void = {}

  func response(_ request: LoopbackRequest) -> LoopbackReply {
    // A different host name for this address indicates DNS rebinding.
    guard request.headers["host"] == authority else { return LoopbackReply(421) }
    let halves = request.target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    if halves[0].elementsEqual("/favicon.ico".utf8) { return LoopbackReply(204) }
    guard halves[0].elementsEqual(path.utf8) else { return LoopbackReply(404) }
    guard request.method == "GET" || request.method == "POST" else { return LoopbackReply(405) }
    // A prefetch, an image, or a frame must not use up the code.
    guard !request.isSpeculative, request.isNavigation else { return LoopbackReply(403) }
    if request.method == "POST" { return posted(request) }
    let query = halves.count == 2 ? String(Substring(halves[1])) : ""
    // Browsers don't send fragments to servers, so the page posts the fragment.
    if mode == .fragment, query.isEmpty { return LoopbackReply(200, page: .relay) }
    guard mode == .query || ResponseLocation.containsError(query, errorName) else {
      return rejectedMode(400, isCallback: !query.isEmpty)
    }
    return response(to: query)
  }

  private func rejectedMode(_ status: Int, isCallback: Bool) -> LoopbackReply {
    if isCallback { noteWrongMode() }
    return LoopbackReply(status, page: .rejected)
  }

  /// Responds to a form, posted by the provider or by this receiver's relay page (Form Post Response Mode §2).
  private func posted(_ request: LoopbackRequest) -> LoopbackReply {
    let type = request.headers["content-type"]?.lowercased().prefix { $0 != ";" } ?? ""
    guard mode != .query else { return rejectedMode(405, isCallback: type == "application/x-www-form-urlencoded") }
    guard type == "application/x-www-form-urlencoded" else { return LoopbackReply(415) }
    let isOwn = request.headers["origin"].map { $0 == "http://\(authority)" } ?? true
    guard mode == .formPost || isOwn else { return LoopbackReply(403) }
    return response(to: request.body)
  }

  private func response(to parameters: String) -> LoopbackReply {
    let (page, report) = check(parameters)
    return LoopbackReply(page.status, page: page, report: report)
  }
}
