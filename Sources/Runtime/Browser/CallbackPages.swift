/// The text and style of the pages that a loopback address shows when the browser returns.
///
/// Use the user's language and the app's colors:
///
/// ```swift
/// var pages = CallbackPages()
/// pages.language = "de"
/// pages.signedIn = .init(title: "Angemeldet", text: "Du kannst dieses Fenster schließen.")
/// pages.style += "body { background: #123; color: #eee; }"
/// environment.pages = pages
/// ```
///
/// The pages never show anything from the request. Their content security policy allows only this style and loads nothing, so
/// images and fonts from other sites don't appear.
public struct CallbackPages: Sendable, Hashable {
  /// The heading and the text of one page, as plain text.
  public struct Text: Sendable, Hashable {
    /// The heading, and the window's title.
    public var title: String
    /// The sentence below the heading.
    public var text: String

    /// Creates the text of one page, as plain text.
    public init(title: String, text: String) {
      (self.title, self.text) = (title, text)
    }
  }

  /// The language of the text (RFC 5646), which screen readers use.
  public var language = "en"
  /// The page after a sign-in.
  public var signedIn = Text(
    title: "You are signed in", text: "You may close this window and go back to the app.")
  /// The page after a sign-out.
  public var signedOut = Text(
    title: "You are signed out", text: "You may close this window and go back to the app.")
  /// The page after the provider returned an error.
  public var failed = Text(
    title: "The sign-in failed",
    text: "Go back to the app to find out why. You may close this window.")
  /// The page for a request that isn't a response to the current sign-in, for example from a page that was left open.
  public var rejected = Text(
    title: "This isn't the response to a sign-in",
    text: "If you are signing in, go back to the sign-in page. Otherwise you may close this window.")
  /// The page for a request that ended the sign-in: its one-time URL was opened twice, or by another user of the computer.
  public var stopped = Text(
    title: "This sign-in was stopped",
    text: "Its page was opened twice, or by another user of this computer. Go back to the app and sign in again.")
  /// The page that is shown briefly while the parameters in the URL's fragment are posted.
  public var relay = Text(
    title: "One moment", text: "The sign-in continues automatically. It requires JavaScript in this window.")
  /// The CSS of all pages. The page's `body` has one of the classes `signed-in`, `signed-out`, `failed`, `rejected`, `stopped`,
  /// and `relay`.
  public var style = """
    :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
    body { display: grid; place-items: center; min-height: 90vh; margin: 0 1.5rem; text-align: center; }
    h1 { font-size: 1.6rem; font-weight: 600; }
    p { opacity: 0.75; }
    """

  /// Creates pages with the default English text.
  public init() {}

  func words(of page: CallbackPage) -> Text {
    switch page {
    case .signedIn: signedIn
    case .signedOut: signedOut
    case .failed: failed
    case .rejected: rejected
    case .stopped: stopped
    case .relay: relay
    }
  }

  /// The style without `<`, so it can't close its element.
  var safeStyle: String { style.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\3C ") }
}

extension String {
  /// This string escaped for HTML, as text or as an attribute value in quotes.
  var escapedHTML: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
