import Foundation

/// The caller of an API, according to its verified access token.
///
/// ```swift
/// let caller = try await api.caller(authorization: request.headers["Authorization"])
/// try caller.require(.all([.permission("invoices:approve"), .organization("org_42"), .user]))
/// ```
public struct Caller<Provider: AuthProvider>: Sendable, Hashable {
  let token: VerifiedToken
  /// The time of the verification.
  let time: Date
  /// The allowed clock difference.
  let leeway: TimeInterval
  private let newNonce: String?

  init(_ request: VerifiedRequest, leeway: Duration) {
    (token, time, newNonce) = (request.token, request.time, request.newNonce)
    self.leeway = leeway.seconds
  }

  /// Whether both have the same token.
  public static func == (lhs: Caller, rhs: Caller) -> Bool { lhs.token == rhs.token }

  public func hash(into hasher: inout Hasher) { hasher.combine(token) }

  /// The `sub` claim: the user, or the client if it calls the API on its own behalf.
  ///
  /// Use it as the key for the caller's data. If the provider has several issuers, use it together with ``issuer``.
  public var subject: String { token.subject }
  /// The `iss` claim: the issuer of the token, or `nil` if only the server knows it.
  public var issuer: String? { token.claims["iss"]?.string }
  /// The client that sends the request: `client_id`, or else `azp` (RFC 9068 §2.2).
  public var clientID: String? { token.clientID }
  /// Whether a client calls the API on its own behalf, without a user.
  public var isMachine: Bool { token.isMachine }
  /// The APIs that the token is for.
  public var audiences: [String] { token.audiences }
  /// The scopes that the user granted to the client.
  public var scopes: Set<AuthScope<Provider>> { Set(token.scopes.map(AuthScope.init(rawValue:))) }
  /// The permissions that the provider grants to the user, if its tokens contain them.
  public var permissions: Set<String> { token.permissions }
  /// The user's roles, if the provider's tokens contain them.
  public var roles: Set<String> { token.roles }
  /// The organization that the user signed in to, if the provider supports organizations.
  public var organizationID: String? { token.organizationID }
  /// The `exp` claim: the time at which the token expires, or `nil` if only the server knows it.
  public var expiration: Date? { token.claims["exp"].flatMap(Date.init(numericDate:)) }
  /// The `jti` claim: the identifier of the token.
  public var tokenID: String? { token.claims["jti"]?.string }
  /// The key whose possession the client proved in this request, or `nil` for a bearer token.
  public var confirmation: TokenConfirmation? { token.confirmation }
  /// Header fields to add to the response: a new `DPoP-Nonce` if the client's will expire soon (RFC 9449 §8.2). Such a
  /// response must not be cached.
  public var responseHeaders: [String: String] { newNonce.map { ["DPoP-Nonce": $0] } ?? [:] }
  /// `acr`: the way in which the user authenticated (RFC 9068 §2.2.1), or `nil` if the token doesn't contain it.
  public var authenticationContext: String? { token.claims["acr"]?.string }
  /// `auth_time`: the time at which the user authenticated (RFC 9068 §2.2.1), or `nil` if the token doesn't contain it.
  public var authenticationTime: Date? { token.claims["auth_time"].flatMap(Date.init(numericDate:)) }
  /// All claims of the token.
  public var claims: [String: JSONValue] { token.claims }

  /// Returns one claim, such as `https://acme.com/department`, or `nil` if it's missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if the claim has another type.
  public func claim<Value: ClaimValue>(
    _ name: String, as _: Value.Type = Value.self
  ) throws(ClaimFailure) -> Value? {
    guard let json = token.claims[name], json != .null else { return nil }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }

  /// Returns whether the caller meets a requirement.
  public func satisfies(_ requirement: Requirement<Provider>) -> Bool {
    switch requirement {
    case .scope(let scope): token.scopes.contains(where: scope.rawValue.isExactly)
    case .permission(let name): token.permissions.contains(where: name.isExactly)
    case .role(let name): token.roles.contains(where: name.isExactly)
    case .organization(let id): token.organizationID.map(id.isExactly) ?? false
    case .user: !token.isMachine
    case .machine: token.isMachine
    case .acr(let value, let age): hasAuthenticated(value, within: age)
    case .authenticated(let age): hasAuthenticated(within: age)
    case .all(let requirements): requirements.allSatisfy(satisfies)
    case .any(let requirements): requirements.contains(where: satisfies)
    }
  }

  /// Rejects a caller that doesn't meet a requirement.
  ///
  /// - Throws: ``AccessFailure/insufficientScope(_:)``, whose response has status 403. If the user only has to
  ///   authenticate again, ``AccessFailure/insufficientAuthentication(acrValues:maxAge:)``, with status 401.
  public func require(_ requirement: Requirement<Provider>) throws(AccessFailure) {
    guard !satisfies(requirement) else { return }
    if let demand = authenticationDemand(of: requirement) {
      throw .insufficientAuthentication(acrValues: demand.acrValues, maxAge: demand.maxAge)
    }
    throw .insufficientScope(missingScopes(of: requirement))
  }

  /// Returns the scopes that a client could request to meet the requirement, in order. It's empty if no scope would
  /// help.
  private func missingScopes(of requirement: Requirement<Provider>) -> [String] {
    guard !satisfies(requirement) else { return [] }
    return switch requirement {
    case .scope(let scope): [scope.rawValue]
    case .all(let requirements), .any(let requirements): requirements.flatMap(missingScopes)
    default: []
    }
  }
}

/// A requirement for a caller.
public indirect enum Requirement<Provider: AuthProvider>: Sendable, Hashable {
  /// The user granted this scope to the client.
  case scope(AuthScope<Provider>)
  /// The provider grants this permission to the user.
  case permission(String)
  /// The user has this role.
  case role(String)
  /// The user signed in to this organization.
  case organization(String)
  /// The caller is a user.
  case user
  /// The caller is a client that calls the API on its own behalf.
  case machine
  /// The user authenticated in this way, and not longer ago than the given time (RFC 9470). A token without `acr` or
  /// `auth_time` doesn't meet it. To accept several ways, use ``any(_:)``.
  case acr(String, within: AuthenticationAge? = nil)
  /// The user authenticated not longer ago than the given time, in any way (RFC 9470).
  case authenticated(within: AuthenticationAge)
  /// The caller meets all of these requirements.
  case all([Requirement])
  /// The caller meets at least one of these requirements. An empty list is never met.
  case any([Requirement])
}
