import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// Sentences about a session, for tutorials and articles. A `name` is already Markdown.
extension ProgramFacts {
  /// How the provider's refresh tokens behave.
  func rotation(of refresh: ProviderConfiguration.RefreshRules, at name: String) -> String {
    switch refresh.rotation {
    case .rotate: "\(name) gives a new refresh token with each refresh, and takes the old one no more."
    case .none: "\(name) gives one refresh token, which stays good."
    case .configurable: "Whether \(name) gives a new refresh token with each refresh is a setting there."
    case .auto: "The client keeps the newest refresh token that \(name) has sent."
    }
  }

  /// The effects of a sign-out.
  func signOut(at name: String) -> String {
    if client.isBackend {
      return "Your own session is yours to end; \(name) can be told to forget the tokens."
    }
    let session = "The session is forgotten here"
    let tokens = descriptor.canRevoke ? ", its tokens are revoked where \(name) can" : ""
    let browser = descriptor.canEndSession ? ", and the browser ends its own session at \(name)" : ""
    let rest = descriptor.canEndSession ? "" : " The browser stays signed in at \(name)."
    return session + tokens + browser + "." + rest
  }
}
