import Foundation

extension ProviderConfiguration {
  /// Any OpenID Connect server, by its issuer alone: endpoints, algorithms and ways to authenticate are discovered
  /// (OpenID Connect Discovery 1.0).
  ///
  /// ```swift
  /// let configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com") { it in
  ///   it.authorization.responseType = .codeIDToken
  ///   it.authorization.responseMode = .formPost
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - issuer: Exactly as the server spells it, trailing slash or not.
  ///   - parameters: Parameters of sign-ins that the server knows beside the standard ones.
  ///   - adjust: States how the server differs.
  public static func openIDConnect(
    issuer: String, parameters: [String] = [], _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> ProviderConfiguration {
    ProviderConfiguration(id: "openid", name: issuer) { it in
      // Braces are holes in a template.
      it.server.issuer = TextTemplate(issuer.replacing("{", with: "{{").replacing("}", with: "}}"))
      it.server.issuerIsChosenAtRunTime = true
      it.client.authentication = ClientAuthenticationMethod.ofSecrets
      let known = standardParameters.map(\.name)
      it.authorization.parameters =
        standardParameters
        + parameters.filter { !known.contains($0) }.map { AuthorizationRules.Parameter($0, .string) }
      it.scopes?.defaults = standardScopes
      it.scopes?.required = [openID]
      it.scopes?.offline = "offline_access"
      // Claims of a scope come from userinfo where there is an access token (OpenID Connect Core 1.0 §5.4).
      it.userInfo.sources = [.idToken, .endpoint]
      it.userInfo.map = ["id": "sub"]
      it.logout.style = .rpInitiated
      // Without an ID token it alone says whose address the browser returns to (RP-Initiated Logout 1.0 §2).
      it.logout.parameters = ["client_id": "{client_id}"]
      it.errors = StandardErrors.all
      adjust(&it)
      // Without an ID token it is OAuth 2.0 alone, whose servers may not know the scope.
      if it.idToken == nil { it.scopes?.required.removeAll { $0 == openID } }
    }
  }

  /// What asks for an ID token (OpenID Connect Core 1.0 §3.1.2.1).
  fileprivate static let openID = "openid"

  /// OpenID Connect Core 1.0 §5.4.
  fileprivate static let standardScopes = [openID, "profile", "email"]

  /// OpenID Connect Core 1.0 §3.1.2.1, §5.5. What is not about this browser may be said of another device's as well: a server
  /// that does not know it there leaves it unread (RFC 8628 §3.1).
  private static let standardParameters: [AuthorizationRules.Parameter] = [
    .init("prompt", .set(["none", "login", "consent", "select_account", "create"])),
    .init("max_age", .seconds, requests: everySignIn), .init("login_hint", .string, requests: everySignIn),
    .init("id_token_hint", .string, requests: everySignIn), .init("acr_values", .list, requests: everySignIn),
    .init("ui_locales", .list, requests: everySignIn), .init("claims_locales", .list, requests: everySignIn),
    .init("claims", .json, requests: everySignIn), .init("display", .oneOf(["page", "popup", "touch", "wap"])),
  ]

  private static let everySignIn: [AuthorizationRules.Parameter.Request] = [.authorization, .device]
}

extension AuthClient where Provider == DynamicProvider {
  /// A client of any OpenID Connect server.
  ///
  /// - Parameters:
  ///   - issuer: Exactly as the server spells it, trailing slash or not.
  ///   - clientID: The client's id as registered.
  ///   - clientSecret: Only for a client that can keep one; never ship a secret in an app.
  ///   - settings: What the configuration's templates need beside, such as the private key of `private_key_jwt`.
  ///   - redirect: Where the browser returns to.
  ///   - environment: Transport, browser, storage and clock.
  ///   - adjust: States how the server differs, such as another response type.
  public init(
    issuer: String, clientID: String, clientSecret: Secret? = nil, settings: [String: Secret?] = [:],
    redirect: Redirect, environment: AuthEnvironment = .default,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    self.init(
      configuration: .openIDConnect(issuer: issuer, adjust), variables: [:], clientID: clientID,
      clientSecret: clientSecret, settings: settings, redirect: redirect, environment: environment)
  }

  /// Signs a user in with the browser, asking for `openid`, `profile` and `email`; for nothing where there is no ID token.
  ///
  /// - Parameters:
  ///   - parameters: Parameters of the request beside the protocol's own.
  ///   - timeout: How long the user may take in the browser; a day at most.
  /// - Returns: The user whom the verified ID token names, with what userinfo tells.
  /// - Throws: ``Failure``; see ``signIn(scopes:parameters:timeout:)``.
  @discardableResult
  public func signIn(
    parameters: AuthorizationParameters = AuthorizationParameters(), timeout: Duration = .seconds(300)
  ) async throws(Failure) -> DynamicProvider.User {
    let scopes = try await run { core throws(StepFailure) in
      core.configuration.idToken == nil ? [] : ProviderConfiguration.standardScopes
    }
    return try await signIn(scopes: scopes, parameters: parameters, timeout: timeout)
  }
}

extension BackendExchange where Provider == DynamicProvider {
  /// The server half of a client of any OpenID Connect server: for a web app, or for the app's own server.
  ///
  /// - Parameters:
  ///   - issuer: Exactly as the server spells it, trailing slash or not.
  ///   - clientID: The client's id as registered.
  ///   - clientSecret: The client's secret, if it has one.
  ///   - settings: What the configuration's templates need beside, such as the private key of `private_key_jwt`.
  ///   - environment: Transport and clock.
  ///   - adjust: States how the server differs, such as another response type.
  public init(
    issuer: String, clientID: String, clientSecret: Secret? = nil, settings: [String: Secret?] = [:],
    environment: AuthEnvironment = .default, _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    self.init(
      configuration: .openIDConnect(issuer: issuer, adjust), variables: [:], clientID: clientID,
      clientSecret: clientSecret, settings: settings, environment: environment)
  }
}
