#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  /// A provider on loopback made from a `ProviderConfiguration`: real HTTP, real signed tokens, a log of
  /// requests, and answers that a test may bend.
  ///
  /// It checks what a server must check (PKCE, redirect URI, grant type, whose code and refresh token it is, one use of a
  /// code, rotation), so a client that does not follow the protocol fails here too.
  public actor ScriptedProvider {
    /// What deviates from a well-behaved server. Everything is off at first.
    public struct Script: Sendable {
      /// Changes the callback's parameters before the browser is sent back.
      public var callback: @Sendable (inout [(name: String, value: String)]) -> Void = { _ in }
      /// Changes the ID token's claims before it is signed.
      public var claims: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Changes the claims of an ID token that travels through the browser, before it is signed.
      public var frontClaims: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Changes the ID token's header before it is signed.
      public var header: [String: JSONValue] = [:]
      /// Changes the signed ID token.
      public var idToken: @Sendable (String) -> String = { $0 }
      /// Changes the members of a successful token answer.
      public var tokens: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Writes a successful token answer in the provider's own way.
      public var tokenResponse: @Sendable ([String: JSONValue]) -> ScriptedResponse? = { _ in nil }
      /// Changes the members of the userinfo answer.
      public var userInfo: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
      /// Writes the userinfo answer in the provider's own way.
      public var userInfoResponse: @Sendable () -> ScriptedResponse? = { nil }
      /// Answers a further call about the user.
      public var furtherResponse: @Sendable () -> ScriptedResponse? = { nil }
      /// How often a client that waits for a user on another device is put off.
      public var deviceWaits = 1
      /// What a client has to show: a wrong secret, or none, is rejected. Without one any is taken.
      public var clientSecret: Secret?
      /// Who signs in.
      public var user = TestUser.ada
      /// How refresh tokens are treated.
      public var rotation = RefreshRotation.oneUse
      /// The server's time of day; another one is a clock that is off.
      public var now: @Sendable () -> Date = { Date() }
      /// Signs tokens. At first a key of an algorithm that the provider's configuration allows.
      public var mint = TokenMint() { didSet { mintIsChosen = true } }
      var mintIsChosen = false
      /// Keys that are published beside the mint's.
      public var olderKeys: [JSONValue] = []
      /// Answers a request in the provider's place.
      public var instead: @Sendable (RecordedRequest) -> ScriptedResponse? = { _ in nil }

      /// A well-behaved server, with something changed.
      public init(_ change: (inout Script) -> Void = { _ in }) {
        change(&self)
      }
    }

    /// The provider's configuration with every endpoint on this server.
    public nonisolated let configuration: ProviderConfiguration
    private nonisolated let server: ScriptedServer
    let state: State

    /// Everything that was asked, in order.
    public nonisolated var requests: [RecordedRequest] { server.requests }
    /// How many connections are open now.
    public nonisolated var openConnections: Int { server.openConnections }

    /// Waits until the provider has received matching requests, or until the task is canceled. Requests from before count.
    ///
    /// - Parameters:
    ///   - count: The number of requests.
    ///   - matches: Whether a request counts.
    public nonisolated func waitForRequests(
      _ count: Int = 1, where matches: @escaping @Sendable (RecordedRequest) -> Bool
    ) async {
      await server.waitForRequests(count, where: matches)
    }

    /// Waits until no connection is open.
    public nonisolated func waitForClosedConnections() async {
      await server.waitForClosedConnections()
    }

    /// Starts a provider.
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

    /// Does something wrong from now on.
    ///
    /// - Parameters:
    ///   - fault: What.
    ///   - times: How often, or always.
    public func inject(_ fault: ScriptedFault, times: Int = .max) async {
      await state.inject(fault, times: times)
    }

    /// Does everything right again.
    public func heal() async {
      await state.heal()
    }

    /// Signs with a new key from now on.
    ///
    /// - Parameter keepingOld: Whether the old one is still published, as it should be while its tokens live.
    public func rotateKeys(keepingOld: Bool = true) async throws {
      try await state.rotateKeys(keepingOld: keepingOld)
    }

    /// Stops the server.
    public func stop() async {
      await server.stop()
    }
  }
#endif
