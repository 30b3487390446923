import Crypto
import Foundation

/// What the user sees in the browser when it has come back. Nothing from the request is shown.
enum CallbackPage: Sendable {
  case signedIn
  case signedOut
  case failed
  case refused
  /// Hands over what stands behind `#`, which a browser sends to no server.
  case relay

  var status: Int {
    switch self {
    case .signedIn, .signedOut, .failed, .relay: 200
    case .refused: 400
    }
  }

  private var title: String {
    switch self {
    case .signedIn: "You are signed in"
    case .signedOut: "You are signed out"
    case .failed: "The sign-in did not work"
    case .refused: "This is not the answer to a sign-in"
    case .relay: "One moment"
    }
  }

  private var text: String {
    switch self {
    case .signedIn, .signedOut: "You may close this window and go back to the app."
    case .failed: "Go back to the app: it says what happened. You may close this window."
    case .relay: "The sign-in goes on by itself. It needs JavaScript in this window."
    case .refused: "If you are signing in, go back to the sign-in page. Otherwise you may close this window."
    }
  }

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main><h1>\(title)</h1><p>\(text)</p></main>
    <script>\(script)</script>
    </body>
    </html>
    """
  }

  /// Only the page's own style and script may run, and nothing may be loaded or framed.
  var headers: [(String, String)] {
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
          + "style-src '\(Self.hash(Self.style))'; script-src '\(Self.hash(script))'"
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

  private static let style = """
    :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
    body { display: grid; place-items: center; min-height: 90vh; margin: 0 1.5rem; text-align: center; }
    h1 { font-size: 1.6rem; font-weight: 600; }
    p { opacity: 0.75; }
    """

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
  }
}
