import Foundation

/// The members of a token response or of a callback that a descriptor lists, by their names in generated code.
public struct ResponseFields: Sendable, Hashable {
  private let values: [String: JSONValue]

  init(_ values: [String: JSONValue]) {
    self.values = values
  }

  /// Creates the fields of a callback. Parameters that contain JSON are parsed.
  init(_ parameters: [String: String], of rules: ProviderConfiguration.CallbackRules) {
    values = Dictionary(
      uniqueKeysWithValues: parameters.map { name, text in (name, rules.value(text, of: name) ?? .null) })
  }

  /// Returns the fields as a generated type.
  func typed<Fields: TypedResponseFields>() throws(StepFailure) -> Fields {
    do throws(ClaimFailure) { return try Fields(fields: self) } catch { throw .idToken(.claim(error)) }
  }

  /// Returns a required field.
  ///
  /// - Throws: ``ClaimFailure`` if the field is missing or has another type.
  public func required<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value {
    guard let value: Value = try optional(name) else { throw .missingClaim(name) }
    return value
  }

  /// Returns an optional field, or `nil` if it's missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if the field has another type.
  public func optional<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value? {
    guard let json = values[name], json != .null else { return nil }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }
}

/// A type for the members of a token response or of a callback.
public protocol TypedResponseFields: Sendable, Hashable {
  /// Reads the fields.
  ///
  /// - Throws: ``ClaimFailure`` if a field is missing or doesn't have the type in the descriptor.
  init(fields: ResponseFields) throws(ClaimFailure)
}
