/// An error in a response, regardless of the response's status.
public struct ErrorResponse: Sendable, Hashable {
  /// The provider's error code, as the provider spells it.
  public var code: String
  /// The provider's human-readable description of the error.
  public var text: String?
  /// `error_uri`: a page about the error (RFC 6749 §5.2).
  public var uri: String?
  /// The ID of the request in the provider's logs.
  public var requestID: String?

  private static let requestIDs = ["request_id", "requestId", "correlation_id", "trace_id"]

  /// - Returns: `nil` if the response isn't an error.
  public init?(
    _ response: JSONValue, by rule: ProviderConfiguration.ErrorRule,
    known: [String: ProviderConfiguration.KnownError] = [:]
  ) {
    let matched = Self.match(response, known)
    guard matched != nil || response.satisfies(rule.condition) else { return nil }
    code = matched ?? response.value(at: rule.code)?.spelling ?? "unknown_error"
    text = response.value(at: rule.description)?.spelling
    uri = response.object?["error_uri"]?.string
    requestID = Self.requestIDs.lazy.compactMap { response.object?[$0]?.spelling }.first
  }

  /// Returns the name of the known error whose `match` the response satisfies, regardless of its error code. The
  /// response is the body of the token endpoint's response, or the parameters of a callback.
  public static func match(
    _ response: JSONValue, _ known: [String: ProviderConfiguration.KnownError]
  ) -> String? {
    known.filter { _, error in error.match.map(response.satisfies) ?? false }.keys.min()
  }
}
