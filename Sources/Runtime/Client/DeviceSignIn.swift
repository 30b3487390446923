/// One sign-in on another device (RFC 8628), with the state that it needs until the tokens arrive.
struct DeviceSignIn: Sendable {
  private let core: ClientCore
  private let signIn: BrowserlessSignIn

  init(core: ClientCore, scopes: [String], parameters: AuthorizationParameters) throws(StepFailure) {
    self.core = core
    signIn = try BrowserlessSignIn(core: core, scopes: scopes, parameters: parameters, for: .device)
  }

  /// Requests the code for the user.
  func code() async throws(StepFailure) -> DeviceCode {
    try await core.tokens.deviceCode(signIn.parameters.map { ($0.name, $0.value) }, signIn.values)
  }

  /// Polls until the user has decided or the code has expired (§3.4, §3.5).
  ///
  /// - Parameter key: The key to bind the tokens to, if there is one.
  func credential(for code: DeviceCode, boundTo key: SessionKey?) async throws(StepFailure) -> Credential {
    let response = try await signIn.response(
      every: code.interval, until: code.expiresAt
    ) { () async throws(StepFailure) in
      try await core.tokens.bound(to: key).deviceTokens(code, signIn.values)
    }
    return try await signIn.credential(from: response, key)
  }
}
