/// An endpoint of an authorization server, or another URL to which a client sends requests.
///
/// The raw value is the name in the server's metadata and the key under `server` in a descriptor (RFC 8414 §2; OpenID
/// Connect Discovery 1.0 §3; RP-Initiated Logout 1.0 §2.1). To declare an endpoint, add a case, its row in `facts`, and
/// a property of ``ProviderConfiguration/ServerMetadata`` for its URL. The compiler then reports the two switches that
/// need the case: the stage of the URL's templates, and the response of a scripted provider.
public enum Endpoint: String, Sendable, Hashable, CaseIterable {
  /// The discovery document. Its URL is derived from the issuer (OpenID Connect Discovery 1.0 §4, RFC 8414 §3).
  case discovery = "issuer"
  /// The page that the browser opens (RFC 6749 §3.1).
  case authorization = "authorization_endpoint"
  /// The endpoint that takes authorization requests directly from the client (RFC 9126 §2).
  case pushedAuthorization = "pushed_authorization_request_endpoint"
  /// The endpoint that exchanges codes and refresh tokens (RFC 6749 §3.2).
  case token = "token_endpoint"
  /// The server's public keys (RFC 7517 §5).
  case keys = "jwks_uri"
  /// The claims of the user (OpenID Connect Core 1.0 §5.3).
  case userInfo = "userinfo_endpoint"
  /// The endpoint that revokes tokens (RFC 7009 §2).
  case revocation = "revocation_endpoint"
  /// The page that ends the browser's session (RP-Initiated Logout 1.0 §2.1).
  case endSession = "end_session_endpoint"
  /// The endpoint that issues a code for the user to enter (RFC 8628 §3.1).
  case deviceAuthorization = "device_authorization_endpoint"
  /// The endpoint that asks the user to approve a sign-in on their device (OpenID CIBA Core 1.0 §7).
  case backchannelAuthentication = "backchannel_authentication_endpoint"
  /// The endpoint that asks the app for what a sign-in without a browser needs (draft-ietf-oauth-first-party-apps §4.1).
  case authorizationChallenge = "authorization_challenge_endpoint"
  /// The endpoint that reports whether a token is active (RFC 7662 §2).
  case introspection = "introspection_endpoint"
  /// The endpoint at which clients register themselves (RFC 7591 §3).
  case registration = "registration_endpoint"
  /// An API that the app calls with an access token. It isn't part of the metadata.
  case resource

  /// The table of the endpoints.
  package var facts: Facts {
    switch self {
    case .discovery: Facts("the discovery document", \.issuer)
    case .authorization:
      Facts("the authorization endpoint", \.authorizationEndpoint, path: "authorize", isPage: true) { _ in true }
    case .pushedAuthorization:
      Facts(
        "the pushed authorization request endpoint", \.pushedAuthorizationEndpoint, path: "par",
        authenticatesClients: true, isNeeded: { $0.authorization.alwaysPushes })
    case .token:
      Facts("the token endpoint", \.tokenEndpoint, path: "token", authenticatesClients: true) {
        $0.authorization.responseType.includesCode
      }
    case .keys:
      Facts(
        "the key set", \.jwksURI, path: "keys",
        isNeeded: { $0.idToken?.needsKeys ?? false || $0.authorization.hasSignedResponses },
        isRequired: { $0.idToken?.required ?? false || $0.authorization.hasSignedResponses },
        isUsed: { $0.idToken != nil || $0.authorization.hasSignedResponses })
    case .userInfo:
      Facts("the userinfo endpoint", \.userInfoEndpoint, path: "userinfo") { configuration in
        let type = configuration.authorization.responseType
        return configuration.userInfo.sources.contains(.endpoint) && (type.includesCode || type.includesAccessToken)
      }
    case .revocation:
      Facts(
        "the revocation endpoint", \.revocationEndpoint, path: "revoke", authenticatesClients: true,
        isUsed: { $0.revocation.style == .rfc7009 })
    case .endSession:
      Facts(
        "the end-session endpoint", \.endSessionEndpoint, path: "logout", isPage: true,
        isUsed: { $0.logout.style == .rpInitiated })
    case .deviceAuthorization:
      Facts("the device authorization endpoint", \.deviceAuthorizationEndpoint, path: "device")
    case .backchannelAuthentication:
      Facts("the backchannel authentication endpoint", \.backchannelAuthenticationEndpoint, path: "bc-authorize")
    case .authorizationChallenge:
      Facts(
        "the authorization challenge endpoint", \.authorizationChallengeEndpoint, path: "authorize-challenge",
        isUsed: { $0.firstParty.usesChallengeEndpoint })
    case .introspection:
      Facts("the introspection endpoint", \.introspectionEndpoint, path: "introspect", authenticatesClients: true)
    case .registration:
      Facts(
        "the registration endpoint", \.registrationEndpoint, path: "register",
        isNeeded: { $0.client.registration.kind.registersItself },
        isUsed: { $0.client.registration.kind.registersItself })
    case .resource: Facts("the resource")
    }
  }

  /// The endpoints that a server's metadata can contain.
  package static let announced = allCases.filter { $0.facts.path != nil }
  /// The endpoints to which a client can present a certificate, so that metadata can list an alias (RFC 8705 §5).
  package static let aliased = announced.filter { !$0.facts.isPage && $0 != .keys }
  /// The pages that the browser opens.
  package static let pages = allCases.filter(\.facts.isPage)
}

extension Endpoint: CustomStringConvertible {
  /// The name in messages, such as `the token endpoint`.
  public var description: String { facts.name }
}

extension Endpoint {
  package typealias Metadata = ProviderConfiguration.ServerMetadata

  /// A row of the table.
  package struct Facts: Sendable {
    /// The name in messages, such as `the token endpoint`.
    package let name: String
    /// The property that contains the URL.
    package let template: (any WritableKeyPath<Metadata, TextTemplate?> & Sendable)?
    /// The path of the endpoint on a scripted provider, or `nil` if metadata can't contain the endpoint.
    package let path: String?
    /// Whether the browser opens the endpoint, so that the user and other programs can see its parameters.
    package let isPage: Bool
    /// Whether metadata lists the authentication methods of this endpoint (RFC 8414 §2).
    package let authenticatesClients: Bool
    /// Whether a sign-in with a configuration may need the endpoint.
    package let isNeeded: @Sendable (ProviderConfiguration) -> Bool
    /// Whether every sign-in needs an endpoint for which ``isNeeded`` is true. A sign-in without an ID token, for example,
    /// doesn't need the keys.
    let isRequired: @Sendable (ProviderConfiguration) -> Bool
    /// Whether a client with a configuration may use the endpoint. If not, a scripted provider doesn't announce it.
    package let isUsed: @Sendable (ProviderConfiguration) -> Bool

    init(
      _ name: String, _ template: any WritableKeyPath<Metadata, TextTemplate?> & Sendable, path: String? = nil,
      isPage: Bool = false, authenticatesClients: Bool = false,
      isNeeded: @escaping @Sendable (ProviderConfiguration) -> Bool = { _ in false },
      isRequired: @escaping @Sendable (ProviderConfiguration) -> Bool = { _ in true },
      isUsed: @escaping @Sendable (ProviderConfiguration) -> Bool = { _ in true }
    ) {
      (self.name, self.template, self.path, self.isPage) = (name, template, path, isPage)
      (self.authenticatesClients, self.isNeeded) = (authenticatesClients, isNeeded)
      (self.isRequired, self.isUsed) = (isRequired, isUsed)
    }

    /// Creates the properties of an endpoint that isn't part of a configuration.
    init(_ name: String) {
      (self.name, template, path, isPage) = (name, nil, nil, false)
      (authenticatesClients, isNeeded, isRequired, isUsed) = (false, { _ in false }, { _ in true }, { _ in true })
    }
  }
}

extension ProviderConfiguration.ServerMetadata {
  /// The URL of an endpoint in the configuration.
  package subscript(endpoint: Endpoint) -> TextTemplate? {
    get { endpoint.facts.template.flatMap { self[keyPath: $0] } }
    set { if let path = endpoint.facts.template { self[keyPath: path] = newValue } }
  }
}

extension ProviderConfiguration {
  /// The endpoints that a sign-in may need.
  package var neededEndpoints: [Endpoint] { Endpoint.allCases.filter { $0.facts.isNeeded(self) } }

  /// The endpoints that every sign-in needs.
  package var requiredEndpoints: [Endpoint] { neededEndpoints.filter { $0.facts.isRequired(self) } }

  /// Whether discovery may provide an endpoint.
  package func mayDiscover(_ endpoint: Endpoint) -> Bool {
    discovery.mode != .none && !discovery.removed.contains(endpoint.rawValue)
  }

  /// Whether the configuration contains an endpoint, or discovery may provide it.
  package func mayHave(_ endpoint: Endpoint) -> Bool { server[endpoint] != nil || mayDiscover(endpoint) }
}

extension ProviderConfiguration.IDTokenRules {
  /// Whether the client verifies ID tokens with published keys, according to the configuration.
  fileprivate var needsKeys: Bool { algorithms.isEmpty || !algorithms.allSatisfy(\.isSymmetric) }
}
