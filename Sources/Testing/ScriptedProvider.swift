#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  /// A provider on loopback, made from a `ProviderConfiguration`. It has real HTTP, real signed tokens, a log of
  /// requests, and responses that a test can change.
  ///
  /// It performs a server's checks (PKCE, redirect URI, grant type, owner of the code and refresh token, single use of
  /// a code, rotation). A client that doesn't follow the protocol fails here too.
  ///
  /// Each test can run its own provider, choose its user, and cause failures:
  ///
  /// ```swift
  /// @Test func `a user who declines isn't signed in`() async throws {
  ///   try await ScriptedProvider.run(as: Auth0.self) { provider in
  ///     await provider.rewrite { $0.user = TestUser("auth0|7", claims: ["name": "Grace"]) }
  ///     let auth0 = provider.client(Auth0.self)
  ///     let user = try await auth0.signIn()
  ///     #expect(user.name == "Grace")
  ///     #expect(provider.requests.contains { $0.path == "/oauth/token" })
  ///
  ///     await provider.inject(.denial)
  ///     await #expect { try await auth0.signIn() } throws: { error in
  ///       (error as? Auth0.Failure)?.caseName == "accessDenied"
  ///     }
  ///   }
  /// }
  /// ```
  public actor ScriptedProvider {
    /// The deviations from a well-behaved server. The default is no deviation.
    public struct Script: Sendable {
      /// Changes the callback's parameters before the browser is sent back.
      public var callback: @Sendable (inout [(name: String, value: String)]) -> Void = { _ in }
      /// Changes the ID token's claims before it is signed.
      public var claims: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Changes the claims of an ID token that is returned through the browser, before it's signed.
      public var frontClaims: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Changes the ID token's header before it is signed.
      public var header: [String: JSONValue] = [:]
      /// Changes the signed and, if there's an ``encrypter``, encrypted ID token.
      public var idToken: @Sendable (String) -> String = { $0 }
      /// Encrypts signed ID tokens. If it's `nil`, they aren't encrypted.
      public var encrypter: TokenEncrypter?
      /// Changes the granted authorization details, which are those of the request (RFC 9396 §7).
      public var details: @Sendable (inout [JSONValue]) -> Void = { _ in }
      /// Changes the members of a successful token response.
      public var tokens: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Writes a successful token response in the provider's format.
      public var tokenResponse: @Sendable ([String: JSONValue]) -> ScriptedResponse? = { _ in nil }
      /// Writes the response of a second exchange in the provider's format. If it returns `nil`, `tokenResponse` does.
      public var secondTokenResponse: @Sendable ([String: JSONValue]) -> ScriptedResponse? = { _ in nil }
      /// Changes the members of the userinfo response.
      public var userInfo: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Writes the userinfo response in the provider's format.
      public var userInfoResponse: @Sendable () -> ScriptedResponse? = { nil }
      /// Responds to an additional request for the user's claims.
      public var furtherResponse: @Sendable () -> ScriptedResponse? = { nil }
      /// Changes the response to a client that registers itself.
      public var registration: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Whether only pushed authorization requests are accepted. The metadata announces it.
      public var requiresPushedRequests = false
      /// The lifetime of a pushed authorization request.
      public var pushedRequestLifetime = Duration.seconds(60)
      /// Changes the response to a pushed authorization request.
      public var pushedRequest: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Changes the claims of a signed authorization response before it's signed.
      public var responseClaims: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Changes a signed authorization response.
      public var signedResponse: @Sendable (String) -> String = { $0 }
      /// The callback URLs by the names that the provider assigned to them, for a provider with `client.redirect_alias`.
      public var redirectAliases: [String: String] = [:]
      /// The number of times that a client must wait for the user on another device.
      public var deviceWaits = 1
      /// The code that a user must give to the client that starts a sign-in on the user's device, or `nil` for none.
      public var userCode: Secret?
      /// The steps of sign-ins without a browser.
      public var firstParty = ScriptedSteps()
      /// The client secret. A wrong or missing secret is rejected. If this is `nil`, any secret is accepted.
      public var clientSecret: Secret?
      /// The public keys of the client. An assertion that none of them signed is rejected, and so is one for another
      /// audience, one that has expired, and one that was used before. If this is empty, any assertion is accepted, but no signed request.
      public var clientKeys: [PublicKey] = []
      /// The thumbprint of the client's certificate: ``/AuthRuntime/ClientCertificate/thumbprint``. A client without the certificate is
      /// rejected. If this is `nil`, any client is accepted.
      public var clientCertificate: String?
      /// The tokens from outside that token exchanges accept. If this is empty, all are accepted.
      public var subjectTokens: Set<String> = []
      /// The public keys of service accounts (RFC 7523).
      public var serviceAccountKeys: [PublicKey] = []
      /// The user who signs in.
      public var user = TestUser.ada
      /// The lifetime of the access tokens of sign-ins and refreshes.
      public var accessTokenLifetime = Duration.seconds(3600)
      /// The way refresh tokens are handled.
      public var rotation = RefreshRotation.oneUse
      /// The nonces that proofs of possession must contain.
      public var proofNonces = ScriptedNonces.none
      /// The algorithms of proofs that the server supports. By default, those of the provider's configuration.
      public var proofAlgorithms: [SignatureAlgorithm]?
      /// The server's clock. Change it to simulate a wrong clock.
      public var now: @Sendable () -> Date = { Date() }
      /// The signer that signs tokens. By default, it uses an algorithm that the provider's configuration allows.
      public var tokenSigner = TokenSigner() { didSet { tokenSignerIsChosen = true } }
      var tokenSignerIsChosen = false
      /// Keys that are published in addition to the signer's key.
      public var olderKeys: [JSONValue] = []
      /// Responds to a request instead of the provider.
      public var instead: @Sendable (RecordedRequest) -> ScriptedResponse? = { _ in nil }

      /// Creates the script of a well-behaved server, and applies changes to it.
      public init(_ change: (inout Script) -> Void = { _ in }) {
        change(&self)
      }
    }

    /// The provider's configuration, with all endpoints on this server.
    public nonisolated let configuration: ProviderConfiguration
    private nonisolated let server: ScriptedServer
    let state: State

    /// All received requests, in order.
    public nonisolated var requests: [RecordedRequest] { server.requests }
    /// The number of open connections.
    public nonisolated var openConnections: Int { server.openConnections }

    /// Waits until the provider has received matching requests, or until the task is canceled. Earlier requests count
    /// too.
    ///
    /// - Parameters:
    ///   - count: The number of requests.
    ///   - matches: Whether a request counts.
    public nonisolated func waitForRequests(
      _ count: Int = 1, where matches: @escaping @Sendable (RecordedRequest) -> Bool
    ) async {
      await server.waitForRequests(count, where: matches)
    }

    /// Waits until all connections are closed.
    public nonisolated func waitForClosedConnections() async {
      await server.waitForClosedConnections()
    }

    /// Starts a provider.
    ///
    /// - Throws: The errors of ``ScriptedServer/start(responding:)``.
    public static func start(
      as configuration: ProviderConfiguration, script: Script = Script()
    ) async throws -> ScriptedProvider {
      let state = State(script: script)
      let server = try await ScriptedServer.start { await state.response(to: $0) }
      let moved = configuration.moved(to: server.url)
      await state.open(moved)
      return ScriptedProvider(configuration: moved, server: server, state: state)
    }

    private init(configuration: ProviderConfiguration, server: ScriptedServer, state: State) {
      self.configuration = configuration
      self.server = server
      self.state = state
    }

    /// Changes the script from now on.
    public func rewrite(_ change: @Sendable (inout Script) -> Void) async {
      await state.rewrite(change)
    }

    /// Injects a fault from now on.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - times: The number of times that it occurs. By default, it always occurs.
    public func inject(_ fault: ScriptedFault, times: Int = .max) async {
      await state.inject(fault, times: times)
    }

    /// Removes all faults.
    public func clearFaults() async {
      await state.clearFaults()
    }

    /// Signs with a new key from now on.
    ///
    /// - Parameter keepingOld: Whether the old key is still published, as it should be until its tokens expire.
    /// - Throws: An error from the cryptography library if it can't create the key.
    public func rotateKeys(keepingOld: Bool = true) async throws {
      try await state.rotateKeys(keepingOld: keepingOld)
    }

    /// Stops the server.
    public func stop() async {
      await server.stop()
    }
  }
#endif
