import Foundation

/// The parts of an API's token verifier with a valid configuration. It's independent of the provider's types.
final class ResourceCore: Sendable {
  /// The minimum time in seconds between requests for keys or metadata that can't be fetched. Anyone can send tokens
  /// that cause such requests.
  static let firstCooldown: TimeInterval = 1

  let provider: ResolvedProvider
  let audiences: [String]
  let clock: ServerClock
  let proofs: ProofVerifier
  private let signatures: SignatureCheck
  private let introspection: Introspections?
  private let cache: TokenCache
  /// The rejected tokens. They're separate from the accepted ones, so that invented tokens can't displace those.
  private let rejections: TokenCache

  var rules: ProviderConfiguration.AccessTokenRules { provider.configuration.accessToken }
  /// The allowed clock difference.
  var leeway: Duration { provider.configuration.idToken?.leeway ?? .seconds(60) }

  init(
    configuration: ProviderConfiguration, variables: [String: String], audiences: [String],
    client: ClientCredentials?, cache: TokenCachePolicy, dpop: DPoPPolicy, environment: AuthEnvironment
  ) throws(StepFailure) {
    guard !audiences.isEmpty, audiences.allSatisfy({ !$0.isEmpty }) else { throw .configuration(.missingAudience) }
    var configuration = configuration
    configuration.client.keepUsableMethods(
      secret: client?.secret, key: client?.key, certificate: client?.certificate)
    let provider = try ResolvedProvider(
      configuration, variables: variables, clientID: client?.id ?? "", settings: client?.settings ?? [:],
      clientSecret: client?.secret, now: environment.now)
    // An API uses only its own clock, because it sends no request to a token endpoint.
    let clock = ServerClock(.none, deviceTime: environment.now)
    let transports = ClientTransports(environment.transport, client?.certificate) { environment.retrying($0) }
    let metadata = ServerMetadataSource(
      provider: provider, transport: transports.plain, now: environment.now, firstCooldown: Self.firstCooldown)
    proofs = try ProofVerifier(dpop, now: environment.now)
    self.provider = provider
    self.audiences = audiences
    self.clock = clock
    self.cache = TokenCache(cache)
    rejections = TokenCache(TokenCachePolicy(count: min(cache.count, 100), lifetime: cache.lifetime))
    signatures = SignatureCheck(
      metadata: metadata,
      keys: KeySource(
        metadata: metadata, transport: transports.plain, now: environment.now, firstCooldown: Self.firstCooldown),
      clientSecret: nil)
    introspection = client.map { client in
      Introspections(
        TokenEndpoint(
          provider: provider,
          authentication: ClientAuthentication(
            provider: provider, secret: client.secret, now: environment.now, key: client.key,
            hasCertificate: client.certificate != nil),
          metadata: metadata, transports: transports, hooks: AppHooks(), now: environment.now, clock: clock,
          proofs: Proofs(clock: clock)),
        now: environment.now)
    }
    if configuration.accessToken.format == .opaque, introspection == nil {
      throw .configuration(.missingIntrospectionClient)
    }
  }

  /// Fetches the keys or introspects a token, to check that tokens can be verified.
  func checkReadiness() async throws(AccessFailure) {
    try await access { () async throws(StepFailure) in
      if self.rules.format == .jwt {
        guard !(try await self.algorithms()).isEmpty else { throw .configuration(.noAllowedAlgorithm) }
        try await self.signatures.keys.prepare()
      }
      try await self.introspection?.checkReadiness()
    }
  }

  /// Verifies a token, or throws the reason for which it's rejected. A token may be bound to a key, which the caller
  /// must check.
  func verify(_ token: Secret, _ key: TokenCache.Key) async throws(AccessFailure) -> VerifiedToken {
    let now = await clock.now
    if let known = cache.response(to: key, at: now) ?? rejections.response(to: key, at: now) { return try known.get() }
    let text = token.reveal()
    guard isSigned(text) else { return try await introspect(token, key) }
    let verified = try await verifySigned(text)
    cache.keep(.token(verified), as: key, at: await clock.now)
    return verified
  }

  /// Whether a token is a JWT to verify here. Other tokens are introspected, if the API has a client for that.
  private func isSigned(_ text: String) -> Bool {
    let dots = Array(text.utf8).count(where: { $0 == UInt8(ascii: ".") })
    return rules.format == .jwt && (dots == 2 || dots > 0 && introspection == nil)
  }

  /// Verifies the type, the signature, and then the claims (RFC 9068 §4).
  private func verifySigned(_ text: String) async throws(AccessFailure) -> VerifiedToken {
    let (claims, isTyped) = try await access { () async throws(StepFailure) in
      let token = try SignedToken(text)
      let isTyped = try token.checkIsAccessToken(self.rules.types)
      _ = try await self.signatures.check(token, allowing: try await self.algorithms())
      return (try token.claims(), isTyped)
    }
    do throws(TokenRejection) {
      return try await accepted(claims) { claims throws(TokenRejection) in
        try claims.checkAccessToken(self, isTyped: isTyped)
      }
    } catch {
      throw .invalidToken(error)
    }
  }

  /// Introspects the token (RFC 7662 §2). The result is cached before another caller can cause a request.
  private func introspect(_ token: Secret, _ key: TokenCache.Key) async throws(AccessFailure) -> VerifiedToken {
    guard let introspection else {
      throw .invalidToken(.malformed("it isn't a signed JWT"))
    }
    guard token.reveal().utf8.count <= Introspections.maximumTokenLength else {
      throw .invalidToken(.malformed("it's longer than \(Introspections.maximumTokenLength) bytes"))
    }
    let outcome = try await access { () async throws(StepFailure) in
      try await introspection.outcome(about: token, key) { claims in await self.outcome(claims, key) }
    }
    return try outcome.get()
  }

  private func outcome(_ claims: [String: JSONValue], _ key: TokenCache.Key) async -> TokenCache.Outcome {
    do throws(TokenRejection) {
      let token = try await accepted(claims) { claims throws(TokenRejection) in
        try claims.checkIntrospectedToken(self)
      }
      let outcome = TokenCache.Outcome.token(token)
      cache.keep(outcome, as: key, at: await clock.now)
      return outcome
    } catch {
      rejections.keep(.rejection(error), as: key, at: await clock.now)
      return .rejection(error)
    }
  }

  private func accepted(
    _ claims: [String: JSONValue], by check: (TokenClaims) throws(TokenRejection) -> Void
  ) async throws(TokenRejection) -> VerifiedToken {
    let claims = TokenClaims(claims, of: provider, leeway: leeway, now: await clock.now)
    try check(claims)
    return try VerifiedToken(claims, rules: rules)
  }

  /// Excludes HMAC, because every API that can verify such a token could also sign one.
  private func algorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = rules.algorithms
    let all = stated.isEmpty ? try await signatures.metadata.idTokenAlgorithms() : stated
    return all.filter { $0.facts.uses.contains(.accessTokens) }
  }
}

extension ResourceCore {
  /// Converts the failure of a step to that of an API, which distinguishes faults of the token from other faults.
  private func access<Value: Sendable>(
    _ body: () async throws(StepFailure) -> Value
  ) async throws(AccessFailure) -> Value {
    do throws(StepFailure) { return try await body() } catch { throw AccessFailure(error) }
  }
}

extension AccessFailure {
  /// Converts the failure of a step.
  init(_ failure: StepFailure) {
    self =
      switch failure {
      case .idToken(let reason): .invalidToken(reason)
      case .configuration(let reason): .configuration(reason)
      case .cancelled: .cancelled
      default: .unavailable(failure)
      }
  }
}
