import Foundation

/// Whoever calls an API, as its verified access token says.
public struct Caller<Provider: AuthProvider>: Sendable, Hashable {
  private let token: VerifiedToken

  init(_ token: VerifiedToken) {
    self.token = token
  }

  /// `sub`: the user, or the client where it calls for itself. The key to file the caller's data under; where a provider has
  /// several issuers, together with ``issuer``.
  public var subject: String { token.subject }
  /// `iss`: who vouches for the caller; `nil` where only its server knows.
  public var issuer: String? { token.claims["iss"]?.string }
  /// The client that calls: `client_id`, or `azp` (RFC 9068 §2.2).
  public var clientID: String? { token.clientID }
  /// Whether a client calls for itself, without a user.
  public var isMachine: Bool { token.isMachine }
  /// Every API that the token is for.
  public var audiences: [String] { token.audiences }
  /// What the user allowed the client.
  public var scopes: Set<AuthScope<Provider>> { Set(token.scopes.map(AuthScope.init(rawValue:))) }
  /// What the provider allows the user, where it puts that into tokens.
  public var permissions: Set<String> { token.permissions }
  /// The user's roles, where the provider puts them into tokens.
  public var roles: Set<String> { token.roles }
  /// The organization that the user has signed in to, where the provider has organizations.
  public var organizationID: String? { token.organizationID }
  /// `exp`: when the token stops being valid; `nil` where only its server knows.
  public var expiration: Date? { token.claims["exp"].flatMap(Date.init(numericDate:)) }
  /// `jti`: the token's own name.
  public var tokenID: String? { token.claims["jti"]?.string }
  /// Every claim as it stands in the token.
  public var claims: [String: JSONValue] { token.claims }

  /// One claim, such as `https://acme.com/department`; `nil` when it is missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` when it has another type.
  public func claim<Value: ClaimValue>(
    _ name: String, as _: Value.Type = Value.self
  ) throws(ClaimFailure) -> Value? {
    guard let json = token.claims[name], json != .null else { return nil }
    guard let value = Value(claim: json) else { throw .wrongClaimType(name, expected: Value.claimExpectation) }
    return value
  }

  /// Whether the caller may do what needs this.
  public func satisfies(_ requirement: Requirement<Provider>) -> Bool {
    switch requirement {
    case .scope(let scope): token.scopes.contains(where: scope.rawValue.isExactly)
    case .permission(let name): token.permissions.contains(where: name.isExactly)
    case .role(let name): token.roles.contains(where: name.isExactly)
    case .organization(let id): token.organizationID.map(id.isExactly) ?? false
    case .user: !token.isMachine
    case .machine: token.isMachine
    case .all(let requirements): requirements.allSatisfy(satisfies)
    case .any(let requirements): requirements.contains(where: satisfies)
    }
  }

  /// Rejects a caller who may not.
  ///
  /// - Throws: ``AccessFailure/insufficientScope(_:)``, which is answered with 403.
  public func require(_ requirement: Requirement<Provider>) throws(AccessFailure) {
    guard satisfies(requirement) else { throw .insufficientScope(missingScopes(of: requirement)) }
  }

  /// The scopes that a client could ask for to satisfy this, in order; none where no scope would help.
  private func missingScopes(of requirement: Requirement<Provider>) -> [String] {
    guard !satisfies(requirement) else { return [] }
    return switch requirement {
    case .scope(let scope): [scope.rawValue]
    case .all(let requirements), .any(let requirements): requirements.flatMap(missingScopes)
    default: []
    }
  }
}

/// What a caller must have.
public indirect enum Requirement<Provider: AuthProvider>: Sendable, Hashable {
  /// A scope that the user allowed the client.
  case scope(AuthScope<Provider>)
  /// A permission that the provider gives the user.
  case permission(String)
  /// The caller has this role.
  case role(String)
  /// The user has signed in to this organization.
  case organization(String)
  /// A user calls, and not a client for itself.
  case user
  /// A client calls for itself.
  case machine
  /// Every one of these.
  case all([Requirement])
  /// At least one; none of an empty list.
  case any([Requirement])
}
