/// The recommended action after a failure.
///
/// Handle the cases that your app can act on, and show the advice for the others:
///
/// ```swift
/// switch error.recovery {
/// case .retry(let delay): scheduleRetry(after: delay ?? .seconds(5))
/// case .reauthenticate, .requestConsent: showSignIn()
/// default: show(error.recovery.description)
/// }
/// ```
///
/// To show the advice in the app's language, call ``text(in:)``.
public enum Recovery: Sendable, Hashable {
  /// Try again, but not before the given time has passed.
  case retry(after: Duration?)
  /// Start a sign-in.
  case reauthenticate
  /// Change the app's or the provider's settings, as the advice describes.
  case fixConfiguration(RecoveryAdvice)
  /// Ask the provider's administrator to allow the request.
  case contactAdministrator
  /// Ask the user to complete a step at the provider first.
  case contactUser
  /// Ask the user for consent, with a sign-in that shows the consent page.
  case requestConsent
  /// Update the app. This version doesn't support the provider's response.
  case updateApp
}

extension Recovery {
  /// The same recovery in words.
  public var advice: RecoveryAdvice {
    switch self {
    case .retry(let delay?): RecoveryAdvice(.retryAfter, ["seconds": String(delay.components.seconds)])
    case .retry(nil): RecoveryAdvice(.retry)
    case .reauthenticate: RecoveryAdvice(.signIn)
    case .fixConfiguration(let advice): advice
    case .contactAdministrator: RecoveryAdvice(.administrator)
    case .contactUser: RecoveryAdvice(.account)
    case .requestConsent: RecoveryAdvice(.consent)
    case .updateApp: RecoveryAdvice(.updateApp)
    }
  }

  /// Returns the advice in the app's language, or in English if it isn't translated.
  ///
  /// ```swift
  /// let text = error.recovery.text { texts["auth." + $0.name] }
  /// ```
  ///
  /// - Parameter translation: Returns the translation of a string, with the same `{placeholders}`, or `nil`.
  public func text(in translation: (RecoveryText) -> String?) -> String {
    advice.text(in: translation)
  }

  /// Returns a recovery that changes a setting.
  static func fix(_ text: RecoveryText, _ values: [String: String] = [:]) -> Recovery {
    .fixConfiguration(RecoveryAdvice(text, values))
  }
}

extension Recovery: CustomStringConvertible {
  public var description: String { advice.description }
}
