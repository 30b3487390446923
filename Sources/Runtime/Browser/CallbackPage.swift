import Crypto
import Foundation

/// What the user sees in the browser when it has come back. Nothing from the request is shown.
enum CallbackPage: Sendable {
  case signedIn
  case signedOut
  case failed
  case refused

  var status: Int {
    switch self {
    case .signedIn, .signedOut, .failed: 200
    case .refused: 400
    }
  }

  private var title: String {
    switch self {
    case .signedIn: "You are signed in"
    case .signedOut: "You are signed out"
    case .failed: "The sign-in did not work"
    case .refused: "This is not the answer to a sign-in"
    }
  }

  private var text: String {
    switch self {
    case .signedIn, .signedOut: "You may close this window and go back to the app."
    case .failed: "Go back to the app: it says what happened. You may close this window."
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
    <script>\(Self.script)</script>
    </body>
    </html>
    """
  }

  /// Only the page's own style and script may run, and nothing may be loaded or framed.
  var headers: [(String, String)] {
    [
      ("Content-Type", "text/html; charset=utf-8"),
      ("Cache-Control", "no-store"),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      (
        "Content-Security-Policy",
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          + "style-src '\(Self.hash(Self.style))'; script-src '\(Self.hash(Self.script))'"
      ),
    ]
  }

  /// Takes the code out of the address bar and the history.
  private static let script = "history.replaceState(null, '', location.pathname)"

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
