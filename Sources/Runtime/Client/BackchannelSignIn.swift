import Foundation

/// One sign-in that the user approves on their device (OpenID CIBA Core 1.0).
struct BackchannelSignIn: Sendable {
  private let core: ClientCore
  private let request: BackchannelRequest
  private let signIn: BrowserlessSignIn

  private var rules: ProviderConfiguration.BackchannelRules { core.configuration.backchannel }

  /// - Throws: ``AuthFailure/configuration(_:)`` if a value isn't allowed, or if the client can't authenticate.
  init(
    core: ClientCore, _ request: BackchannelRequest, scopes: [String], parameters: AuthorizationParameters
  ) throws(StepFailure) {
    try request.validate()
    guard core.tokens.canProveClient else { throw .configuration(.missingClientSecret) }
    (self.core, self.request) = (core, request)
    signIn = try BrowserlessSignIn(core: core, scopes: scopes, parameters: parameters, for: .backchannel)
  }

  /// Asks the server to ask the user (§7.1).
  func start() async throws(StepFailure) -> BackchannelAuthentication {
    try await core.metadata.requireBackchannelSupport(for: request, signIn.values)
    let pairs = request.parameters(issuer: core.provider.issuer, rules.loginHint) + signIn.parameters
    let sign: (([(name: String, value: String)]) async throws(StepFailure) -> String)? =
      rules.isSigned ? { (pairs) async throws(StepFailure) in try await signed(pairs) } : nil
    return try await core.tokens.backchannelAuthentication(
      pairs, hiding: request.secrets, requestedExpiry: request.requestedExpiry, signIn.values, sign: sign)
  }

  /// Polls until the user has decided or the request has expired (§10.1, §11).
  ///
  /// - Parameter key: The key to bind the tokens to, if there is one.
  func credential(
    for authentication: BackchannelAuthentication, boundTo key: SessionKey?
  ) async throws(StepFailure) -> Credential {
    let response = try await signIn.response(
      every: authentication.interval, until: authentication.expiresAt
    ) { () async throws(StepFailure) in
      try await core.tokens.bound(to: key).backchannelTokens(authentication, signIn.values)
    }
    return try await signIn.credential(from: response, key, requiresIDToken: true) { expectation in
      expectation.authenticationRequestID = authentication.requestID
      expectation.hintedSubject = request.expectedSubject(rules.loginHint)
    }
  }

  /// Signs the request. The audience is the issuer (§7.1.1).
  private func signed(_ pairs: [(name: String, value: String)]) async throws(StepFailure) -> String {
    let url = try await core.metadata.url(.backchannelAuthentication, signIn.values)
    let object = RequestObject(
      configuration: core.configuration, clientID: core.clientID, audience: core.provider.issuer ?? url.absoluteString,
      now: core.environment.now())
    let key = try await core.tokens.authentication.signer(
      signIn.values, offered: core.metadata.backchannelAlgorithms)
    return try await object.signed(pairs, by: key, type: nil)
  }
}

extension ServerMetadataSource {
  /// Returns the algorithms of signed authentication requests that the server supports, according to its metadata. It's
  /// empty if that's unknown. Sends no request.
  fileprivate var backchannelAlgorithms: [SignatureAlgorithm] {
    let listed = known?.fields["backchannel_authentication_request_signing_alg_values_supported"]?.array ?? []
    return listed.compactMap { $0.string.flatMap(SignatureAlgorithm.init) }
  }

  /// Checks that the server supports polling and the user code, before the user is asked (CIBA Core 1.0 §4). The
  /// document is fetched only if the endpoint is discovered.
  fileprivate func requireBackchannelSupport(
    for request: BackchannelRequest, _ values: TemplateValues
  ) async throws(StepFailure) {
    _ = try await url(.backchannelAuthentication, values)
    let document = known
    let stated = provider.configuration.server.backchannelDeliveries.map(\.rawValue)
    let listed = document?.fields["backchannel_token_delivery_modes_supported"]?.array?.compactMap(\.string)
    let modes = stated.isEmpty ? listed ?? [] : stated
    guard modes.isEmpty || modes.contains(ProviderConfiguration.BackchannelDelivery.poll.rawValue) else {
      throw .configuration(.unsupportedDelivery(supported: modes))
    }
    guard request.userCode == nil || document?.fields["backchannel_user_code_parameter_supported"]?.bool != false else {
      throw .configuration(.invalidParameter("user_code", expected: "omitted: the server doesn't support it"))
    }
  }
}
