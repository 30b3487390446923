#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// What talks to a scripted provider.
  extension ScriptedProvider {
    /// Starts a provider of the descriptor that generated code was made from, runs a test, and stops it.
    ///
    /// ```swift
    /// try await ScriptedProvider.run(as: Auth0.self) { provider in
    ///   let user = try await provider.client(Auth0.self).signIn()
    ///   #expect(user.name == "Ada")
    /// }
    /// ```
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

    /// The generated client, talking to this provider. Its browser follows the provider's redirects; for a real one pass
    /// `AuthEnvironment()`.
    public nonisolated func client<Provider: DescribedProvider>(
      _: Provider.Type, clientID: String = "test-client", clientSecret: Secret? = nil,
      settings: [String: Secret] = [:], signTokenRequest: (any TokenRequestSigning)? = nil,
      redirect: Redirect = .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser())
    ) -> AuthClient<Provider> {
      anyClient(clientID, clientSecret, settings, signTokenRequest, redirect, environment)
    }

    /// A client of this provider without generated code.
    public nonisolated func client(
      clientID: String = "test-client", clientSecret: Secret? = nil, settings: [String: Secret] = [:],
      signTokenRequest: (any TokenRequestSigning)? = nil,
      redirect: Redirect = .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser())
    ) -> AuthClient<DynamicProvider> {
      anyClient(clientID, clientSecret, settings, signTokenRequest, redirect, environment)
    }

    private nonisolated func anyClient<Provider>(
      _ clientID: String, _ clientSecret: Secret?, _ settings: [String: Secret], _ signer: (any TokenRequestSigning)?,
      _ redirect: Redirect, _ environment: AuthEnvironment
    ) -> AuthClient<Provider> {
      AuthClient(
        configuration: configuration, variables: [:], clientID: clientID, clientSecret: clientSecret,
        settings: settings, signTokenRequest: signer, redirect: redirect, environment: environment.apart())
    }

    /// The generated server half of a client, talking to this provider.
    public nonisolated func backend<Provider: DescribedProvider & BackendSignIn>(
      _: Provider.Type, clientID: String = "test-client", clientSecret: Secret? = Secret("test-secret"),
      settings: [String: Secret] = [:], environment: AuthEnvironment = .default
    ) -> BackendExchange<Provider> {
      BackendExchange(
        configuration: configuration, variables: [:], clientID: clientID, clientSecret: clientSecret,
        settings: settings, environment: environment.apart())
    }

    /// The generated verifier of an API whose tokens come from this provider.
    public nonisolated func api<Provider: DescribedProvider>(
      _: Provider.Type, audiences: [String], client: ClientCredentials? = nil,
      cache: TokenCachePolicy = .standard, environment: AuthEnvironment = .default
    ) -> ResourceServer<Provider> {
      ResourceServer(
        configuration: configuration, variables: [:], audiences: audiences, client: client, cache: cache,
        environment: environment)
    }

    /// An access token as this provider signs them, without a sign-in: for the tests of an API.
    ///
    /// - Parameters:
    ///   - user: Whose it is; without one it is the client's own.
    ///   - audience: The API that it is for.
    ///   - scopes: What it allows.
    ///   - clientID: The client that brings it.
    ///   - lifetime: How long it is good.
    ///   - claims: Claims that replace or join the usual ones; `null` takes one away.
    ///   - header: Members that replace or join the usual header's; `null` takes one away.
    ///   - fault: What is wrong with it.
    public func accessToken(
      for user: TestUser? = .ada, audience: String, scopes: [String] = [], clientID: String = "test-client",
      lifetime: Duration = .seconds(600), claims: [String: JSONValue] = [:],
      header: [String: JSONValue] = [:], fault: ScriptedFault.TokenFault? = nil
    ) async throws -> Secret {
      let wish = AccessTokenRequest(
        user: user, audience: audience, scope: scopes.joined(separator: " "), clientID: clientID, lifetime: lifetime,
        claims: claims, header: header, fault: fault)
      return Secret(try await state.accessToken(wish))
    }

    /// Knows nothing any more of the access tokens that it gave: they are inactive when somebody asks.
    public func forgetAccessTokens() async {
      await state.forgetAccessTokens()
    }
  }
#endif
