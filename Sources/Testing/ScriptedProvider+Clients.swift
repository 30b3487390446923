#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The clients and APIs of a scripted provider.
  extension ScriptedProvider {
    /// Starts the provider that generated code describes, runs a test, and stops the provider.
    ///
    /// ```swift
    /// try await ScriptedProvider.run(as: Auth0.self) { provider in
    ///   let user = try await provider.client(Auth0.self).signIn()
    ///   #expect(user.name == "Ada")
    /// }
    /// ```
    ///
    /// - Throws: The errors of ``start(as:script:)`` and of `test`.
    public static func run<Provider: DescribedProvider, Value: Sendable>(
      as _: Provider.Type, script: Script = Script(), _ test: (ScriptedProvider) async throws -> Value
    ) async throws -> Value {
      let provider = try await start(as: Provider.configuration, script: script)
      do {
        let value = try await test(provider)
        await provider.stop()
        return value
      } catch {
        await provider.stop()
        throw error
      }
    }

    /// The generated client, connected to this provider. Its browser follows the provider's redirects. To use a real
    /// browser, pass `AuthEnvironment()`.
    ///
    /// If you pass no client ID, it is `test-client`, unless the client registers itself.
    public nonisolated func client<Provider: DescribedProvider>(
      _: Provider.Type, clientID: String? = nil, clientSecret: Secret? = nil,
      key: ClientKey? = nil, certificate: ClientCertificate? = nil, settings: [String: Secret] = [:],
      signTokenRequest: (any TokenRequestSigning)? = nil,
      signUserInfoRequest: (any UserInfoRequestSigning)? = nil, decodeResponse: (any ResponseDecoding)? = nil,
      redirect: Redirect = .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser())
    ) -> AuthClient<Provider> {
      AuthClient(
        configuration: configuration, variables: [:],
        clientID: clientID ?? configuration.client.registration.kind.testClientID, clientSecret: clientSecret,
        key: key, certificate: certificate, settings: settings, signTokenRequest: signTokenRequest,
        signUserInfoRequest: signUserInfoRequest,
        decodeResponse: decodeResponse, redirect: redirect, environment: environment.apart())
    }

    /// A client of this provider, without generated code.
    public nonisolated func client(
      clientID: String? = nil, clientSecret: Secret? = nil, key: ClientKey? = nil,
      certificate: ClientCertificate? = nil, settings: [String: Secret] = [:],
      signTokenRequest: (any TokenRequestSigning)? = nil, signUserInfoRequest: (any UserInfoRequestSigning)? = nil,
      decodeResponse: (any ResponseDecoding)? = nil, redirect: Redirect = .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser())
    ) -> AuthClient<DynamicProvider> {
      AuthClient(
        configuration: configuration, variables: [:],
        clientID: clientID ?? configuration.client.registration.kind.testClientID, clientSecret: clientSecret,
        key: key, certificate: certificate, settings: settings, signTokenRequest: signTokenRequest,
        signUserInfoRequest: signUserInfoRequest,
        decodeResponse: decodeResponse, redirect: redirect, environment: environment.apart())
    }

    /// The generated back end of a client, connected to this provider.
    public nonisolated func backend<Provider: DescribedProvider>(
      _: Provider.Type, clientID: String = "test-client", clientSecret: Secret? = Secret("test-secret"),
      key: ClientKey? = nil, certificate: ClientCertificate? = nil, settings: [String: Secret] = [:],
      signTokenRequest: (any TokenRequestSigning)? = nil,
      signUserInfoRequest: (any UserInfoRequestSigning)? = nil, decodeResponse: (any ResponseDecoding)? = nil,
      environment: AuthEnvironment = .default
    ) -> BackendExchange<Provider> {
      BackendExchange(
        configuration: configuration, variables: [:], clientID: clientID, clientSecret: clientSecret,
        key: key, certificate: certificate, settings: settings, signTokenRequest: signTokenRequest,
        signUserInfoRequest: signUserInfoRequest,
        decodeResponse: decodeResponse, environment: environment.apart())
    }

    /// The generated verifier of an API that accepts this provider's access tokens.
    public nonisolated func api<Provider: DescribedProvider>(
      _: Provider.Type, audiences: [String], client: ClientCredentials? = nil,
      cache: TokenCachePolicy = .standard, dpop: DPoPPolicy = .accepted, environment: AuthEnvironment = .default
    ) -> ResourceServer<Provider> {
      ResourceServer(
        configuration: configuration, variables: [:], audiences: audiences, client: client, cache: cache, dpop: dpop,
        environment: environment)
    }

    /// Creates an access token without a sign-in, as this provider signs them, to test an API.
    ///
    /// - Parameters:
    ///   - user: The user that the token belongs to, or `nil` for a token of the client itself.
    ///   - audience: The API that the token is for.
    ///   - scopes: The scopes that it grants.
    ///   - clientID: The client that presents it.
    ///   - lifetime: The time until it expires.
    ///   - claims: Claims that replace the usual claims or are added to them. `null` removes a claim.
    ///   - header: Header parameters that replace the usual ones or are added to them. `null` removes a parameter.
    ///   - fault: The error in the token.
    /// - Throws: The errors of ``TokenSigner/token(claims:header:)``.
    public func accessToken(
      for user: TestUser? = .ada, audience: String, scopes: [String] = [], clientID: String = "test-client",
      lifetime: Duration = .seconds(600), claims: [String: JSONValue] = [:],
      header: [String: JSONValue] = [:], fault: ScriptedFault.TokenFault? = nil
    ) async throws -> Secret {
      let tokenRequest = AccessTokenRequest(
        user: user, audience: audience, scope: scopes.joined(separator: " "), clientID: clientID, lifetime: lifetime,
        claims: claims, header: header, fault: fault)
      return Secret(try await state.accessToken(tokenRequest))
    }

    /// Responds to a request as an API that accepts this provider's access tokens. If the token is bound to a key, the request must
    /// have a valid proof (RFC 9449 §7). The status is 200 or 401.
    public func apiResponse(to request: RecordedRequest) async -> ScriptedResponse {
      await state.apiResponse(to: request)
    }

    /// Forgets the issued access tokens. Introspection reports them as inactive.
    public func forgetAccessTokens() async {
      await state.forgetAccessTokens()
    }
  }

  extension ProviderConfiguration.RegistrationRules.Kind {
    /// The client ID of a test, or `nil` if the client registers itself.
    fileprivate var testClientID: String? {
      switch self {
      case .preregistered: "test-client"
      case .document: "https://app.example.com/client.json"
      case .dynamic, .custom: nil
      }
    }
  }
#endif
