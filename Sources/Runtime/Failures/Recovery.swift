/// What to do after a failure.
public enum Recovery: Sendable, Hashable {
  /// Try again, not before the given time has passed.
  case retry(after: Duration?)
  /// Start a sign-in.
  case reauthenticate
  /// Change the app's or the provider's settings: the text says which.
  case fixConfiguration(String)
  /// The provider's administrator has to allow it.
  case contactAdministrator
  /// The user has to do something at the provider first.
  case contactUser
  /// Ask the user for consent, with a sign-in that shows the consent page.
  case requestConsent
  /// This version of the app cannot do it.
  case updateApp
}

extension Recovery: CustomStringConvertible {
  public var description: String {
    switch self {
    case .retry(let delay?): "try again in \(delay.components.seconds) s"
    case .retry(nil): "try again"
    case .reauthenticate: "sign in again"
    case .fixConfiguration(let advice): advice
    case .contactAdministrator: "ask the administrator of the identity provider"
    case .contactUser: "ask the user to complete the account at the identity provider"
    case .requestConsent: "sign in again and ask for consent"
    case .updateApp: "update the app"
    }
  }
}
