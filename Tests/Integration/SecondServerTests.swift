import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import session_probe

/// django-oauth-toolkit rotates refresh tokens and accepts the previous one within a grace period. Its response to a
/// repeated refresh has the tokens of the first response, and an ID token whose `at_hash` belongs to another access
/// token.
@Suite(.serialized, .secondIdentityServer) struct `Sessions at a second real server` {
  private static let redirect = Redirect.loopback(ports: 20_000...29_999)

  private func client(
    _ clientID: String = "native-app", secret: Secret? = nil, browser: (any Browser)? = nil,
    transport: any HTTPTransport = AuthEnvironment.platformTransport,
    store: any CredentialStore = MemoryCredentialStore(), _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.second)
    return AuthClient(
      issuer: server.issuer, clientID: clientID, clientSecret: secret, redirect: Self.redirect,
      environment: AuthEnvironment(
        transport: transport, browser: try browser ?? HeadlessBrowser(trusting: server), store: store
      ).withOwnRedirects, adjust)
  }

  /// The status of a userinfo request with this access token.
  private func userInfoStatus(_ token: Secret) async throws -> Int {
    let url = try #require(URL(string: try IdentityServers.server(.second).issuer + "/userinfo/"))
    let request = TransportRequest(url: url, headers: [.authorization: "Bearer \(token.reveal())"])
    return try await AuthEnvironment.platformTransport.send(request).status
  }

  @Test func `A client that knows only the issuer signs in, refreshes, and signs out`() async throws {
    let browser = try HeadlessBrowser(trusting: try IdentityServers.server(.second))
    let client = try client(browser: browser)
    let user = try await client.signIn(scopes: ["profile", "email", "offline_access"], parameters: .init())
    #expect(user.name == "Alice Example")
    let first = try #require(try await client.credential())

    let second = try await client.refresh()
    #expect(second.accessToken != first.accessToken)
    #expect(second.refreshToken != first.refreshToken, "the server rotates")
    #expect(second.idToken != first.idToken, "the server sends an ID token with every refresh")
    #expect(try await userInfoStatus(first.accessToken) == 401)
    #expect(try await userInfoStatus(second.accessToken) == 200)

    try await client.signOut()
    #expect(try await client.credential() == nil)
    #expect(browser.opened.last?.path.hasPrefix("/o/logout") == true)
    #expect(try await userInfoStatus(second.accessToken) == 401)
    let pages = try browser.history().count
    _ = try await client.signIn(scopes: [], parameters: .init())
    #expect(
      try browser.history().dropFirst(pages).contains { $0.contains("/accounts/login") },
      "the browser's session is over too")
  }

  @Test func `An interrupted refresh is repeated within the grace period, and the session survives`() async throws {
    let transport = RefreshRecorder()
    let client = try client(transport: transport)
    _ = try await client.signIn(scopes: ["profile", "offline_access"], parameters: .init())
    let first = try #require(try await client.credential())

    transport.interruptNextRefresh()
    let second = try await client.refresh()
    let responses = transport.refreshResponses
    #expect(responses.count == 2)
    #expect(Set(responses.map(\.accessToken)).count == 1, "the server repeats the tokens")
    #expect(Set(responses.map(\.accessTokenHash)).count == 2, "one of the hashes belongs to another token")
    #expect(second.accessToken.reveal() == responses.first?.accessToken)
    #expect(second.claims == first.claims, "claims are stored only from a matching ID token")
    #expect(try await userInfoStatus(second.accessToken) == 200)

    let third = try await client.refresh()
    #expect(third.refreshToken != second.refreshToken)
    #expect(third.claims?["jti"] != first.claims?["jti"], "this ID token matches")
    #expect(try await client.user()?.subject == first.claims?.subject)
  }

  @Test func `A sign-in on another device changes auth_time, and this device stays signed in`() async throws {
    let transport = RefreshRecorder()
    let here = try client(transport: transport)
    _ = try await here.signIn(scopes: ["offline_access"], parameters: .init())
    let before = try #require(try await here.credential()?.claims?["auth_time"])
    // The server's times have a resolution of one second.
    var after = before
    while after == before {
      let elsewhere = try client()
      _ = try await elsewhere.signIn(scopes: [], parameters: .init())
      after = try #require(try await elsewhere.credential()?.claims?["auth_time"])
    }
    let refreshed = try await here.refresh()
    #expect(
      transport.refreshResponses.map(\.authenticationTime) == [after], "the server sends the time of the latest sign-in"
    )
    #expect(refreshed.claims?["auth_time"] == before, "the session keeps the time when this device signed in")
    #expect(try await here.user() != nil)
  }

  /// The number of attempts for each exit point. `scripts/kill-sessions` increases it.
  private static let rounds = max(1, Int(ProcessInfo.processInfo.environment["AUTH_KILL_ROUNDS"] ?? "") ?? 2)

  @Test func `A process that is killed at any step of a refresh keeps its session`() async throws {
    let server = try IdentityServers.server(.second)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = EncryptionKey()
    let digits = SessionProbe.digits(of: key)
    let client = AuthClient<DynamicProvider>(
      configuration: SessionProbe.configuration(at: server.issuer), variables: [:], clientID: "native-app",
      redirect: Self.redirect,
      environment: AuthEnvironment(
        browser: try HeadlessBrowser(trusting: server), store: EncryptedFileStore(folder: folder, key: key)
      ).withOwnRedirects)
    _ = try await client.signIn(scopes: ["offline_access"], parameters: .init())

    func refresh(_ exitPoint: ExitPoint?) async throws -> Command.Outcome {
      try await Command.run(
        Command.built("session-probe"),
        [server.issuer, "native-app", folder.path, digits, "refresh"] + [exitPoint?.rawValue].compactMap(\.self))
    }
    for _ in 0..<Self.rounds {
      for exitPoint in ExitPoint.allCases {
        #expect(try await refresh(exitPoint).status == 128 + 9, "\(exitPoint)")
        // The first run repeats the refresh that the killed process started.
        for _ in 0..<2 {
          let line = try await refresh(nil).output
          #expect(line.hasPrefix("ok"), "\(exitPoint): \(line)")
        }
      }
    }
  }

  @Test func `A user signs in on another device`() async throws {
    let server = try IdentityServers.server(.second)
    let end = FileManager.default.temporaryDirectory.appendingPathComponent("end-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: end) }
    let browser = try HeadlessBrowser(trusting: server, until: end)
    let client = try client("device-app") { it in
      it.server.deviceAuthorizationEndpoint = TextTemplate(server["DEVICE_AUTHORIZATION_ENDPOINT"])
      // This server sends no ID token in this flow, regardless of the scopes.
      it.idToken = nil
      it.userInfo.sources = [.endpoint]
    }
    let (pages, visits) = AsyncStream.makeStream(of: URL.self)
    async let visit: Void = {
      for await page in pages { try await browser.open(page) }
    }()
    let user = try await client.signInOnAnotherDevice(scopes: ["openid", "profile"]) { code in
      visits.yield(code.completeVerificationURI ?? code.verificationURI)
      visits.finish()
    }
    try Data().write(to: end)
    try await visit
    #expect(user.name == "Alice Example")
    let first = try #require(try await client.credential())
    #expect(try await client.refresh().refreshToken != first.refreshToken)
  }

  @Test func `A service gets its own token`() async throws {
    let server = try IdentityServers.server(.second)
    let client = try client(server["MACHINE_CLIENT"], secret: Secret(server["MACHINE_SECRET"])) { it in
      it.server.introspectionEndpoint = TextTemplate(server["INTROSPECTION_ENDPOINT"])
    }
    let credential = try await client.clientCredential(scopes: ["read"])
    #expect(credential.scopes == ["read"])
    #expect(try #require(credential.expiresAt) > Date())
    #expect(try await client.introspect(credential.accessToken).isActive)
    let stranger = try self.client(server["MACHINE_CLIENT"], secret: Secret("wrong"))
    let failure = await #expect(throws: AuthFailure<AnyErrorCode>.self) {
      try await stranger.clientCredential(scopes: ["read"])
    }
    guard case .server(let code, _) = failure else {
      Issue.record("the server's error is lost: \(failure as Any)")
      return
    }
    #expect(code?.rawValue == "invalid_client")
  }
}

/// The platform's transport. It records the responses to refreshes and can lose one.
private struct RefreshRecorder: HTTPTransport {
  /// The fields of a token response that the test compares.
  struct Tokens: Sendable {
    let accessToken: String
    let accessTokenHash: String?
    let authenticationTime: JSONValue?
  }

  private let isArmed = Locked(false)
  private let responses = Locked<[Tokens]>([])

  func interruptNextRefresh() {
    isArmed.withLock { $0 = true }
  }

  var refreshResponses: [Tokens] { responses.value }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let response = try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    guard String(decoding: body ?? Data(), as: UTF8.self).contains("grant_type=refresh_token") else {
      return response
    }
    if let tokens = Tokens(response.0) { responses.withLock { $0.append(tokens) } }
    let isLost = isArmed.withLock { armed in
      defer { armed = false }
      return armed
    }
    guard !isLost else { throw .network(.interrupted(host: request.url?.host ?? "")) }
    return response
  }
}

extension RefreshRecorder.Tokens {
  init?(_ body: Data) {
    guard let members = JSONValue(parsing: body)?.object, let token = members["access_token"]?.string,
      let payload = members["id_token"]?.string?.split(separator: ".").dropFirst().first,
      let claims = Data(base64URL: String(payload)).flatMap(JSONValue.init(parsing:))?.object
    else { return nil }
    (accessToken, accessTokenHash) = (token, claims["at_hash"]?.string)
    authenticationTime = claims["auth_time"]
  }
}

extension Data {
  fileprivate init?(base64URL text: String) {
    let padded = text.replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
  }
}
