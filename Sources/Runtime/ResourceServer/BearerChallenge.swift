import Foundation

/// What an API answers to a request that it rejects (RFC 6750 §3).
public struct BearerChallenge: Sendable, Hashable {
  /// 400, 401, 403, 500 or 503.
  public let status: Int
  /// The header fields, `WWW-Authenticate` among them where a token could help.
  public let headers: [String: String]
  /// Plain text: "Missing or invalid token" for 401.
  public let body: String
}

extension AccessFailure {
  /// What to answer. It says what the caller can mend, and nothing about how the API is set up.
  ///
  /// - Parameters:
  ///   - realm: What is protected, in words of the API's own.
  ///   - resourceMetadata: Where the API's ``ProtectedResourceMetadata`` stands (RFC 9728 §5.1).
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
    case .configuration: "The server is not set up to check tokens"
    case .unavailable, .cancelled: "Tokens cannot be checked now"
    }
  }

  /// A request without a token is told no error (RFC 6750 §3.1).
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
  /// The caller's `Retry-After`. This API asks its provider again after ``Introspections/longestPause`` at the latest, whatever
  /// the provider says: an attacker's token may have caused the provider's response, and must not keep other callers away.
  fileprivate var secondsToWait: Int64 {
    let longest = Introspections.longestPause.components.seconds
    guard case .retry(let delay?) = recovery else { return longest }
    return min(max(1, delay.components.seconds), longest)
  }
}

extension String {
  /// What may stand between quotation marks in a challenge (RFC 6750 §3): printable ASCII without `"` and `\`.
  fileprivate var quotable: String {
    String(unicodeScalars.map { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? Character($0) : "'" })
  }
}
