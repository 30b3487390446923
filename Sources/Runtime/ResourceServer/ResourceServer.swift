import Foundation

/// The API's half of a client. It verifies the access tokens of callers (RFC 6749 §1.1 "resource server", RFC 9068 §4).
///
/// ```swift
/// let api = Auth0.API(domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"])
///
/// let caller = try await api.caller(authorization: request.headers["Authorization"])
/// try caller.require(.scope("read:timesheets"))
/// return timesheets(of: caller.subject)
/// ```
///
/// It doesn't depend on a server framework: it reads header values as strings, and for a rejected request,
/// ``challenge(for:to:realm:resourceMetadata:)`` returns the status, the header fields, and the body of the response.
/// For tokens that are bound to a key of the client (RFC 9449), call ``caller(of:)``.
///
/// Create one value when the server starts and keep it, because it caches the provider's keys.
public struct ResourceServer<Provider: AuthProvider>: Sendable {
  private let core: Result<ResourceCore, StepFailure>

  /// Creates the verifier. Generated code offers a typed initializer that calls this one.
  ///
  /// If the configuration is invalid, ``checkReadiness()`` and all calls throw an error before they send a request.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the provider.
  ///   - variables: Values for the variables in the configuration's templates.
  ///   - audiences: The identifiers of this API in tokens. One of them must be in `aud`.
  ///   - client: The API's own registration, which it needs to introspect tokens (RFC 7662 §2.1).
  ///   - cache: The number of verified tokens to cache, and the time for which they're valid.
  ///   - dpop: The proofs of possession that the API accepts or requires.
  ///   - environment: The transport, the clock, and the logger of requests to the provider.
  public init(
    configuration: ProviderConfiguration, variables: [String: String], audiences: [String],
    client: ClientCredentials? = nil, cache: TokenCachePolicy = .standard, dpop: DPoPPolicy = .accepted,
    environment: AuthEnvironment = .default
  ) {
    do throws(StepFailure) {
      core = .success(
        try ResourceCore(
          configuration: configuration, variables: variables, audiences: audiences, client: client, cache: cache,
          dpop: dpop, environment: environment))
    } catch {
      core = .failure(error)
    }
  }

  /// Verifies the token of a request, and that the client has the key to which the token is bound: with its DPoP proof
  /// (RFC 9449 §7), or the certificate of its connection (RFC 8705 §3).
  ///
  /// - Parameter request: The request.
  /// - Throws: ``AccessFailure``. For the response, call ``challenge(for:to:realm:resourceMetadata:)``.
  public func caller(of request: APIRequest) async throws(AccessFailure) -> Caller<Provider> {
    let core = try ready()
    return Caller(try await core.verify(request), leeway: core.leeway)
  }

  /// Verifies the token of a request without a proof of possession. A token that is bound to a key is rejected.
  ///
  /// - Parameter authorization: The values of the request's `Authorization` header. A valid request has one.
  /// - Throws: ``AccessFailure``. For the response, call ``AccessFailure/challenge(realm:resourceMetadata:)``.
  public func caller(authorization: [String]) async throws(AccessFailure) -> Caller<Provider> {
    let core = try ready()
    let token = try BearerCredentials.token(in: authorization)
    return Caller(try await core.verifyUnproven(token), leeway: core.leeway)
  }

  /// Verifies the token of a request without a proof of possession. A token that is bound to a key is rejected.
  ///
  /// - Parameter authorization: The request's `Authorization` header.
  /// - Throws: ``AccessFailure``. For the response, call ``AccessFailure/challenge(realm:resourceMetadata:)``.
  public func caller(authorization: String?) async throws(AccessFailure) -> Caller<Provider> {
    try await caller(authorization: authorization.map { [$0] } ?? [])
  }

  /// Verifies a token that wasn't sent in a header. A token that is bound to a key is rejected.
  ///
  /// - Throws: ``AccessFailure``. For the response, call ``AccessFailure/challenge(realm:resourceMetadata:)``.
  public func caller(bearing token: Secret) async throws(AccessFailure) -> Caller<Provider> {
    let core = try ready()
    return Caller(try await core.verifyUnproven(try BearerCredentials.checked(token)), leeway: core.leeway)
  }

  /// Checks that this server can verify tokens. Call it before the server starts to accept requests.
  ///
  /// - Throws: ``AccessFailure/configuration(_:)``, or ``AccessFailure/unavailable(_:)`` if the provider's keys can't
  ///   be fetched right now.
  public func checkReadiness() async throws(AccessFailure) {
    try await ready().checkReadiness()
  }

  /// Returns the metadata of this API (RFC 9728 §2), with which clients find out where to get a token.
  ///
  /// - Parameters:
  ///   - resource: The API's URL, without a query and a fragment.
  ///   - scopes: The scopes that the API supports.
  /// - Throws: ``AccessFailure/configuration(_:)``.
  public func metadata(
    of resource: URL, scopes: [AuthScope<Provider>] = []
  ) throws(AccessFailure) -> ProtectedResourceMetadata {
    let core = try ready()
    var metadata = ProtectedResourceMetadata(
      resource: resource, authorizationServers: [core.provider.issuer].compactMap(\.self),
      scopes: scopes.map(\.rawValue))
    metadata.add(core.proofs)
    return metadata
  }

  func ready() throws(AccessFailure) -> ResourceCore {
    do { return try core.get() } catch { throw AccessFailure(error) }
  }
}

/// The registration of a client.
public struct ClientCredentials: Sendable {
  /// The client ID.
  public var id: String
  /// The client secret, or `nil` if the client authenticates in another way.
  public var secret: Secret?
  /// The client's key, if it authenticates with `private_key_jwt`.
  public var key: ClientKey?
  /// The client's certificate, if it authenticates with mutual TLS.
  public var certificate: ClientCertificate?
  /// Other values for the configuration's templates.
  public var settings: [String: Secret]

  /// Creates the registration with which an API introspects tokens (RFC 7662 §2.1).
  public init(
    id: String, secret: Secret? = nil, key: ClientKey? = nil, certificate: ClientCertificate? = nil,
    settings: [String: Secret] = [:]
  ) {
    self.id = id
    self.secret = secret
    self.key = key
    self.certificate = certificate
    self.settings = settings
  }
}

extension ResourceServer where Provider == DynamicProvider {
  /// Creates the verifier for an API of any OpenID Connect server, whose keys and endpoints are discovered.
  ///
  /// Tokens must follow RFC 9068 (`typ` is `at+jwt`). For a server that doesn't, adjust the configuration:
  ///
  /// ```swift
  /// ResourceServer(issuer: "https://id.example.com", audiences: ["https://api.example.com"]) { it in
  ///   it.accessToken.types = ["JWT", "at+jwt"]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - issuer: The issuer, exactly as the server spells it, with or without the trailing slash.
  ///   - audiences: The identifiers of this API in tokens. One of them must be in `aud`.
  ///   - client: The API's own registration, for tokens that it has to introspect.
  ///   - cache: The number of verified tokens to cache, and the time for which they're valid.
  ///   - dpop: The proofs of possession that the API accepts or requires.
  ///   - environment: The transport, the clock, and the logger of requests to the provider.
  ///   - adjust: Changes the configuration where the server differs.
  public init(
    issuer: String, audiences: [String], client: ClientCredentials? = nil, cache: TokenCachePolicy = .standard,
    dpop: DPoPPolicy = .accepted, environment: AuthEnvironment = .default,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    self.init(
      configuration: .openIDConnect(issuer: issuer) { it in
        it.accessToken.format = .jwt
        adjust(&it)
      }, variables: [:], audiences: audiences, client: client, cache: cache, dpop: dpop,
      environment: environment)
  }
}
