import Foundation

extension ProviderConfiguration {
  /// Returns a configuration for any OpenID Connect server, from its issuer alone. The endpoints, algorithms and
  /// authentication methods are discovered (OpenID Connect Discovery 1.0).
  ///
  /// ```swift
  /// let configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com") { it in
  ///   it.authorization.responseType = .codeIDToken
  ///   it.authorization.responseMode = .formPost
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - issuer: The issuer, exactly as the server spells it, with or without the trailing slash.
  ///   - parameters: Additional parameters of the authorization request that the server supports.
  ///   - adjust: Changes the configuration where the server differs.
  public static func openIDConnect(
    issuer: String, parameters: [String] = [], _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> ProviderConfiguration {
    ProviderConfiguration(id: "openid", name: issuer) { it in
      it.server.issuer = .literal(issuer)
      it.server.issuerIsChosenAtRunTime = true
      it.client.authentication = ClientAuthenticationMethod.ofSecrets
      let known = standardParameters.map(\.name)
      it.authorization.parameters =
        standardParameters
        + parameters.filter { !known.contains($0) }.map { AuthorizationRules.Parameter($0, .string) }
      it.authorization.resources = .optional
      it.scopes?.defaults = standardScopes
      it.scopes?.required = [openID]
      it.scopes?.offline = "offline_access"
      // If there is an access token, the claims of a scope are at the userinfo endpoint (OpenID Connect Core 1.0 §5.4).
      it.userInfo.sources = [.idToken, .endpoint]
      it.userInfo.map = ["id": "sub"]
      it.logout.style = .rpInitiated
      // Without an ID token, only the client ID identifies the client whose URL the browser returns to (RP-Initiated
      // Logout 1.0 §2).
      it.logout.parameters = ["client_id": "{client_id}"]
      it.errors = StandardErrors.all
      adjust(&it)
      // Without an ID token it's plain OAuth 2.0, and the server may not know this scope.
      if it.idToken == nil { it.scopes?.required.removeAll { $0 == openID } }
    }
  }

  /// The scope that requests an ID token (OpenID Connect Core 1.0 §3.1.2.1).
  fileprivate static let openID = "openid"

  /// OpenID Connect Core 1.0 §5.4.
  fileprivate static let standardScopes = [openID, "profile", "email"]

  /// OpenID Connect Core 1.0 §3.1.2.1, §5.5. Parameters that don't concern the browser are also allowed for a device
  /// sign-in, where a server ignores those that it doesn't know (RFC 8628 §3.1).
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
  /// Creates a client of any OpenID Connect server. Endpoints, algorithms, and authentication methods are discovered.
  ///
  /// - Parameters:
  ///   - issuer: The issuer, exactly as the server spells it, with or without the trailing slash.
  ///   - clientID: The client ID from the registration.
  ///   - clientSecret: The client secret, only for a client that can keep one. Never ship a secret in an app.
  ///   - key: The client's key, for `private_key_jwt`.
  ///   - certificate: The client's certificate, for mutual TLS (RFC 8705).
  ///   - settings: Other values for the configuration's templates.
  ///   - redirect: The redirect that returns the browser to the app.
  ///   - environment: The transport, the browser, the store, and the clock.
  ///   - adjust: Changes the configuration where the server differs, for example its response type.
  public init(
    issuer: String, clientID: String, clientSecret: Secret? = nil, key: ClientKey? = nil,
    certificate: ClientCertificate? = nil, settings: [String: Secret?] = [:], redirect: Redirect,
    environment: AuthEnvironment = .default,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    let configuration = ProviderConfiguration.openIDConnect(issuer: issuer) { it in
      it.client.offerMethods(key: key, certificate: certificate)
      adjust(&it)
    }
    self.init(
      configuration: configuration, variables: [:], clientID: clientID, clientSecret: clientSecret, key: key,
      certificate: certificate, settings: settings, redirect: redirect, environment: environment)
  }

  /// Creates a client of any OpenID Connect server that registers itself (RFC 7591).
  ///
  /// The client registers before its first sign-in, and keeps its credentials in the environment's store, one entry for
  /// each issuer. To register again, call ``forgetRegistration(deletesAtServer:)``.
  ///
  /// ```swift
  /// let client = AuthClient<DynamicProvider>(
  ///   issuer: "https://login.acme.example", registration: .dynamic, redirect: .loopback())
  /// ```
  ///
  /// - Parameters:
  ///   - issuer: The issuer, exactly as the server spells it, with or without the trailing slash.
  ///   - registration: The request and the response of the registration.
  ///   - key: The client's key. The client registers its public half and `private_key_jwt`, if the server supports that.
  ///   - certificate: The client's certificate, for mutual TLS (RFC 8705).
  ///   - settings: Other values for the configuration's templates, such as an initial access token.
  ///   - redirect: The redirect that returns the browser to the app. The client registers its URLs.
  ///   - environment: The transport, the browser, the store, and the clock.
  ///   - adjust: Changes the configuration where the server differs, for example its response type.
  public init(
    issuer: String, registration: ProviderConfiguration.RegistrationRules, key: ClientKey? = nil,
    certificate: ClientCertificate? = nil, settings: [String: Secret?] = [:], redirect: Redirect,
    environment: AuthEnvironment = .default,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    let configuration = ProviderConfiguration.openIDConnect(issuer: issuer) { it in
      it.client.registration = registration
      it.client.offerMethods(key: key, certificate: certificate)
      adjust(&it)
    }
    self.init(
      configuration: configuration, variables: [:], clientID: nil, key: key, certificate: certificate,
      settings: settings, redirect: redirect, environment: environment)
  }

  /// Signs a user in with the browser, with the scopes `openid`, `profile`, and `email`. Without an ID token, no scopes
  /// are requested.
  ///
  /// - Parameters:
  ///   - parameters: Additional parameters of the request.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  /// - Returns: The user that the verified ID token identifies, with the claims of the userinfo endpoint.
  /// - Throws: ``Failure``. See ``signIn(scopes:parameters:timeout:)``.
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
  /// Creates the server half of a client of any OpenID Connect server. It's used by a web app or by the app's own
  /// server.
  ///
  /// - Parameters:
  ///   - issuer: The issuer, exactly as the server spells it, with or without the trailing slash.
  ///   - clientID: The client ID from the registration.
  ///   - clientSecret: The client's secret, if it has one.
  ///   - key: The client's key, for `private_key_jwt`.
  ///   - certificate: The client's certificate, for mutual TLS (RFC 8705).
  ///   - settings: Other values for the configuration's templates.
  ///   - environment: The transport and the clock.
  ///   - adjust: Changes the configuration where the server differs, for example its response type.
  public init(
    issuer: String, clientID: String, clientSecret: Secret? = nil, key: ClientKey? = nil,
    certificate: ClientCertificate? = nil, settings: [String: Secret?] = [:], environment: AuthEnvironment = .default,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    let configuration = ProviderConfiguration.openIDConnect(issuer: issuer) { it in
      it.client.offerMethods(key: key, certificate: certificate)
      adjust(&it)
    }
    self.init(
      configuration: configuration, variables: [:], clientID: clientID, clientSecret: clientSecret, key: key,
      certificate: certificate, settings: settings, environment: environment)
  }
}

extension ProviderConfiguration.ClientRules {
  /// Prefers the methods that use a key or a certificate. Of those, the client uses the first that the server lists.
  package mutating func offerMethods(key: ClientKey?, certificate: ClientCertificate?) {
    let own = ProviderConfiguration.ClientAuthenticationMethod.allCases.filter { $0.uses(key, or: certificate) }
    authentication = own + authentication
  }
}
