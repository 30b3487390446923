import Foundation

/// The half of an API: verifies the access tokens that callers bring (RFC 6749 §1.1 "resource server", RFC 9068 §4).
///
/// ```swift
/// let api = Auth0.API(domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"])
///
/// let caller = try await api.caller(authorization: request.headers["Authorization"])
/// try caller.require(.scope("read:timesheets"))
/// return timesheets(of: caller.subject)
/// ```
///
/// It depends on no server framework: headers come in as texts, and what an API answers to a request that it rejects is
/// ``AccessFailure/challenge(realm:resourceMetadata:)``. Make one when the server starts and keep it: it holds the
/// provider's keys.
public struct ResourceServer<Provider: AuthProvider>: Sendable {
  private let core: Result<ResourceCore, StepFailure>

  /// Makes the verifier. Generated code offers a typed initializer that calls this one.
  ///
  /// A configuration that does not fit is reported by ``checkReadiness()`` and by every call, before anything is sent.
  ///
  /// - Parameters:
  ///   - configuration: The provider's facts.
  ///   - variables: What the configuration's templates need.
  ///   - audiences: What this API is called in tokens: one of them must be in `aud`.
  ///   - client: The API's own registration, which it needs where it has to ask the server about tokens (RFC 7662 §2.1).
  ///   - cache: How many verified tokens are remembered, and how long.
  ///   - environment: Transport and clock.
  public init(
    configuration: ProviderConfiguration, variables: [String: String], audiences: [String],
    client: ClientCredentials? = nil, cache: TokenCachePolicy = .standard, environment: AuthEnvironment = .default
  ) {
    do throws(StepFailure) {
      core = .success(
        try ResourceCore(
          configuration: configuration, variables: variables, audiences: audiences, client: client, cache: cache,
          environment: environment))
    } catch {
      core = .failure(error)
    }
  }

  /// Verifies the token of a request.
  ///
  /// - Parameter authorization: The values of the request's `Authorization` header: one, unless something is wrong.
  /// - Throws: ``AccessFailure``, which says what to answer.
  public func caller(authorization: [String]) async throws(AccessFailure) -> Caller<Provider> {
    Caller(try await ready().verify(try BearerCredentials.token(in: authorization)))
  }

  /// Verifies the token of a request.
  ///
  /// - Parameter authorization: The request's `Authorization` header.
  /// - Throws: ``AccessFailure``, which says what to answer.
  public func caller(authorization: String?) async throws(AccessFailure) -> Caller<Provider> {
    try await caller(authorization: authorization.map { [$0] } ?? [])
  }

  /// Verifies a token that came in another way than in a header.
  ///
  /// - Throws: ``AccessFailure``, which says what to answer.
  public func caller(bearing token: Secret) async throws(AccessFailure) -> Caller<Provider> {
    Caller(try await ready().verify(try BearerCredentials.checked(token)))
  }

  /// Finds what is missing before the first request comes: a server that cannot verify should not start.
  ///
  /// - Throws: ``AccessFailure/configuration(_:)``, or ``AccessFailure/unavailable(_:)`` when the provider's keys cannot
  ///   be had now.
  public func checkReadiness() async throws(AccessFailure) {
    try await ready().checkReadiness()
  }

  /// What this API tells clients about itself (RFC 9728 §2), so that they find out where to get a token.
  ///
  /// - Parameters:
  ///   - resource: The API's address, without query and fragment.
  ///   - scopes: The scopes that it knows.
  /// - Throws: ``AccessFailure/configuration(_:)``.
  public func metadata(
    of resource: URL, scopes: [AuthScope<Provider>] = []
  ) throws(AccessFailure) -> ProtectedResourceMetadata {
    ProtectedResourceMetadata(
      resource: resource, authorizationServers: [try ready().provider.issuer].compactMap(\.self),
      scopes: scopes.map(\.rawValue))
  }

  private func ready() throws(AccessFailure) -> ResourceCore {
    do { return try core.get() } catch { throw AccessFailure(error) }
  }
}

/// What a client is registered as.
public struct ClientCredentials: Sendable {
  /// The client's id.
  public var id: String
  /// The client's secret; `nil` when it shows something else.
  public var secret: Secret?
  /// What the configuration's templates need beside, such as the private key of `private_key_jwt`.
  public var settings: [String: Secret]

  /// Who asks the server about tokens (RFC 7662 §2.1).
  public init(id: String, secret: Secret? = nil, settings: [String: Secret] = [:]) {
    self.id = id
    self.secret = secret
    self.settings = settings
  }
}

extension ResourceServer where Provider == DynamicProvider {
  /// The verifier of an API behind any OpenID Connect server: keys and endpoints are discovered.
  ///
  /// Tokens must be of the profile of RFC 9068 (`typ` is `at+jwt`). A server that keeps to it less says so:
  ///
  /// ```swift
  /// ResourceServer(issuer: "https://id.example.com", audiences: ["https://api.example.com"]) { it in
  ///   it.accessToken.types = ["JWT", "at+jwt"]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - issuer: Exactly as the server spells it, trailing slash or not.
  ///   - audiences: What this API is called in tokens: one of them must be in `aud`.
  ///   - client: The API's own registration, for tokens that the server must be asked about.
  ///   - cache: How many verified tokens are remembered, and how long.
  ///   - environment: Transport and clock.
  ///   - adjust: States how the server differs.
  public init(
    issuer: String, audiences: [String], client: ClientCredentials? = nil, cache: TokenCachePolicy = .standard,
    environment: AuthEnvironment = .default, _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    self.init(
      configuration: .openIDConnect(issuer: issuer) { it in
        it.accessToken.format = .jwt
        adjust(&it)
      }, variables: [:], audiences: audiences, client: client, cache: cache, environment: environment)
  }
}
