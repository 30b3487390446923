import Foundation

/// The body of a token endpoint's response, read according to a provider's rules (RFC 6749 §5).
public struct TokenResponseBody: Sendable, Hashable {
  /// The expiry of a token.
  public enum Expiry: Sendable, Hashable {
    /// The token expires after this duration, counted from the response.
    case after(Duration)
    /// The token expires at this time.
    case at(Date)
    /// The token doesn't expire.
    case never
  }

  /// A set of tokens.
  public struct Tokens: Sendable, Hashable {
    /// The access token.
    public var accessToken: String
    /// The refresh token, if the server issued one.
    public var refreshToken: String?
    /// The access token's expiry, or `nil` if neither the response nor the descriptor specifies it.
    public var expiry: Expiry?
    /// The refresh token's expiry, or `nil` if neither the response nor the descriptor specifies it.
    public var refreshExpiry: Expiry?
    /// The granted scopes, or `nil` if the response doesn't list them, which means that the requested scopes were granted.
    public var scopes: [String]?
    /// Whether the access token is bound to the client's key: `token_type` is `DPoP` (RFC 9449 §5).
    public var isBoundToKey = false
  }

  /// The tokens of the response, or its primary or first set.
  public var tokens: Tokens
  /// The ID token, not yet verified.
  public var idToken: String?
  /// All sets of tokens, by name. The primary set is also available as ``tokens``.
  public var sets: [String: Tokens]
  /// The values of the fields that the descriptor lists.
  public var fields: [String: JSONValue]
  /// The whole response.
  public var all: JSONValue
}

/// The reason that a response isn't a valid token response.
public enum TokenResponseFailure: Error, Sendable, Hashable {
  /// A required member is missing or has the wrong type.
  case missingField(String)
  /// `token_type` isn't a string, or isn't one that the descriptor accepts.
  case unsupportedTokenType(String)
  /// A token isn't a string.
  case malformedToken(String)
}

extension TokenResponseBody {
  /// Reads a response.
  ///
  /// - Parameters:
  ///   - response: The whole response.
  ///   - rules: The format of the provider's responses.
  ///   - isPartial: Whether fields and sets may be missing, because other responses contain them. A refresh token in
  ///     the response must not be lost because another field is missing.
  ///   - acceptsDPoP: Whether the request had a proof, so that the response may have the type `DPoP`.
  /// - Throws: ``TokenResponseFailure/missingField(_:)`` if the access token, a required field, a required set, or a
  ///   required `token_type` is missing (RFC 6749 §5.1). ``TokenResponseFailure/unsupportedTokenType(_:)`` if the rules
  ///   don't accept the type. ``TokenResponseFailure/malformedToken(_:)`` if the refresh token or the ID token isn't a
  ///   string.
  public init(
    _ response: JSONValue, as rules: ProviderConfiguration.ResponseRules, isPartial: Bool = false,
    acceptsDPoP: Bool = false
  ) throws(TokenResponseFailure) {
    let root = response.value(at: rules.root) ?? .null
    all = response
    idToken = try root.token(at: rules.idToken)
    fields = [:]
    for field in rules.fields {
      if let value = response.value(at: field.path), value.isPresent {
        fields[field.name] = value
      } else if !field.isOptional, !isPartial {
        throw .missingField(field.path.text)
      }
    }
    sets = [:]
    for set in rules.sets {
      do throws(TokenResponseFailure) {
        sets[set.name] = try Tokens(response.value(at: set.root) ?? .null, as: rules, acceptsDPoP: acceptsDPoP)
      } catch {
        switch error {
        case .malformedToken: throw error
        case _ where set.isOptional || isPartial: break
        case .missingField(let field): throw .missingField("\(set.root).\(field)")
        case .unsupportedTokenType: throw error
        }
      }
    }
    let primary = rules.sets.filter(\.isPrimary).lazy.compactMap { [sets] in sets[$0.name] }.first
    let first = rules.sets.lazy.compactMap { [sets] in sets[$0.name] }.first
    if let chosen = primary ?? first {
      tokens = chosen
    } else {
      tokens = try Tokens(root, as: rules, acceptsDPoP: acceptsDPoP)
    }
  }
}

extension TokenResponseBody.Tokens {
  init(
    _ root: JSONValue, as rules: ProviderConfiguration.ResponseRules, acceptsDPoP: Bool
  ) throws(TokenResponseFailure) {
    let found = rules.hasAccessToken ? root.text(at: rules.accessToken) : ""
    guard let accessToken = found else { throw .missingField(rules.accessToken.text) }
    self.accessToken = accessToken
    refreshToken = try root.token(at: rules.refreshToken)
    expiry = root.expiry(rules.expires, zeroIsNow: !rules.expires.neverExpires)
    // Servers send 0 if a refresh token doesn't expire, or if they don't know its lifetime.
    refreshExpiry = root.expiry(rules.refreshExpires, zeroIsNow: false)
    scopes = rules.scope.flatMap { root.value(at: $0) }.flatMap { $0.words(by: rules.scopeDelimiter) }
    guard rules.hasAccessToken else { return }
    let type = root.object?["token_type"] ?? .null
    isBoundToKey = acceptsDPoP && type.string?.lowercased() == "dpop"
    if !isBoundToKey { try Self.checkType(type, rules.tokenType) }
  }

  private static func checkType(
    _ type: JSONValue, _ rule: ProviderConfiguration.ResponseRules.TokenType
  ) throws(TokenResponseFailure) {
    guard type != .null else {
      if rule == .bearer { throw .missingField("token_type") }
      return
    }
    guard let text = type.string else { throw .unsupportedTokenType("that isn't a string") }
    guard rule == .any || text.lowercased() == "bearer" else { throw .unsupportedTokenType(text) }
  }
}

extension JSONValue {
  /// The nonempty string at a path.
  fileprivate func text(at path: FieldPath) -> String? {
    guard let text = value(at: path)?.string, !text.isEmpty else { return nil }
    return text
  }

  /// A token, or `nil` if it is missing, `null`, or empty.
  ///
  /// - Throws: ``TokenResponseFailure/malformedToken(_:)`` for anything that isn't a string.
  fileprivate func token(at path: FieldPath) throws(TokenResponseFailure) -> String? {
    let value = value(at: path) ?? .null
    guard value == .null || value.string != nil else { throw .malformedToken(path.text) }
    return text(at: path)
  }

  /// The strings of a list or of a delimited string.
  package func words(by delimiter: String?) -> [String]? {
    if let list = array { return list.compactMap(\.string) }
    guard let text = string else { return nil }
    if let delimiter, !delimiter.isEmpty {
      return text.split(separator: delimiter).map(String.init)
    }
    return text.split { $0 == " " || $0 == "," }.map(String.init)
  }

  /// The expiry of a token, at most ten years from now. An invalid lifetime is ignored.
  ///
  /// - Parameter zeroIsNow: Whether a lifetime of 0 means that the token has expired. If not, it is ignored.
  fileprivate func expiry(_ rule: ProviderConfiguration.ExpiryRule, zeroIsNow: Bool) -> TokenResponseBody.Expiry? {
    let standard: TokenResponseBody.Expiry? = rule.neverExpires ? .never : rule.lifetime.map { .after($0) }
    guard let value = value(at: rule.field), value.isPresent else { return standard }
    if rule.format == .iso8601 { return value.string.flatMap(Self.date).map { .at($0) } ?? standard }
    guard let number = value.number ?? value.string.flatMap({ Double($0) }), number >= 0, number < 1e15 else {
      return standard
    }
    if number == 0 { return zeroIsNow && rule.format.isLifetime ? .after(.zero) : standard }
    switch rule.format {
    case .seconds: return Self.lifetime(number) ?? standard
    case .milliseconds: return Self.lifetime(number / 1000) ?? standard
    case .unix: return .at(Date(timeIntervalSince1970: number))
    case .unixMilliseconds: return .at(Date(timeIntervalSince1970: number / 1000))
    case .iso8601: return standard
    }
  }

  private static func lifetime(_ seconds: Double) -> TokenResponseBody.Expiry? {
    guard seconds <= 315_360_000 else { return nil }
    return .after(.seconds(seconds))
  }

  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}

extension ProviderConfiguration.ExpiryRule.Format {
  /// Whether the value is a duration that starts with the response.
  fileprivate var isLifetime: Bool {
    switch self {
    case .seconds, .milliseconds: true
    case .unix, .unixMilliseconds, .iso8601: false
    }
  }
}
