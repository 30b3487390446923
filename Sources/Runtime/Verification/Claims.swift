import Foundation

/// The claims of an ID token that was verified (OpenID Connect Core 1.0 §2).
///
/// Only this module makes one: after every check has passed, or from what it had kept in the app's own store.
public struct Claims: Sendable, Hashable {
  /// Every claim as it stands in the token.
  public let all: [String: JSONValue]
  /// `iss`: who made the token.
  public let issuer: String
  /// `sub`: the user, unique and never reassigned within the issuer.
  public let subject: String
  /// `exp`: when the token stops being valid.
  public let expiration: Date
  /// `iat`: when the token was made.
  public let issuedAt: Date

  init(_ all: [String: JSONValue]) throws(ClaimFailure) {
    self.all = all
    self.issuer = try Self.require(String.self, "iss", in: all)
    self.subject = try Self.require(String.self, "sub", in: all)
    self.expiration = try Self.require(Date.self, "exp", in: all)
    self.issuedAt = try Self.require(Date.self, "iat", in: all)
    guard !subject.isEmpty else { throw .missingClaim("sub") }
  }

  /// One claim, or `nil` when it is missing or `null`.
  public subscript(name: String) -> JSONValue? {
    all[name]
  }

  /// A claim that must be there.
  ///
  /// - Throws: ``ClaimFailure`` when it is missing or has another type.
  public func required<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value {
    try Self.require(Value.self, name, in: all)
  }

  /// A claim that may be missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` when it is there with another type.
  public func optional<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value? {
    guard let json = all[name], json != .null else { return nil }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }

  private static func require<Value: ClaimValue>(
    _: Value.Type, _ name: String, in all: [String: JSONValue]
  ) throws(ClaimFailure) -> Value {
    guard let json = all[name], json != .null else { throw .missingClaim(name) }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }
}

/// A type that a claim can be read as. Reading is lenient where servers are sloppy: a numeric id is a text, `"true"` is true.
public protocol ClaimValue: Sendable {
  /// What the claim must be, for the failure's text.
  static var claimExpectation: String { get }
  init?(claim: JSONValue)
}

extension String: ClaimValue {
  public static var claimExpectation: String { "a text" }

  public init?(claim: JSONValue) {
    switch claim {
    case .string(let value): self = value
    case .integer(let value): self = String(value)
    default: return nil
    }
  }
}

extension Bool: ClaimValue {
  public static var claimExpectation: String { "true or false" }

  public init?(claim: JSONValue) {
    switch claim {
    case .bool(let value): self = value
    case .string("true"): self = true
    case .string("false"): self = false
    default: return nil
    }
  }
}

extension Int: ClaimValue {
  public static var claimExpectation: String { "a whole number" }

  public init?(claim: JSONValue) {
    switch claim {
    case .integer(let value): self.init(exactly: value)
    case .string(let value): self.init(value)
    default: return nil
    }
  }
}

extension Double: ClaimValue {
  public static var claimExpectation: String { "a number" }

  public init?(claim: JSONValue) {
    guard let value = claim.number else { return nil }
    self = value
  }
}

extension Date: ClaimValue {
  public static var claimExpectation: String { "a time in seconds since 1970" }

  /// NumericDate (RFC 7519 §2), within the years 1970 to 9999.
  public init?(claim: JSONValue) {
    guard let seconds = claim.number, (0...253_402_300_799).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

extension Array: ClaimValue where Element == String {
  public static var claimExpectation: String { "a list of texts" }

  public init?(claim: JSONValue) {
    guard let values = claim.array else { return nil }
    let texts = values.compactMap(String.init(claim:))
    guard texts.count == values.count else { return nil }
    self = texts
  }
}
