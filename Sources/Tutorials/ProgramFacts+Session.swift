import AuthConfiguration
import AuthDescriptor
import AuthGenerator

extension LoadedDescriptor {
  /// The provider's reaction to a refresh token that is used twice.
  var reuseOfRefreshTokens: String? { text(at: ["refresh", "on_reuse"]) }

  /// The same reaction as a sentence in Markdown. Most descriptions begin with a participle.
  var reuseSentence: String? {
    reuseOfRefreshTokens.map(TutorialProse.text).map { text in
      guard let verb = ["Accepted", "Rejected"].first(where: { text.hasPrefix($0) }) else {
        return "Reuse of an old token: \(text)"
      }
      return "An old token is \(verb.lowercased())\(text.dropFirst(verb.count))"
    }
  }
}

/// Sentences about a session, for tutorials and articles. The `name` is already Markdown.
extension ProgramFacts {
  /// The behavior of the provider's refresh tokens. If the descriptor describes their reuse, that description says
  /// whether an old one is still valid.
  func rotation(
    of refresh: ProviderConfiguration.RefreshRules, at name: String, describesReuse: Bool
  ) -> String {
    switch refresh.rotation {
    case .rotate where describesReuse: "\(name) issues a new refresh token with each refresh."
    case .rotate: "\(name) issues a new refresh token with each refresh, and the old one becomes invalid."
    case .none: "\(name) issues one refresh token, which stays valid."
    case .configurable: "A setting of \(name) determines whether it issues a new refresh token with each refresh."
    case .auto: "The client keeps the latest refresh token from \(name)."
    }
  }

  /// The effects of a sign-out.
  func signOut(at name: String) -> String {
    if client.isBackend {
      return "Your server ends its own session, and can revoke the tokens at \(name)."
    }
    var effects = ["deletes the session"]
    if descriptor.canRevoke { effects.append("revokes the tokens that \(name) can revoke") }
    if descriptor.canEndSession { effects.append("ends the browser's session with \(name)") }
    let rest = descriptor.canEndSession ? "" : " The browser stays signed in to \(name)."
    return "The client " + effects.formattedList + "." + rest
  }
}
