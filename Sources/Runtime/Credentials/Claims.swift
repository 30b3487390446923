import Foundation

/// The claims about a user: the claims of a verified ID token (OpenID Connect Core 1.0 §2), and the claims from other
/// sources, such as userinfo.
///
/// An app can't create this value. The client creates it after every check has passed, or loads it from the app's
/// store.
///
/// For a claim without a typed property, call ``required(_:in:)`` or ``optional(_:in:)``:
///
/// ```swift
/// let department: String? = try user.claims.optional("https://acme.com/department")
/// ```
public struct Claims: Sendable, Hashable {
  /// The location of a claim.
  public enum Place: Sendable, Hashable {
    /// The ID token, or another source of claims about the user.
    case user
    /// The access token, if it's a JWT. Its signature hasn't been verified, so an API must not rely on it.
    case accessToken
  }

  /// All claims: those of the token, and the claims from other sources, under the names of the standard claims.
  public let all: [String: JSONValue]
  /// The `sub` claim: an identifier of the user that is unique within the issuer and never reassigned. Without ID
  /// tokens, it's the identifier that the descriptor names.
  public let subject: String
  /// The `iss` claim: the issuer of the token, or `nil` without ID tokens.
  public var issuer: String? { all["iss"]?.string }
  /// The `exp` claim: the time at which the token expires, or `nil` without ID tokens.
  public var expiration: Date? { all["exp"].flatMap(Date.init(numericDate:)) }
  /// The `iat` claim: the time at which the token was issued, or `nil` without ID tokens.
  public var issuedAt: Date? { all["iat"].flatMap(Date.init(numericDate:)) }
  /// The provider's own key for the user, if it isn't ``subject``.
  let identity: String?
  /// The claims of the access token.
  let accessToken: [String: JSONValue]
  /// The names of the claims in ``all`` that came from a source other than an ID token, such as userinfo.
  let otherSourceNames: Set<String>

  /// Creates the claims of an ID token.
  init(_ all: [String: JSONValue]) throws(ClaimFailure) {
    _ = try Self.require(String.self, "iss", in: all)
    try Self.checkSignedSubject(in: all)
    try Self.requireTime("exp", in: all)
    try Self.requireTime("iat", in: all)
    try self.init(known: all, identity: nil, accessToken: [:])
  }

  /// Checks that `sub` is a string (OpenID Connect Core 1.0 §2). Unsigned claims may also use numbers. A missing `sub`
  /// is detected later.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)``.
  static func checkSignedSubject(in all: [String: JSONValue]) throws(ClaimFailure) {
    guard let subject = all["sub"], subject != .null else { return }
    guard subject.string != nil else { throw .wrongClaimType("sub", expected: String.claimExpectation) }
  }

  /// Creates claims from any source.
  init(
    known all: [String: JSONValue], identity: String?, accessToken: [String: JSONValue],
    otherSourceNames: Set<String> = []
  ) throws(ClaimFailure) {
    let subject = try Self.require(String.self, "sub", in: all)
    guard !subject.isEmpty else { throw .missingClaim("sub") }
    self.all = all
    self.subject = subject
    self.identity = identity
    self.accessToken = accessToken
    self.otherSourceNames = otherSourceNames
  }

  /// Returns these claims with those of another access token.
  func replacing(accessToken: [String: JSONValue]) -> Claims {
    Claims(self, accessToken: accessToken)
  }

  private init(_ claims: Claims, accessToken: [String: JSONValue]) {
    (all, subject, identity, otherSourceNames) = (claims.all, claims.subject, claims.identity, claims.otherSourceNames)
    self.accessToken = accessToken
  }

  /// Whether both name the same user of the same issuer. A session of an older version may lack the issuer.
  func isSameUser(as other: Claims?) -> Bool {
    guard let other, subject.isExactly(other.subject) else { return false }
    guard let issuer, let before = other.issuer else { return true }
    return issuer.isExactly(before)
  }

  /// Returns one claim, or `nil` if it's missing or `null`.
  public subscript(name: String) -> JSONValue? {
    all[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// Returns the claim with that name, or the value at that path.
  private func find(_ name: String, in place: Place) -> JSONValue? {
    let claims = place == .user ? all : accessToken
    let found = claims[name] ?? JSONValue.object(claims).value(at: FieldPath(name))
    return found == .null ? nil : found
  }

  /// Returns a required claim.
  ///
  /// - Parameters:
  ///   - name: The name of the claim, or a path such as `address.country`.
  ///   - place: The location of the claim.
  ///
  /// - Throws: ``ClaimFailure`` if the claim is missing or has another type.
  public func required<Value: ClaimValue>(_ name: String, in place: Place = .user) throws(ClaimFailure) -> Value {
    guard let value: Value = try optional(name, in: place) else { throw .missingClaim(name) }
    return value
  }

  /// Returns an optional claim, or `nil` if it's missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if the claim has another type.
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

/// A type that a claim can be read as. Reading is lenient, because some servers use other types: a number can be read
/// as a string, and `"true"` as a Boolean.
public protocol ClaimValue: Sendable {
  /// A description of the expected value, for error messages.
  static var claimExpectation: String { get }
  /// Creates a value from a claim, or returns `nil` if the claim has another type.
  init?(claim: JSONValue)
}

extension String: ClaimValue {
  public static var claimExpectation: String { "a string" }

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

  /// Reads a NumericDate, or ISO 8601, which some user profiles contain.
  public init?(claim: JSONValue) {
    if let date = Date(numericDate: claim) {
      self = date
    } else if let text = claim.string, let date = Date(iso8601: text) {
      self = date
    } else {
      return nil
    }
  }

  /// Reads a NumericDate (RFC 7519 §2) between the years 1970 and 9999. The times of a token must have this form.
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
  public static var claimExpectation: String { "a list of strings" }

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
