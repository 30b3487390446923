import Foundation

/// A provider that lets a user sign in on another device (RFC 8628).
public protocol DeviceAuthorizing: AuthProvider {}

/// A provider that gives tokens to the client itself (RFC 6749 §4.4).
public protocol ClientCredentialsGranting: AuthProvider {}

/// A provider that tells what it knows about a token (RFC 7662).
public protocol TokenIntrospecting: AuthProvider {}

extension AuthClient where Provider: DeviceAuthorizing {
  /// Signs a user in who opens a page on another device, for machines without a browser.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for; required ones are added.
  ///   - show: Shows the code and the page to the user. The wait begins when it returns.
  /// - Returns: The user whom the verified ID token, or the provider, names.
  /// - Throws: ``Failure``: the server's `access_denied` when the user says no, `expired_token` when nobody came in time. An
  ///   earlier session stays as it was then.
  public func signInOnAnotherDevice(
    scopes: [String], show: @Sendable (DeviceCode) async -> Void
  ) async throws(Failure) -> Provider.User {
    try await run { core throws(StepFailure) in
      let code = try await core.deviceCode(scopes: scopes)
      await show(code)
      let credential = try await core.credential(for: code, scopes: scopes)
      guard let user = try credential.user(of: Provider.self) else { throw .response(.unknownUser) }
      try await core.session.replace(with: credential)
      return user
    }
  }
}

extension AuthClient where Provider: ClientCredentialsGranting {
  /// A token for the client itself, not for a user. The session of a signed-in user is not touched, and nothing is kept.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for.
  ///   - parameters: What the server wants to know beside them, such as `audience`.
  public func clientCredential(
    scopes: [String] = [], parameters: [String: String] = [:]
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      let delimiter = core.configuration.scopes?.delimiter ?? " "
      let scope = scopes.isEmpty ? [] : [("scope", scopes.joined(separator: delimiter))]
      let response = try await core.tokens.clientCredentials(
        scope + parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      return Credential(response, claims: nil, scopes: scopes)
    }
  }
}

extension AuthClient where Provider: TokenIntrospecting {
  /// What the server says about a token: whether it is active, and its claims (RFC 7662 §2.2).
  public func introspect(_ token: Secret, hint: String? = nil) async throws(Failure) -> Introspection {
    try await run { core throws(StepFailure) in
      Introspection(claims: try await core.tokens.introspect(token, hint: hint))
    }
  }
}

/// What a server says about a token (RFC 7662 §2.2).
public struct Introspection: Sendable, Hashable {
  /// Whether the token is good now. Nothing else is to be believed when it is not.
  public var isActive: Bool { claims["active"]?.bool ?? false }
  public let claims: [String: JSONValue]
}

extension ClientCore {
  func deviceCode(scopes: [String]) async throws(StepFailure) -> DeviceCode {
    let delimiter = configuration.scopes?.delimiter ?? " "
    let complete = configuration.scopes?.complete(scopes, offline: false) ?? []
    let scope = complete.isEmpty ? [] : [("scope", complete.joined(separator: delimiter))]
    return try await tokens.deviceCode(scope)
  }

  /// Asks until the user has decided (RFC 8628 §3.4, §3.5).
  func credential(for code: DeviceCode, scopes: [String]) async throws(StepFailure) -> Credential {
    var interval = code.interval
    while true {
      do { try await environment.clock.sleep(for: interval) } catch { throw .cancelled }
      let response: TokenResponse
      do throws(StepFailure) {
        response = try await tokens.deviceTokens(code.deviceCode)
      } catch {
        guard let wait = Self.wait(after: error, interval) else { throw error }
        interval = wait
        guard environment.now() < code.expiresAt else { throw Self.expired }
        continue
      }
      // The code is spent: what fails from here on is not asked again.
      return try await signedIn(by: response, scopes: scopes)
    }
  }

  private static let expired = StepFailure.server(
    AnyErrorCode(rawValue: "expired_token"), ServerError(code: "expired_token"))

  /// How long to wait after an answer that is no decision; `nil` after one that is. A server that cannot be reached is asked
  /// more seldom (RFC 8628 §3.5); Auth0 answers these errors with 403 and 429.
  private static func wait(after failure: StepFailure, _ interval: Duration) -> Duration? {
    switch failure {
    case .server(_, let error) where error.code == "authorization_pending": interval
    case .server(_, let error) where error.code == "slow_down": interval + .seconds(5)
    case .network: min(interval * 2, .seconds(300))
    case .response(.rateLimited(let after)): max(after ?? .zero, interval + .seconds(5))
    default: nil
    }
  }

  private func signedIn(by response: TokenResponse, scopes: [String]) async throws(StepFailure) -> Credential {
    let verified = try await deviceClaims(of: response)
    let user = UserGathering(
      core: self, response: response, callback: [:], variables: [:], redirectURI: "",
      scope: scopes.joined(separator: configuration.scopes?.delimiter ?? " "))
    return Credential(response, claims: try await user.claims(verified), scopes: scopes)
  }

  /// No browser has carried anything here, so there is no nonce: the device code binds the answer.
  private func deviceClaims(of response: TokenResponse) async throws(StepFailure) -> Claims? {
    guard let rules = configuration.idToken, let verifier else { return nil }
    guard let idToken = response.idToken else {
      guard !rules.required else { throw .idToken(.missingIDToken) }
      return nil
    }
    return try await verifier.verify(
      idToken, expecting: IDTokenVerifier.Expectation(accessToken: response.accessTokenOfIDToken))
  }
}
