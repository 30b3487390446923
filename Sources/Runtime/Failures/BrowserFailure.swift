/// The reason that the browser couldn't be opened or didn't return.
public enum BrowserFailure: Error, Sendable, Hashable {
  /// No browser can be opened on this machine.
  case noBrowser(String)
  /// None of the registered ports is free.
  case portsTaken(ClosedRange<Int>)
  /// The browser didn't return in time. `lastRejection` is the reason that the last callback was rejected. If no
  /// callback arrived, `toRegister` contains the URL to register, and the provider's setting if the descriptor names
  /// it. A provider that doesn't know the URL shows an error page and doesn't redirect.
  case timedOut(lastRejection: CallbackRejection?, toRegister: String? = nil)
  /// The one-time URL that opens the page in ``SystemBrowser`` was misused, so another user may know the sign-in's `state`.
  case launch(LaunchFailure)
}

/// How the one-time URL that opens a page in ``SystemBrowser`` was misused.
public enum LaunchFailure: Error, Sendable, Hashable {
  /// It was requested a second time while the sign-in or sign-out was waiting.
  case openedTwice
  /// A process of another user requested it.
  case openedByAnotherUser
}

extension BrowserFailure: FailureReason {
  var explanation: String {
    switch self {
    case .noBrowser(let reason): "no browser could be opened: \(reason.plainText())"
    case .portsTaken(let ports): "none of the loopback ports \(ports.lowerBound) to \(ports.upperBound) is free"
    case .timedOut(nil, nil): "the browser didn't return in time"
    case .timedOut(nil, let missing?):
      "the browser didn't return in time; if it showed an error page of the provider, check that \(missing) is registered"
    case .timedOut(let last?, _):
      "the browser didn't return in time; the last callback was rejected: \(last.explanation)"
    case .launch(.openedTwice):
      "the sign-in's one-time URL was opened twice; another program may have read it"
    case .launch(.openedByAnotherUser):
      "another user of this machine opened the sign-in's one-time URL"
    }
  }

  var recovery: Recovery {
    switch self {
    case .noBrowser: .fix(.browser)
    case .portsTaken: .fix(.ports)
    case .timedOut, .launch: .retry(after: nil)
    }
  }
}
