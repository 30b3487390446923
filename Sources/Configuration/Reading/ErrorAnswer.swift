/// An error that an answer holds, whatever its status is.
public struct ErrorAnswer: Sendable, Hashable {
  public var code: String
  public var text: String?

  /// - Returns: `nil` when the answer is no error.
  public init?(
    _ answer: JSONValue, by rule: ProviderConfiguration.ErrorRule,
    known: [String: ProviderConfiguration.KnownError] = [:]
  ) {
    let matched = known.filter { _, error in error.match.map(answer.satisfies) ?? false }.keys.min()
    guard matched != nil || answer.satisfies(rule.condition) else { return nil }
    code = matched ?? answer.value(at: rule.code)?.spelling ?? "unknown_error"
    text = answer.value(at: rule.description)?.spelling
  }
}
