import Crypto
import Foundation

/// What the user sees in the browser when it has come back. Nothing from the request is shown.
enum CallbackPage: Sendable {
  case signedIn
  case signedOut
  case failed
  case rejected
  /// The one-time address of a sign-in was opened twice, or by another user.
  case stopped
  /// Hands over what stands behind `#`, which a browser sends to no server.
  case relay

  var status: Int {
    switch self {
    case .signedIn, .signedOut, .failed, .relay: 200
    case .rejected: 400
    case .stopped: 403
    }
  }

  func html(_ pages: CallbackPages) -> String {
    let words = pages.words(of: self)
    return """
      <!doctype html>
      <html lang="\(pages.language.escapedHTML)" dir="auto">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(words.title.escapedHTML)</title>
      <style>\(pages.safeStyle)</style>
      </head>
      <body class="\(name)">
      <main><h1 dir="auto">\(words.title.escapedHTML)</h1><p dir="auto">\(words.text.escapedHTML)</p></main>
      <script>\(script)</script>
      </body>
      </html>
      """
  }

  private var name: String {
    switch self {
    case .signedIn: "signed-in"
    case .signedOut: "signed-out"
    case .failed: "failed"
    case .rejected: "rejected"
    case .stopped: "stopped"
    case .relay: "relay"
    }
  }

  /// Only the page's own style and script may run, and nothing may be loaded or framed.
  func headers(_ pages: CallbackPages) -> [(String, String)] {
    [
      ("Content-Type", "text/html; charset=utf-8"),
      ("Cache-Control", "no-store"),
      // Without a referrer a browser calls the origin of the form that the page posts "null".
      ("Referrer-Policy", isRelay ? "same-origin" : "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      (
        "Content-Security-Policy",
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
          + "form-action \(isRelay ? "'self'" : "'none'"); "
          + "style-src '\(Self.hash(pages.safeStyle))'; script-src '\(Self.hash(script))'"
      ),
    ]
  }

  private var isRelay: Bool {
    if case .relay = self { true } else { false }
  }

  private var script: String { isRelay ? Self.handOver : Self.forget }

  /// Takes the code out of the address bar and the history.
  private static let forget = "history.replaceState(null, '', location.pathname)"

  /// Posts the fragment's parameters to this very address, each as often as it stands there.
  private static let handOver = """
    const form = document.createElement('form');
    form.method = 'post';
    form.action = location.pathname;
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    history.replaceState(null, '', location.pathname);
    form.submit();
    """

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
  }
}
