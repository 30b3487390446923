/// The reason that a callback isn't a valid response to the request that was sent.
public enum CallbackRejection: Error, Sendable, Hashable {
  /// The callback's query can't be decoded.
  case malformed
  /// A parameter occurs in the callback more than once (RFC 6749 §3.1).
  case repeatedParameter(String)
  /// `state` is missing or isn't the one that was sent (RFC 6749 §10.12).
  case stateMismatch
  /// `iss` names another issuer, or is missing although the server promised to send it (RFC 9207 §2.4).
  case issuerMixUp
  /// The callback contains both `code` and `error`.
  case codeWithError
  /// The callback contains neither `code` nor `error` (RFC 6749 §4.1.2).
  case missingCode
  /// `code` or `state` contains a character that isn't allowed, such as a control character (RFC 6749 Appendix A).
  case invalidCharacter(String)
  /// The callback's signature is missing, or the provider didn't create it.
  case invalidSignature
  /// A parameter that the descriptor requires is missing.
  case missingField(String)
  /// A parameter doesn't have the value that the descriptor requires.
  case unexpectedField(String)
  /// No sign-in is waiting for a callback, or the callback's address isn't the redirect URI.
  case unexpected
  /// The code was already exchanged. A server revokes the tokens of a code that it receives twice (RFC 6749 §4.1.2).
  case codeAlreadyUsed
  /// The parameters aren't in the requested part of the callback. The server doesn't support that response mode, or the client
  /// is registered with another one (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
  case misplaced(ProviderConfiguration.ResponseMode)
  /// The client requested a signed response, but the callback doesn't contain one (JARM §2.4).
  case unsignedResponse
  /// The signed response was rejected (JARM §2.4). Until its signature has been verified, anyone could have sent it.
  case signedResponse(TokenRejection)

  /// Whether the callback is known to come from the server that received the request, because its state is correct.
  ///
  /// Such a rejection ends the sign-in. Anyone can send any other callback, so the client continues to wait for the real one.
  var endsSignIn: Bool {
    switch self {
    case .malformed, .repeatedParameter, .stateMismatch, .unexpected, .misplaced, .unsignedResponse: false
    case .signedResponse(let reason): reason.followsSignature
    case .issuerMixUp, .codeWithError, .missingCode, .invalidCharacter, .invalidSignature, .missingField,
      .unexpectedField, .codeAlreadyUsed:
      true
    }
  }
}

extension CallbackRejection: FailureReason {
  var explanation: String {
    switch self {
    case .malformed: "the callback's query can't be decoded"
    case .repeatedParameter(let name): "the callback contains \(name.plainText(limit: 40)) more than once"
    case .stateMismatch: "the callback's state isn't the one that was sent"
    case .issuerMixUp: "the callback comes from a different issuer than the one that received the request"
    case .codeWithError: "the callback contains both a code and an error"
    case .missingCode: "the callback contains neither a code nor an error"
    case .invalidCharacter(let name): "the callback's \(name.plainText(limit: 40)) has a character that isn't allowed"
    case .invalidSignature: "the callback's signature is missing or invalid"
    case .missingField(let name): "the callback's '\(name.plainText(limit: 40))' parameter is missing"
    case .unexpectedField(let name): "the callback's \(name.plainText(limit: 40)) isn't the expected one"
    case .unexpected: "no sign-in is waiting for this callback"
    case .codeAlreadyUsed: "the code was already exchanged"
    case .misplaced(.query), .misplaced(.queryJWT), .misplaced(.jwt):
      "the callback's parameters aren't in the requested location, the query"
    case .misplaced(.fragment), .misplaced(.fragmentJWT):
      "the callback's parameters aren't in the requested location, the fragment"
    case .misplaced(.formPost), .misplaced(.formPostJWT):
      "the callback's parameters aren't in the requested location, a form"
    case .unsignedResponse: "the callback isn't signed, although the request asked for a signed response"
    case .signedResponse(let reason): RejectedToken(kind: .authorizationResponse, reason: reason).explanation
    }
  }

  var recovery: Recovery {
    if case .signedResponse(let reason) = self {
      return RejectedToken(kind: .authorizationResponse, reason: reason).recovery
    }
    return .retry(after: nil)
  }
}

extension TokenRejection {
  /// Whether the check comes after that of the signature.
  fileprivate var followsSignature: Bool {
    switch self {
    case .missingIDToken, .malformed, .encrypted, .notEncrypted, .encryptionNotAllowed, .undecryptable,
      .algorithmNotAllowed, .wrongTokenType, .criticalHeader, .noMatchingKey, .ambiguousKey, .invalidSignature:
      false
    case .issuerMismatch, .audienceMismatch, .untrustedAudience, .expired, .notYetValid, .issuedTooLongAgo,
      .nonceMismatch, .authenticationTooOld, .subjectChanged, .changedAfterRefresh, .hashMismatch, .missingHash,
      .unexpectedClaim, .claim, .senderConstrained, .notSenderConstrained, .wrongCertificate, .inactive:
      true
    }
  }
}
