import Crypto
import Foundation

/// The page that the browser shows after its return. It contains nothing from the request.
enum CallbackPage: Sendable {
  case signedIn
  case signedOut
  case failed
  case rejected
  /// A second request, or one by another user, used the sign-in's one-time URL.
  case stopped
  /// Posts the URL's fragment to the receiver, because browsers don't send fragments to servers.
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

  /// Allows only the page's own style and script. Nothing may be loaded or framed.
  func headers(_ pages: CallbackPages) -> [(String, String)] {
    [
      ("Content-Type", "text/html; charset=utf-8"),
      ("Cache-Control", "no-store"),
      // With `no-referrer`, the browser would send the form that the page posts with `Origin: null`.
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

  /// Removes the code from the address bar and the history.
  private static let forget = "history.replaceState(null, '', location.pathname)"

  /// Posts the fragment's parameters to the page's own address, each as often as it occurs.
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
