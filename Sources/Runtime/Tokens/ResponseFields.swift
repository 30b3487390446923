import Foundation

/// Members of a token answer or of a callback that a descriptor names, by the names that generated code knows.
public struct ResponseFields: Sendable, Hashable {
  private let values: [String: JSONValue]

  init(_ values: [String: JSONValue]) {
    self.values = values
  }

  /// A callback's parameters. One that is JSON is taken apart.
  init(_ parameters: [String: String], of rules: ProviderConfiguration.CallbackRules) {
    let json = Set(rules.fields.filter { $0.kind == .json }.map(\.name))
    values = Dictionary(
      uniqueKeysWithValues: parameters.map { name, text in
        (name, json.contains(name) ? JSONValue(parsing: Data(text.utf8)) ?? .null : .string(text))
      })
  }

  /// The members as a generated type reads them.
  func typed<Fields: TypedResponseFields>() throws(StepFailure) -> Fields {
    do throws(ClaimFailure) { return try Fields(fields: self) } catch { throw .idToken(.claim(error)) }
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

/// Typed members of a token answer or of a callback.
public protocol TypedResponseFields: Sendable, Hashable {
  /// - Throws: ``ClaimFailure`` when a field is missing or has another type than the descriptor says.
  init(fields: ResponseFields) throws(ClaimFailure)
}
