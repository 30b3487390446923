/// Members of a token answer that a descriptor names, by their names in Swift.
public struct AnswerFields: Sendable, Hashable {
  private let values: [String: JSONValue]

  init(_ values: [String: JSONValue]) {
    self.values = values
  }

  /// A field that must be there.
  ///
  /// - Throws: ``ClaimFailure`` when it is missing or has another type.
  public func required<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value {
    guard let value: Value = try optional(name) else { throw .missingClaim(name) }
    return value
  }

  /// A field that may be missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` when it is there with another type.
  public func optional<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value? {
    guard let json = values[name], json != .null else { return nil }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }
}

/// Typed members of a token answer.
public protocol AnswerFieldsReading: Sendable, Hashable {
  /// - Throws: ``ClaimFailure`` when a field is missing or has another type than the descriptor says.
  init(fields: AnswerFields) throws(ClaimFailure)
}
