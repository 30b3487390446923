/// What the page says, and how it looks, that a loopback address shows when the browser has come back.
///
/// In the user's language and the app's colours:
///
/// ```swift
/// var pages = CallbackPages()
/// pages.language = "de"
/// pages.signedIn = .init(title: "Angemeldet", text: "Du kannst dieses Fenster schließen.")
/// pages.style += "body { background: #123; color: #eee; }"
/// environment.pages = pages
/// ```
///
/// Nothing from the request is ever shown. A policy of content security lets nothing but this style be used, and nothing be
/// loaded: pictures and fonts of other places do not appear.
public struct CallbackPages: Sendable, Hashable {
  /// Heading and text of one page, as plain text.
  public struct Text: Sendable, Hashable {
    /// The heading, and the window's title.
    public var title: String
    /// A sentence below it.
    public var text: String

    /// What one page says, as plain text.
    public init(title: String, text: String) {
      (self.title, self.text) = (title, text)
    }
  }

  /// The language of the words (RFC 5646), for those who have a page read to them.
  public var language = "en"
  /// After a sign-in.
  public var signedIn = Text(
    title: "You are signed in", text: "You may close this window and go back to the app.")
  /// After a sign-out.
  public var signedOut = Text(
    title: "You are signed out", text: "You may close this window and go back to the app.")
  /// After the provider said no.
  public var failed = Text(
    title: "The sign-in did not work",
    text: "Go back to the app: it says what happened. You may close this window.")
  /// For what is no answer to the sign-in that waits, which may be a page that was left open.
  public var rejected = Text(
    title: "This is not the answer to a sign-in",
    text: "If you are signing in, go back to the sign-in page. Otherwise you may close this window.")
  /// For a request that ended the sign-in: the one-time address that opens its page was opened twice, or by another user of
  /// the computer.
  public var stopped = Text(
    title: "This sign-in was stopped",
    text: "Its page was opened twice, or by another user of this computer. Go back to the app and sign in again.")
  /// For the moment in which the page hands over what the provider has put behind `#`.
  public var relay = Text(
    title: "One moment", text: "The sign-in goes on by itself. It needs JavaScript in this window.")
  /// CSS. The page's `body` has one of the classes `signed-in`, `signed-out`, `failed`, `rejected`, `stopped` and
  /// `relay`.
  public var style = """
    :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
    body { display: grid; place-items: center; min-height: 90vh; margin: 0 1.5rem; text-align: center; }
    h1 { font-size: 1.6rem; font-weight: 600; }
    p { opacity: 0.75; }
    """

  /// The English words of this package.
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

  /// The style cannot end its own element.
  var safeStyle: String { style.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\3C ") }
}

extension String {
  /// As text, or as the value of an attribute between quotes.
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
