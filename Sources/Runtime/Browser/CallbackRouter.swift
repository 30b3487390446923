import AuthConfiguration
import Foundation

/// A request at the loopback receiver.
struct LoopbackRequest: Sendable {
  var method: String
  /// Path and query as they stand in the request line.
  var target: String
  /// By lower-case name.
  var headers: [String: String]
  /// A form, as it was sent.
  var body = ""
  /// Both ends of the connection it came over.
  var connection: LoopbackConnection?
}

extension LoopbackRequest {
  /// Whether the browser guesses that the user might want the page: a prefetch or a prerendering.
  var isSpeculative: Bool {
    [headers["sec-purpose"], headers["purpose"], headers["x-purpose"], headers["x-moz"]].contains { value in
      ["prefetch", "prerender", "preview"].contains { value?.lowercased().contains($0) ?? false }
    }
  }

  /// Browsers say what a request is for. A client that says nothing counts as a navigation.
  var isNavigation: Bool {
    headers["sec-fetch-dest"].map { $0 == "document" } ?? true
      && headers["sec-fetch-mode"].map { $0 == "navigate" } ?? true
  }
}

/// What the loopback receiver answers, and what it tells the waiting side once the answer is on its way.
struct LoopbackReply: Sendable {
  var status: Int
  var page: CallbackPage?
  /// The URL that the browser goes on to.
  var location: String?
  var report: (@Sendable () -> Void)?

  init(_ status: Int, page: CallbackPage? = nil, report: (@Sendable () -> Void)? = nil) {
    self.status = status
    self.page = page
    self.report = report
  }

  /// A page's fields, or those of a redirection.
  func fields(_ pages: CallbackPages) -> [(String, String)] {
    guard let location else { return page?.headers(pages) ?? [] }
    return [("Location", location), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")]
  }
}

/// Decides what each request at the loopback receiver is. A browser, its speculative fetches and any local program may
/// send one; only a navigation to the callback's own address may be the answer (RFC 8252 §8.3).
struct CallbackRouter: Sendable {
  let authority: String
  let path: String
  /// Where the answer's parameters stand.
  var mode = ProviderConfiguration.ResponseMode.query
  /// The parameter that says no. A server that cannot say it in the right place says it in the query.
  var errorName = "error"
  let judge: @Sendable (_ query: String) -> (CallbackPage, report: @Sendable () -> Void)
  /// Told of parameters that stand where they were not asked for, which is all that anybody learns of them.
  var noteMisplaced: @Sendable () -> Void = {}

  func response(_ request: LoopbackRequest) -> LoopbackReply {
    // Another name for this address means DNS rebinding.
    guard request.headers["host"] == authority else { return LoopbackReply(421) }
    let halves = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    if halves[0] == "/favicon.ico" { return LoopbackReply(204) }
    guard halves[0] == path else { return LoopbackReply(404) }
    guard request.method == "GET" || request.method == "POST" else { return LoopbackReply(405) }
    // A prefetch, an image or a frame must not burn the code.
    guard !request.isSpeculative, request.isNavigation else { return LoopbackReply(403) }
    if request.method == "POST" { return posted(request) }
    let query = halves.count == 2 ? String(halves[1]) : ""
    // What stands behind `#` is sent to no server: the page hands it over.
    if mode == .fragment, query.isEmpty { return LoopbackReply(200, page: .relay) }
    guard mode == .query || ResponsePlace.saysNo(query, errorName) else {
      return misplaced(400, isAnswer: !query.isEmpty)
    }
    return response(to: query)
  }

  private func misplaced(_ status: Int, isAnswer: Bool) -> LoopbackReply {
    if isAnswer { noteMisplaced() }
    return LoopbackReply(status, page: .rejected)
  }

  /// A form: the provider's own, or that of the page with which this receiver answered (Form Post Response Mode §2).
  private func posted(_ request: LoopbackRequest) -> LoopbackReply {
    let type = request.headers["content-type"]?.lowercased().prefix { $0 != ";" } ?? ""
    guard mode != .query else { return misplaced(405, isAnswer: type == "application/x-www-form-urlencoded") }
    guard type == "application/x-www-form-urlencoded" else { return LoopbackReply(415) }
    let isOwn = request.headers["origin"].map { $0 == "http://\(authority)" } ?? true
    guard mode == .formPost || isOwn else { return LoopbackReply(403) }
    return response(to: request.body)
  }

  private func response(to parameters: String) -> LoopbackReply {
    let (page, report) = judge(parameters)
    return LoopbackReply(page.status, page: page, report: report)
  }
}
