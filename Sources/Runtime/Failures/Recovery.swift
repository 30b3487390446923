/// What to do after a failure.
public enum Recovery: Sendable, Hashable {
  /// Try again, not before the given time has passed.
  case retry(after: Duration?)
  /// Start a sign-in.
  case reauthenticate
  /// Change the app's or the provider's settings: the advice says which.
  case fixConfiguration(RecoveryAdvice)
  /// The provider's administrator has to allow it.
  case contactAdministrator
  /// The user has to do something at the provider first.
  case contactUser
  /// Ask the user for consent, with a sign-in that shows the consent page.
  case requestConsent
  /// This version of the app cannot do it.
  case updateApp
}

extension Recovery {
  /// The same in words.
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

  /// The words in an app's own language; in English where it has none.
  ///
  /// ```swift
  /// let text = error.recovery.text { texts["auth." + $0.name] }
  /// ```
  ///
  /// - Parameter translation: The translation of a text, with the same `{holes}`, or `nil`.
  public func text(in translation: (RecoveryText) -> String?) -> String {
    advice.text(in: translation)
  }

  /// To change a setting.
  static func fix(_ text: RecoveryText, _ values: [String: String] = [:]) -> Recovery {
    .fixConfiguration(RecoveryAdvice(text, values))
  }
}

extension Recovery: CustomStringConvertible {
  public var description: String { advice.description }
}
