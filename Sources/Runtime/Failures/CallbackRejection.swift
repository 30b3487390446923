/// Why a callback is not the answer to the request that was sent.
public enum CallbackRejection: Error, Sendable, Hashable {
  /// The callback's query cannot be read.
  case malformed
  /// A parameter stands in the callback more than once (RFC 6749 §3.1).
  case repeatedParameter(String)
  /// `state` is missing or not the one that was sent (RFC 6749 §10.12).
  case stateMismatch
  /// `iss` names another server, or is missing where the server promised it (RFC 9207 §2.4).
  case issuerMixUp
  /// `code` and `error` stand in one callback.
  case codeWithError
  /// Neither `code` nor `error` stands in the callback (RFC 6749 §4.1.2).
  case missingCode
  /// `code` or `state` has a character that it may not have, such as a control character (RFC 6749 Appendix A).
  case invalidCharacter(String)
  /// The callback's signature is missing or was not made by the provider.
  case invalidSignature
  /// A parameter that the descriptor demands is missing.
  case missingField(String)
  /// A parameter is not what the descriptor demands.
  case unexpectedField(String)
  /// No sign-in waits for a callback, or the callback's address is not the redirect URI's.
  case unexpected
  /// The code was exchanged before. A server revokes the tokens of a code that it sees twice (RFC 6749 §4.1.2).
  case codeAlreadyUsed
  /// Parameters came, and not where they were asked for: the server does not know that response mode, or the client's
  /// registration says another (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
  case misplaced(ProviderConfiguration.ResponseMode)

  /// Whether the callback is known to come from the server that was asked, because its state was right.
  ///
  /// Such a rejection ends the sign-in. Anyone can send any other, so the wait for the real callback goes on.
  var endsSignIn: Bool {
    switch self {
    case .malformed, .repeatedParameter, .stateMismatch, .unexpected, .misplaced: false
    case .issuerMixUp, .codeWithError, .missingCode, .invalidCharacter, .invalidSignature, .missingField,
      .unexpectedField, .codeAlreadyUsed:
      true
    }
  }
}

extension CallbackRejection: FailureReason {
  var explanation: String {
    switch self {
    case .malformed: "the callback's query cannot be read"
    case .repeatedParameter(let name): "the callback holds \(name.plainText(limit: 40)) more than once"
    case .stateMismatch: "the callback's state is not the one that was sent"
    case .issuerMixUp: "the callback comes from another issuer than the one that was asked"
    case .codeWithError: "the callback holds a code and an error at once"
    case .missingCode: "the callback holds neither a code nor an error"
    case .invalidCharacter(let name): "the callback's \(name.plainText(limit: 40)) has a character that isn't allowed"
    case .invalidSignature: "the callback's signature was not made by the provider"
    case .missingField(let name): "the callback holds no \(name.plainText(limit: 40))"
    case .unexpectedField(let name): "the callback's \(name.plainText(limit: 40)) is not what was expected"
    case .unexpected: "no sign-in waits for this callback"
    case .codeAlreadyUsed: "the code was exchanged before"
    case .misplaced(.query): "the callback's parameters do not stand in the query, where they were asked for"
    case .misplaced(.fragment): "the callback's parameters do not stand in the fragment, where they were asked for"
    case .misplaced(.formPost): "the callback's parameters do not stand in a form, where they were asked for"
    }
  }

  var recovery: Recovery { .retry(after: nil) }
}
