/// The response to a request of a sign-in without a browser (draft-ietf-oauth-first-party-apps §5.2).
struct FirstPartyReply: Sendable {
  /// The meaning of a response.
  enum Outcome: Sendable {
    /// The request was a grant, and the server issued tokens.
    case tokens(TokenResponse)
    /// The server issued a code (§5.2.1).
    case code(Secret)
    /// The provider's own endpoint accepted the request.
    case accepted
    /// The server demands one of these steps (§5.2.2.1).
    case demanded([String], ServerError)
    /// The server demands that the user continues in a browser (§5.2.2.1.1).
    case web(PushedRequest?, ServerError)
    /// The server rejected the request.
    case rejected(StepFailure)
  }

  let outcome: Outcome
  /// The body of the response. It may contain secrets, so never print it.
  let body: JSONValue
  let status: Int

  /// The longest `auth_session` and the longest code, in bytes. They're sent back.
  static let maximumLength = 8192
}

extension ProviderConfiguration.FirstPartyRules {
  /// Returns the `auth_session` in a response of the token endpoint (§6.1, §6.2), or `nil` if it has none or an invalid one,
  /// because the rest of the response is valid.
  func authSession(in body: JSONValue) -> Secret? {
    guard usesChallengeEndpoint, let text = body.object?["auth_session"]?.string, !text.isEmpty,
      text.utf8.count <= FirstPartyReply.maximumLength
    else { return nil }
    return Secret(text)
  }
}

extension FirstPartyReply {
  /// Returns the new `auth_session`, or `nil` if the response doesn't contain one (§5.3.1).
  ///
  /// - Throws: ``ResponseRejection/unexpectedValue(_:endpoint:)`` for an invalid one, without which the next request would fail.
  ///   Next to tokens, it's ignored.
  func authSession() throws(StepFailure) -> Secret? {
    guard let member = body.object?["auth_session"], member != .null else { return nil }
    guard let text = member.string, !text.isEmpty, text.utf8.count <= Self.maximumLength else {
      if case .tokens = outcome { return nil }
      throw .response(.unexpectedValue("auth_session", endpoint: .authorizationChallenge))
    }
    return Secret(text)
  }
}
