import Foundation

/// A sign-in without a browser on this machine: the values of its requests, the polling, and the check of its tokens.
struct BrowserlessSignIn: Sendable {
  let core: ClientCore
  /// The scopes of the request.
  let scopes: [String]
  /// The provider's own parameters as sent. Claims of the ID token may be compared with them.
  let sent: [(name: String, value: String)]
  /// The parameters of the authorization details and the resources.
  private let access: [(name: String, value: String)]
  private let variables: [String: String]
  let values: TemplateValues

  private var delimiter: String { core.configuration.scopes?.delimiter ?? " " }

  /// - Parameter demand: The demand of an API that the sign-in is to satisfy. Its parameters replace those of the app.
  /// - Throws: ``AuthFailure/configuration(_:)`` if a value isn't allowed in these requests.
  init(
    core: ClientCore, scopes: [String], parameters: AuthorizationParameters,
    for request: ProviderConfiguration.AuthorizationRules.Parameter.Request, satisfying demand: StepUpDemand? = nil
  ) throws(StepFailure) {
    let configuration = core.configuration
    try core.provider.validate(scopes, parameters, for: request)
    self.core = core
    self.scopes = try core.provider.scopes(scopes, offline: parameters.asksForOfflineAccess)
    access = parameters.accessPairs
    variables = parameters.variables
    values = try core.provider.values(with: parameters.variables)
      .adding("scope", self.scopes.joined(separator: configuration.scopes?.delimiter ?? " ")).withFreshValues
    let own = try configuration.authorization.pairs(
      parameters.pairs.map { (name: $0.name, value: $0.value) }, for: request, values)
    let demanded = demand?.parameters ?? []
    sent = own.filter { pair in !demanded.contains { $0.name == pair.name } } + demanded
  }

  /// The parameters of the request: the scopes, the requested access, and the provider's own parameters.
  var parameters: [(name: String, value: String)] {
    let scope = scopes.isEmpty ? [] : [(name: "scope", value: scopes.joined(separator: delimiter))]
    return scope + access + sent
  }

  /// Polls until the user has decided or the request has expired (RFC 8628 §3.4 and §3.5, CIBA Core 1.0 §7.3 and §11).
  ///
  /// - Parameters:
  ///   - interval: The interval between two polls.
  ///   - expiry: The time at which the request expires.
  ///   - ask: Requests the tokens.
  /// - Throws: The `expired_token` error if the request expires first.
  func response(
    every interval: Duration, until expiry: Date, _ ask: () async throws(StepFailure) -> TokenResponse
  ) async throws(StepFailure) -> TokenResponse {
    var interval = interval
    while true {
      try await pause(interval, before: expiry)
      do throws(StepFailure) {
        return try await ask()
      } catch {
        guard let wait = Self.wait(after: error, interval) else { throw error }
        interval = wait
      }
    }
  }

  /// Waits until the next poll is allowed.
  ///
  /// - Throws: The `expired_token` error if the request expires first, even if the server asked for a longer interval.
  func pause(_ interval: Duration, before expiry: Date) async throws(StepFailure) {
    let rest = Duration.seconds(expiry.timeIntervalSince(core.environment.now()))
    guard rest > .zero else { throw expired }
    do { try await core.environment.clock.sleep(for: min(interval, rest)) } catch { throw .cancelled }
    guard interval <= rest else { throw expired }
  }

  private var expired: StepFailure {
    let known = core.configuration.errors["expired_token"]
    let error = ServerError(code: "expired_token", endpoint: .token, known: known)
    return .server(AnyErrorCode(rawValue: error.code), error)
  }

  /// Returns the interval until the next poll, or `nil` if the response is final. If the server can't be reached, the
  /// interval grows (RFC 8628 §3.5). Auth0 sends these errors with status 403 and 429.
  static func wait(after failure: StepFailure, _ interval: Duration) -> Duration? {
    switch failure {
    case .server(_, let error) where error.code == "authorization_pending": interval
    case .server(_, let error) where error.code == "slow_down": max(error.retryAfter ?? .zero, interval + .seconds(5))
    case .network, .response(.unexpectedStatus(500..., _)): min(interval * 2, .seconds(300))
    case .response(.rateLimited(let after, _)): max(after ?? .zero, interval + .seconds(5))
    default: nil
    }
  }

  /// Verifies the tokens of a response, and gathers the claims of the user. The code or the request is used up, so a
  /// failure from here on isn't retried.
  ///
  /// - Parameters:
  ///   - key: The key that the tokens may be bound to.
  ///   - requiresIDToken: Whether the response must contain an ID token, if the provider issues them.
  ///   - expect: Adds expectations for the ID token.
  func credential(
    from response: TokenResponse, _ key: SessionKey?, requiresIDToken: Bool = false,
    expecting expect: (inout IDTokenVerifier.Expectation) -> Void = { _ in }
  ) async throws(StepFailure) -> Credential {
    // The ID token's claims are compared with the parameters of the request.
    let requested = Dictionary(sent.map { ($0.name, $0.value) }) { first, _ in first }
    var expectation = IDTokenVerifier.Expectation(
      maximumAge: requested.maximumAge, parameters: requested, accessToken: response.accessTokenOfIDToken)
    expect(&expectation)
    var credential = try await core.newCredential(
      from: response, boundTo: key, scopes: scopes, variables: variables, requiresIDToken: requiresIDToken,
      expecting: expectation)
    credential.maximumAge = requested.maximumAge
    return credential
  }
}
