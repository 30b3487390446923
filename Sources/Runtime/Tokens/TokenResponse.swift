import Foundation

/// A successful response of the token endpoint (RFC 6749 §5.1, OpenID Connect Core 1.0 §3.1.3.3).
struct TokenResponse: Sendable, Hashable {
  let accessToken: Secret
  private(set) var refreshToken: Secret?
  private(set) var idToken: Secret?
  /// The access token that arrived with the ID token. The ID token may contain its hash.
  private(set) var accessTokenOfIDToken: Secret
  /// Whether the access token is bound to the key of the request (RFC 9449 §5).
  let isBoundToKey: Bool
  /// The time at which the response arrived.
  let obtainedAt: Date
  /// The time at which the access token expires, or `nil` if it's unknown.
  private(set) var expiresAt: Date?
  private(set) var refreshExpiresAt: Date?
  /// The granted scopes, or `nil` if the response doesn't contain them, which means that all requested scopes were
  /// granted.
  private(set) var scopes: [String]?
  /// The granted authorization details, or `nil` if the response doesn't contain them (RFC 9396 §7).
  private(set) var details: [JSONValue]?
  /// The members that the descriptor lists.
  private(set) var fields: [String: JSONValue]
  /// Additional access tokens, by the names of their sets.
  private(set) var sets: [String: Secret]
  /// The whole response. It contains tokens, so never print it.
  let all: JSONValue

  init(
    _ body: JSONValue, by rules: ProviderConfiguration.ResponseRules, status: Int, isPartial: Bool = false,
    lifetimes: ProviderConfiguration.Lifetimes, now: Date, acceptsDPoP: Bool = false
  ) throws(StepFailure) {
    let response: TokenResponseBody
    do throws(TokenResponseFailure) {
      response = try TokenResponseBody(body, as: rules, isPartial: isPartial, acceptsDPoP: acceptsDPoP)
    } catch {
      switch error {
      case .missingField(let name):
        throw .response(.missingField(name, endpoint: .token, status: status))
      case .unsupportedTokenType(let type): throw .response(.unsupportedTokenType(type))
      case .malformedToken(let name): throw .response(.unexpectedValue(name, endpoint: .token))
      }
    }
    // The access token becomes part of a header, so only visible characters are allowed (RFC 6749 appendix A.12).
    let tokens = [response.tokens] + response.sets.values
    guard tokens.allSatisfy({ $0.accessToken.utf8.allSatisfy { (0x20...0x7E).contains($0) } }) else {
      throw .response(.unexpectedValue("access_token", endpoint: .token))
    }
    accessToken = Secret(response.tokens.accessToken)
    accessTokenOfIDToken = accessToken
    isBoundToKey = response.tokens.isBoundToKey
    refreshToken = response.tokens.refreshToken.map { Secret($0) }
    idToken = response.idToken.map { Secret($0) }
    scopes = response.tokens.scopes
    obtainedAt = now
    expiresAt = Self.date(response.tokens.expiry, lifetimes.accessToken, now)
    refreshExpiresAt = Self.date(response.tokens.refreshExpiry, lifetimes.refreshToken, now)
    fields = response.fields
    sets = response.sets.mapValues { Secret($0.accessToken) }
    all = response.all
    details = Self.details(in: body.value(at: rules.root))
  }

  /// A response in form encoding contains JSON in a string. Items that aren't objects are ignored.
  private static func details(in home: JSONValue?) -> [JSONValue]? {
    let value = home?.object?["authorization_details"]
    let json = value?.string.flatMap { JSONValue(parsing: Data($0.utf8)) } ?? value
    return json?.array?.filter { $0.object != nil }
  }

  /// Creates a response from an access token that a browser delivered to a device. The hash in the ID token proves that
  /// the token is genuine. Nothing proves other details, such as its scopes.
  init?(fromBrowser accessToken: String, expiresAt: Date?) {
    let body = JSONValue.object(["access_token": .string(accessToken)])
    var rules = ProviderConfiguration.ResponseRules()
    rules.tokenType = .optionalBearer
    let response = try? TokenResponse(body, by: rules, status: 200, lifetimes: .init(), now: .distantPast)
    guard let response else { return nil }
    self = response
    self.expiresAt = expiresAt
  }

  /// Returns the response of a second exchange, with the members of the first one that it lacks.
  func after(_ first: TokenResponse) -> TokenResponse {
    var result = self
    if refreshToken == nil {
      (result.refreshToken, result.refreshExpiresAt) = (first.refreshToken, first.refreshExpiresAt)
    }
    if idToken == nil { (result.idToken, result.accessTokenOfIDToken) = (first.idToken, first.accessToken) }
    result.scopes = scopes ?? first.scopes
    result.details = details ?? first.details
    result.fields.merge(first.fields) { second, _ in second }
    result.sets.merge(first.sets) { second, _ in second }
    return result
  }

  /// Returns the first required field or set of the rules that no response contained.
  func missing(by rules: ProviderConfiguration.TokenRules) -> String? {
    let response = rules.response
    return rules.fields.first { !$0.isOptional && fields[$0.name] == nil }?.path.text
      ?? response.sets.first { !$0.isOptional && sets[$0.name] == nil }.map { "\($0.root).\(response.accessToken)" }
  }

  private static func date(_ expiry: TokenResponseBody.Expiry?, _ lifetime: Duration?, _ now: Date) -> Date? {
    switch expiry {
    case .never: nil
    case .at(let date): date
    case .after(let duration): now.addingTimeInterval(duration.seconds)
    case nil: lifetime.map { now.addingTimeInterval($0.seconds) }
    }
  }
}

extension TokenResponse {
  /// Returns a part of the response as claims about the user, without the tokens in it.
  func withoutTokens(_ place: JSONValue) -> JSONValue {
    let tokens = [accessToken, refreshToken, idToken].compactMap { $0?.reveal() } + sets.values.map { $0.reveal() }
    return place.pruned { name, value in
      Self.tokenNames.contains(name) || value.string.map(tokens.contains) ?? false
    }
  }

  private static let tokenNames: Set<String> = ["access_token", "refresh_token", "id_token"]
}

extension JSONValue {
  /// Removes the members that the closure selects, at any depth.
  fileprivate func pruned(_ isUnwanted: (String, JSONValue) -> Bool) -> JSONValue {
    switch self {
    case .object(let members):
      .object(members.filter { !isUnwanted($0.key, $0.value) }.mapValues { $0.pruned(isUnwanted) })
    case .array(let items): .array(items.map { $0.pruned(isUnwanted) })
    default: self
    }
  }
}

extension TokenResponse {
  /// Whether the access token is for an API. Some servers issue a token for an API other than the requested one, and
  /// report it only in `resource` or in the token itself.
  ///
  /// - Parameter format: The format of the provider's access tokens for APIs. If they are JWTs, an opaque token is for
  ///   the provider itself.
  func isMade(for audience: String, in format: ProviderConfiguration.AccessTokenRules.Format) -> Bool {
    if let resource = all.object?["resource"]?.string { return resource.isExactly(audience) }
    guard let named = accessToken.claimsOfJWT["aud"]?.names else {
      // A token with five parts is encrypted, and only the API can read it (RFC 7516 §3.1).
      return format != .jwt || accessToken.reveal().split(separator: ".", omittingEmptySubsequences: false).count == 5
    }
    return named.contains { $0.isExactly(audience) }
  }
}

extension TokenResponse {
  /// Whether the token has only the requested types of authorization details. A server must report what it granted (RFC 9396
  /// §7). One that reports nothing is trusted, as with scopes.
  ///
  /// - Parameter requested: The requested details. If it's empty, the request had none.
  func isLimited(to requested: [JSONValue]) -> Bool {
    guard !requested.isEmpty, let details else { return true }
    let types = Set(requested.compactMap { $0.object?["type"]?.string })
    return details.allSatisfy { ($0.object?["type"]?.string).map(types.contains) ?? false }
  }
}
