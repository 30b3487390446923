import Foundation

/// The response of an API to a request that it rejects (RFC 6750 §3, RFC 9449 §7.1).
public struct BearerChallenge: Sendable, Hashable {
  /// The status code: 400, 401, 403, 500, or 503.
  public let status: Int
  /// The header fields. `WWW-Authenticate` is among them if a token could help. It may contain several challenges.
  public let headers: [String: String]
  /// The plain-text body, such as "Missing or invalid token" for 401.
  public let body: String
}

extension AccessFailure {
  /// Returns the response to a rejected request. It states what the caller can fix, and reveals nothing about the API's
  /// configuration.
  ///
  /// It offers the scheme `Bearer`, or `DPoP` if the proof was rejected. If the API verifies proofs, call
  /// ``ResourceServer/challenge(for:to:realm:resourceMetadata:)`` instead, which knows its algorithms and nonces.
  ///
  /// - Parameters:
  ///   - realm: The API's own name for the protected resources.
  ///   - resourceMetadata: The URL of the API's ``ProtectedResourceMetadata`` (RFC 9728 §5.1).
  public func challenge(realm: String? = nil, resourceMetadata: URL? = nil) -> BearerChallenge {
    let isAboutProof = if case .invalidProof = self { true } else { false }
    let offer = ChallengeOffer(offersBearer: !isAboutProof, offersDPoP: isAboutProof)
    return challenge(offer, realm: realm, resourceMetadata: resourceMetadata)
  }

  func challenge(_ offer: ChallengeOffer, realm: String?, resourceMetadata: URL?) -> BearerChallenge {
    let before: [ChallengeField] = realm.map { [("realm", $0)] } ?? []
    let after: [ChallengeField] = resourceMetadata.map { [("resource_metadata", $0.absoluteString)] } ?? []
    var headers = ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"]
    if status < 500 {
      headers["WWW-Authenticate"] = offer.challenges(for: self, (before, after))
      if let nonce = offer.nonce { headers["DPoP-Nonce"] = nonce }
    }
    if case .unavailable(let failure) = self { headers["Retry-After"] = String(failure.secondsToWait) }
    if case .replayMemoryUnavailable = self { headers["Retry-After"] = "1" }
    return BearerChallenge(status: status, headers: headers, body: body)
  }

  private var status: Int {
    switch self {
    case .missingToken, .invalidToken, .invalidProof, .insufficientAuthentication: 401
    case .malformedRequest: 400
    case .insufficientScope: 403
    case .configuration: 500
    case .unavailable, .replayMemoryUnavailable, .cancelled: 503
    }
  }

  private var body: String {
    switch self {
    case .missingToken, .invalidToken: "Missing or invalid token"
    case .invalidProof: "Missing or invalid proof"
    case .insufficientAuthentication: "Insufficient authentication"
    case .malformedRequest: "Malformed request"
    case .insufficientScope: "Insufficient scope"
    case .configuration: "The server isn't configured to verify tokens"
    case .unavailable, .replayMemoryUnavailable, .cancelled: "Tokens can't be verified right now"
    }
  }

  /// The response to a request without a token contains no error code (RFC 6750 §3.1).
  var challengeFields: [ChallengeField] {
    switch self {
    case .missingToken, .configuration, .unavailable, .replayMemoryUnavailable, .cancelled: []
    case .malformedRequest: [("error", "invalid_request"), ("error_description", explanation)]
    case .invalidToken: [("error", "invalid_token"), ("error_description", explanation)]
    case .insufficientScope(let scopes):
      [("error", "insufficient_scope")] + (scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))])
    case .invalidProof(let reason): [("error", reason.code), ("error_description", reason.explanation)]
    // RFC 9470 §3.
    case .insufficientAuthentication(let acrValues, let maxAge):
      [("error", "insufficient_user_authentication")]
        + (acrValues.isEmpty ? [] : [("acr_values", acrValues.joined(separator: " "))])
        + (maxAge.map { [("max_age", String(max(0, $0.components.seconds)))] } ?? [])
    }
  }
}

extension AuthFailure {
  /// The value of `Retry-After`, in seconds. This API sends requests to its provider again after
  /// ``Introspections/maximumPause`` at the latest, even if the provider asks for more. An attacker's token may have
  /// caused the provider's response, and must not lock out other callers.
  fileprivate var secondsToWait: Int64 {
    let maximum = Introspections.maximumPause.components.seconds
    guard case .retry(let delay?) = recovery else { return maximum }
    return min(max(1, delay.components.seconds), maximum)
  }
}

extension String {
  /// The string with only those characters that a quoted value of a challenge may contain (RFC 6750 §3): printable
  /// ASCII without `"` and `\`. Other characters become `'`.
  var quotable: String {
    String(unicodeScalars.map { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? Character($0) : "'" })
  }
}
