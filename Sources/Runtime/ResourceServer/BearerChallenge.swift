import Foundation

/// The response of an API to a request that it rejects (RFC 6750 §3).
public struct BearerChallenge: Sendable, Hashable {
  /// The status code: 400, 401, 403, 500, or 503.
  public let status: Int
  /// The header fields. `WWW-Authenticate` is among them if a token could help.
  public let headers: [String: String]
  /// The plain-text body, such as "Missing or invalid token" for 401.
  public let body: String
}

extension AccessFailure {
  /// Returns the response to a rejected request. It states what the caller can fix, and reveals nothing about the API's
  /// configuration.
  ///
  /// - Parameters:
  ///   - realm: The API's own name for the protected resources.
  ///   - resourceMetadata: The URL of the API's ``ProtectedResourceMetadata`` (RFC 9728 §5.1).
  public func challenge(realm: String? = nil, resourceMetadata: URL? = nil) -> BearerChallenge {
    var fields: [(name: String, value: String)] = []
    if let realm { fields.append(("realm", realm)) }
    fields += challengeFields
    if let resourceMetadata { fields.append(("resource_metadata", resourceMetadata.absoluteString)) }
    var headers = ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"]
    if status < 500 {
      let list = fields.map { "\($0.name)=\"\($0.value.quotable)\"" }.joined(separator: ", ")
      headers["WWW-Authenticate"] = list.isEmpty ? "Bearer" : "Bearer " + list
    }
    if case .unavailable(let failure) = self { headers["Retry-After"] = String(failure.secondsToWait) }
    return BearerChallenge(status: status, headers: headers, body: body)
  }

  private var status: Int {
    switch self {
    case .missingToken, .invalidToken: 401
    case .malformedRequest: 400
    case .insufficientScope: 403
    case .configuration: 500
    case .unavailable, .cancelled: 503
    }
  }

  private var body: String {
    switch self {
    case .missingToken, .invalidToken: "Missing or invalid token"
    case .malformedRequest: "Malformed request"
    case .insufficientScope: "Insufficient scope"
    case .configuration: "The server isn't configured to verify tokens"
    case .unavailable, .cancelled: "Tokens can't be verified right now"
    }
  }

  /// The response to a request without a token contains no error code (RFC 6750 §3.1).
  private var challengeFields: [(name: String, value: String)] {
    switch self {
    case .missingToken, .configuration, .unavailable, .cancelled: []
    case .malformedRequest: [("error", "invalid_request"), ("error_description", explanation)]
    case .invalidToken: [("error", "invalid_token"), ("error_description", explanation)]
    case .insufficientScope(let scopes):
      [("error", "insufficient_scope")] + (scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))])
    }
  }
}

extension AuthFailure {
  /// The value of `Retry-After`, in seconds. This API sends requests to its provider again after
  /// ``Introspections/longestPause`` at the latest, even if the provider asks for more. An attacker's token may have
  /// caused the provider's response, and must not lock out other callers.
  fileprivate var secondsToWait: Int64 {
    let longest = Introspections.longestPause.components.seconds
    guard case .retry(let delay?) = recovery else { return longest }
    return min(max(1, delay.components.seconds), longest)
  }
}

extension String {
  /// The string with only those characters that a quoted value of a challenge may contain (RFC 6750 §3): printable
  /// ASCII without `"` and `\`. Other characters become `'`.
  fileprivate var quotable: String {
    String(unicodeScalars.map { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? Character($0) : "'" })
  }
}
