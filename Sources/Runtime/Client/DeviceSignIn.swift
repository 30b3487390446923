import Foundation

/// One sign-in on another device (RFC 8628), with the state that it needs until the tokens arrive.
struct DeviceSignIn: Sendable {
  private let core: ClientCore
  private let scopes: [String]
  /// The provider's own parameters as sent. Claims of the ID token may be compared with them.
  private let sent: [(name: String, value: String)]
  /// The parameters of the authorization details and the resources.
  private let access: [(name: String, value: String)]
  private let variables: [String: String]
  private let values: TemplateValues

  private var configuration: ProviderConfiguration { core.configuration }
  private var delimiter: String { configuration.scopes?.delimiter ?? " " }

  init(core: ClientCore, scopes: [String], parameters: AuthorizationParameters) throws(StepFailure) {
    let configuration = core.configuration
    try configuration.validate(scopes, parameters, for: .device)
    self.core = core
    self.scopes = try core.provider.scopes(scopes, offline: parameters.asksForOfflineAccess)
    access = parameters.accessPairs
    variables = parameters.variables
    values = try core.provider.values(with: parameters.variables)
      .adding("scope", self.scopes.joined(separator: configuration.scopes?.delimiter ?? " ")).withFreshValues
    sent = try configuration.authorization.pairs(
      parameters.pairs.map { (name: $0.name, value: $0.value) }, for: .device, values)
  }

  /// Requests the code for the user.
  func code() async throws(StepFailure) -> DeviceCode {
    let scope = scopes.isEmpty ? [] : [("scope", scopes.joined(separator: delimiter))]
    return try await core.tokens.deviceCode(scope + (access + sent).map { ($0.name, $0.value) }, values)
  }

  /// Polls until the user has decided or the code has expired (§3.4, §3.5).
  ///
  /// - Parameter key: The key to bind the tokens to, if there is one.
  func credential(for code: DeviceCode, boundTo key: SessionKey?) async throws(StepFailure) -> Credential {
    var interval = code.interval
    while true {
      try await pause(interval, before: code.expiresAt)
      let response: TokenResponse
      do throws(StepFailure) {
        response = try await core.tokens.bound(to: key).deviceTokens(code, values)
      } catch {
        guard let wait = Self.wait(after: error, interval) else { throw error }
        interval = wait
        continue
      }
      // The code is used up, so a failure from here on isn't retried.
      return try await signedIn(by: response, key)
    }
  }

  /// Waits until the next poll is allowed.
  ///
  /// - Throws: The `expired_token` error if the code expires first, even if the server asked for a longer interval.
  private func pause(_ interval: Duration, before expiry: Date) async throws(StepFailure) {
    let rest = Duration.seconds(expiry.timeIntervalSince(core.environment.now()))
    guard rest > .zero else { throw expired }
    do { try await core.environment.clock.sleep(for: min(interval, rest)) } catch { throw .cancelled }
    guard interval <= rest else { throw expired }
  }

  private var expired: StepFailure {
    let known = configuration.errors["expired_token"]
    let error = ServerError(code: "expired_token", endpoint: .token, known: known)
    return .server(AnyErrorCode(rawValue: error.code), error)
  }

  /// Returns the interval until the next poll, or `nil` if the response is final. If the server can't be reached, the
  /// interval grows (§3.5). Auth0 sends these errors with status 403 and 429.
  private static func wait(after failure: StepFailure, _ interval: Duration) -> Duration? {
    switch failure {
    case .server(_, let error) where error.code == "authorization_pending": interval
    case .server(_, let error) where error.code == "slow_down": interval + .seconds(5)
    case .network, .response(.unexpectedStatus(500..., _)): min(interval * 2, .seconds(300))
    case .response(.rateLimited(let after, _)): max(after ?? .zero, interval + .seconds(5))
    default: nil
    }
  }

  private func signedIn(by response: TokenResponse, _ key: SessionKey?) async throws(StepFailure) -> Credential {
    let variables = try core.variables(of: response, after: variables)
    var credential = Credential(response, claims: nil, scopes: scopes, variables: variables)
    credential.maximumAge = requested.maximumAge
    credential.sessionKey = response.isBoundToKey ? key : nil
    credential.claims = try await core.discardingOnFailure(credential) { () async throws(StepFailure) in
      try core.checkBinding(of: response)
      let verified = try await claims(of: response)
      let user = UserGathering(
        core: core, response: response, callback: [:], variables: variables, redirectURI: "",
        scope: scopes.joined(separator: delimiter), key: credential.sessionKey)
      return try await user.claims(verified)
    }
    credential.idToken = try core.signed(credential.idToken)
    return credential
  }

  /// The parameters of the request, with which the ID token's claims are compared.
  private var requested: [String: String] { Dictionary(sent.map { ($0.name, $0.value) }) { first, _ in first } }

  /// Verifies the ID token. The device code binds the response. A nonce isn't used, because no browser on this device
  /// took part.
  private func claims(of response: TokenResponse) async throws(StepFailure) -> Claims? {
    guard let rules = configuration.idToken, let verifier = core.verifier else { return nil }
    guard let idToken = response.idToken else {
      guard !rules.required else { throw .idToken(.missingIDToken) }
      return nil
    }
    let requested = requested
    return try await verifier.verify(
      idToken,
      expecting: IDTokenVerifier.Expectation(
        maximumAge: requested.maximumAge, parameters: requested, accessToken: response.accessTokenOfIDToken))
  }
}
