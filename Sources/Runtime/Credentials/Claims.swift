import Foundation

/// What is known about a user: the claims of a verified ID token (OpenID Connect Core 1.0 §2), and what the provider told
/// beside them.
///
/// Only this module makes one: after every check has passed, or from what it had kept in the app's own store.
public struct Claims: Sendable, Hashable {
  /// Where a claim stands.
  public enum Place: Sendable, Hashable {
    /// In the ID token, or in what the provider told about the user.
    case user
    /// In the access token, where that is a JWT. Its signature was not checked: an API must not rely on it.
    case accessToken
  }

  /// Every claim as it stands in the token, and what the provider told under the names of standard claims.
  public let all: [String: JSONValue]
  /// `sub`: the user, unique and never reassigned within the issuer; without ID tokens what the descriptor names.
  public let subject: String
  /// `iss`: who made the token; `nil` without ID tokens.
  public var issuer: String? { all["iss"]?.string }
  /// `exp`: when the token stops being valid; `nil` without ID tokens.
  public var expiration: Date? { all["exp"].flatMap(Date.init(numericDate:)) }
  /// `iat`: when the token was made; `nil` without ID tokens.
  public var issuedAt: Date? { all["iat"].flatMap(Date.init(numericDate:)) }
  /// The provider's own key of the user, where it is not ``subject``.
  let identity: String?
  /// The claims of the access token.
  let accessToken: [String: JSONValue]
  /// The names of the claims in ``all`` that came from a source other than an ID token, such as userinfo.
  let told: Set<String>

  /// The claims of an ID token.
  init(_ all: [String: JSONValue]) throws(ClaimFailure) {
    _ = try Self.require(String.self, "iss", in: all)
    try Self.checkSignedSubject(in: all)
    try Self.requireTime("exp", in: all)
    try Self.requireTime("iat", in: all)
    try self.init(known: all, identity: nil, accessToken: [:])
  }

  /// Checks that `sub` is a string (OpenID Connect Core 1.0 §2). The lenient reading of unsigned facts also accepts numbers.
  /// A missing `sub` is found elsewhere.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)``.
  static func checkSignedSubject(in all: [String: JSONValue]) throws(ClaimFailure) {
    guard let subject = all["sub"], subject != .null else { return }
    guard subject.string != nil else { throw .wrongClaimType("sub", expected: String.claimExpectation) }
  }

  /// What is known, from wherever.
  init(
    known all: [String: JSONValue], identity: String?, accessToken: [String: JSONValue], told: Set<String> = []
  ) throws(ClaimFailure) {
    let subject = try Self.require(String.self, "sub", in: all)
    guard !subject.isEmpty else { throw .missingClaim("sub") }
    self.all = all
    self.subject = subject
    self.identity = identity
    self.accessToken = accessToken
    self.told = told
  }

  /// These claims with those of another access token.
  func replacing(accessToken: [String: JSONValue]) -> Claims {
    Claims(self, accessToken: accessToken)
  }

  private init(_ claims: Claims, accessToken: [String: JSONValue]) {
    (all, subject, identity, told) = (claims.all, claims.subject, claims.identity, claims.told)
    self.accessToken = accessToken
  }

  /// One claim, or `nil` when it is missing or `null`.
  public subscript(name: String) -> JSONValue? {
    all[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// The claim of that name, or what stands at that path.
  private func find(_ name: String, in place: Place) -> JSONValue? {
    let claims = place == .user ? all : accessToken
    let found = claims[name] ?? JSONValue.object(claims).value(at: FieldPath(name))
    return found == .null ? nil : found
  }

  /// A claim that must be there.
  ///
  /// - Throws: ``ClaimFailure`` when it is missing or has another type.
  public func required<Value: ClaimValue>(_ name: String, in place: Place = .user) throws(ClaimFailure) -> Value {
    guard let value: Value = try optional(name, in: place) else { throw .missingClaim(name) }
    return value
  }

  /// A claim that may be missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` when it is there with another type.
  public func optional<Value: ClaimValue>(_ name: String, in place: Place = .user) throws(ClaimFailure) -> Value? {
    guard let json = find(name, in: place) else { return nil }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }

  private static func requireTime(_ name: String, in all: [String: JSONValue]) throws(ClaimFailure) {
    guard let json = all[name], json != .null else { throw .missingClaim(name) }
    guard Date(numericDate: json) != nil else { throw .wrongClaimType(name, expected: Date.claimExpectation) }
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
  /// Reads a claim; `nil` when it is of another type.
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

  /// A NumericDate, or ISO 8601 as some user profiles have it.
  public init?(claim: JSONValue) {
    if let date = Date(numericDate: claim) {
      self = date
    } else if let text = claim.string, let date = Date(iso8601: text) {
      self = date
    } else {
      return nil
    }
  }

  /// NumericDate (RFC 7519 §2), within the years 1970 to 9999: what a token's own times must be.
  init?(numericDate claim: JSONValue) {
    guard let seconds = claim.number, (0...253_402_300_799).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }

  private init?(iso8601 text: String) {
    let found =
      (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    guard let found else { return nil }
    self = found
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

extension URL: ClaimValue {
  public static var claimExpectation: String { "an absolute URL" }

  public init?(claim: JSONValue) {
    guard let text = claim.string, let url = URL(string: text), url.scheme != nil else { return nil }
    self = url
  }
}

extension JSONValue: ClaimValue {
  public static var claimExpectation: String { "any value" }

  public init?(claim: JSONValue) {
    self = claim
  }
}
