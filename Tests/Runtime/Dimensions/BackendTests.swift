import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime
@testable import AuthTesting

/// A provider for which the app's server exchanges the code.
enum ServedProvider: BackendSignIn, TokenRefreshing, TokenRevoking {
  typealias ErrorCode = AnyErrorCode
  typealias User = DynamicProvider.User
}

extension ScriptedProvider {
  /// The server, which has the client secret.
  nonisolated func server(secret: Secret? = Secret("s"), variables: [String: String] = [:]) -> BackendExchange<
    ServedProvider
  > {
    BackendExchange(configuration: configuration, variables: variables, clientID: "app", clientSecret: secret)
  }

  /// The client on the device.
  nonisolated func device() -> AuthClient<ServedProvider> {
    AuthClient(
      configuration: configuration, variables: [:], clientID: "app",
      redirect: .loopback(ports: 20_000...29_999), environment: AuthEnvironment(browser: FollowingBrowser()))
  }

  /// The form that the provider makes the browser submit.
  nonisolated func postedForm(of page: URL) async throws -> String {
    let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: page))
    let form = try #require(PostedForm(html: String(decoding: response.body, as: UTF8.self)))
    #expect(form.action == "https://app.example/cb")
    return FormEncoding.encode(form.fields)
  }
}

@Suite struct `A sign-in with an exchange on the app's server` {
  private static let snippet = """
    client:
      types: [confidential]
      exchange: backend
      authentication: client_secret_post
    callback: { fields: { realm: { type: string, optional: true } } }
    token: { response: { fields: { team: { path: team, type: string, optional: true } } } }
    server: { revocation_endpoint: "https://id.example.com/revoke" }
    """

  @Test func `A sign-in starts on the device and ends on the server with the client secret (D117)`() async throws {
    let script = ScriptedProvider.Script { $0.callback = { $0.append((name: "realm", value: "7")) } }
    try await withScriptedProvider(try configuration(Self.snippet, over: .oidc), script: script) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      #expect(JSONValue(parsing: received.encoded()) == JSONValue(parsing: grant.encoded()))
      #expect(received.fields == ["realm": "7"])
      let server = provider.server()
      let signedIn = try await server.exchange(received)
      #expect(signedIn.user?.subject == "user-1")
      let renewed = try await server.refresh(signedIn.credential) { _ in }
      try await server.revokeTokens(of: renewed)
      let transcript = RequestTranscript(provider.requests)
      let tail = "&client_id=app&client_secret=s"
      #expect(transcript.tokenBody?.hasSuffix("&code_verifier=CODE_VERIFIER" + tail) == true)
      #expect(transcript.request("/token", 1) == form("grant_type=refresh_token&refresh_token=REFRESH" + tail))
      #expect(transcript.paths.suffix(2) == ["POST /revoke", "POST /revoke"])
    }
  }

  @Test func `A code is never exchanged twice`() async throws {
    try await withScriptedProvider(try configuration(Self.snippet, over: .oidc)) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      let copy = try #require(AuthorizationGrant(encoded: grant.encoded()))
      let server = provider.server()
      _ = try await server.exchange(grant)
      let count = provider.requests.count
      // An app may create one for each request.
      let other = provider.server()
      for again in [grant, copy] {
        for server in [server, other] {
          let failure = await failure(of: try await server.exchange(again))
          #expect(failure == .callback(.codeAlreadyUsed))
        }
      }
      #expect(provider.requests.count == count)
    }
  }

  @Test func `A sign-in whose ID token couldn't be verified fails before the browser opens`() async throws {
    let rules = try configuration(Self.snippet, over: .oidc).with { $0.idToken?.algorithms = [.hs256] }
    try await withScriptedProvider(rules) { provider in
      let failure = await failure(
        of: try await provider.server().start(redirectURI: "https://app.example/cb", scopes: ["openid"]))
      #expect(failure == .configuration(.clientSecretTooShort("HS256", minimumBytes: 32)))
    }
  }

  @Test func `An exchange without the nonce of the browser's ID token fails before the code is sent`() async throws {
    let snippet = Self.snippet + "\nflows: [hybrid]\nauthorize: { response_type: code id_token }"
    try await withScriptedProvider(try configuration(snippet, over: .oidc)) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      members["nonce"] = nil
      let bare = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let failure = await failure(of: try await provider.server().exchange(bare))
      #expect(failure == .idToken(.nonceMismatch))
      #expect(!provider.requests.contains { $0.path == "/token" })
    }
  }

  @Test func `A sign-in may start on the server and return in a form (D29 D41)`() async throws {
    let snippet = Self.snippet + "\nauthorize: { response_mode: form_post }"
    try await withScriptedProvider(try configuration(snippet, over: .oidc)) { provider in
      let server = provider.server()
      let pending = try await server.start(redirectURI: "https://app.example/cb", scopes: ["openid"])
      let body = try await provider.postedForm(of: pending.url)
      let transcript = RequestTranscript(provider.requests)
      let mode = "&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_mode=form_post&scope=openid&state=STATE&"
      #expect(transcript.authorization?.contains(mode) == true)
      #expect(throws: StepFailure.callback(.stateMismatch)) { try server.grant(from: body + "x", for: pending) }
      let grant = try server.grant(from: body, for: pending)
      #expect(try await server.exchange(grant).user?.subject == "user-1")
    }
  }

  @Test(arguments: ["code_verifier", "nonce"])
  func `An exchange without the code verifier or the nonce is rejected (D117)`(name: String) async throws {
    try await withScriptedProvider(try configuration(Self.snippet, over: .oidc)) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      members[name] = nil
      let bent = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let failure = await failure(of: try await provider.server().exchange(bent))
      #expect([.configuration(.unusableGrant), .idToken(.nonceMismatch)].contains(failure))
    }
  }

  @Test(arguments: [ProviderConfiguration.ResponseType.idToken, .idTokenToken])
  func `An implicit sign-in is exchanged without a code`(type: ProviderConfiguration.ResponseType) async throws {
    let implicit = try configuration(Self.snippet, over: .oidc).with { $0.authorization.responseType = type }
    try await withScriptedProvider(implicit) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      #expect(received.code == nil && received.idToken == grant.idToken)
      #expect(JSONValue(parsing: received.encoded()) == JSONValue(parsing: grant.encoded()))
      let signedIn = try await provider.server().exchange(received)
      let direct = try await provider.server().exchange(grant)
      #expect(signedIn.user?.subject == "user-1")
      #expect(signedIn.credential.accessToken == direct.credential.accessToken)
      #expect(signedIn.credential.accessToken.reveal().isEmpty == (type == .idToken))
      let (there, here) = (signedIn.credential.expiresAt, direct.credential.expiresAt)
      #expect((there == nil) == (type == .idToken) && (here == nil) == (type == .idToken))
      // An encoded date may differ by less than a microsecond.
      if let there, let here { #expect(abs(there.timeIntervalSince(here)) < 0.001) }
    }
  }

  @Test func `An access token that doesn't match the ID token's hash is rejected by the server`() async throws {
    let implicit = try configuration(Self.snippet, over: .oidc).with { $0.authorization.responseType = .idTokenToken }
    try await withScriptedProvider(implicit) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      members["access_token"] = .string("of somebody else")
      let bent = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let failure = await failure(of: try await provider.server().exchange(bent))
      #expect(failure == .idToken(.hashMismatch("at_hash")))
    }
  }

  @Test func `An exchange rejects tokens in place of the code`() async throws {
    try await withScriptedProvider(try configuration(Self.snippet, over: .oidc)) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      (members["code"], members["id_token"], members["access_token"]) = (nil, .string("a.b.c"), .string("stolen"))
      let bent = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let failure = await failure(of: try await provider.server().exchange(bent))
      #expect(failure == .configuration(.unusableGrant))
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"version":1,"code":"","redirect_uri":"x"}"#, #"{"version":2,"code":"c","redirect_uri":"x"}"#,
    #"{"version":1,"code":"c"}"#, #"{"version":1,"code":7,"redirect_uri":"x"}"#,
    #"{"version":1,"code":7,"id_token":"a.b.c","redirect_uri":"x"}"#,
    #"{"version":1,"id_token":"","redirect_uri":"x"}"#, #"{"version":1,"access_token":"t","redirect_uri":"x"}"#,
  ])
  func `Data that isn't a grant is rejected (D117)`(text: String) {
    #expect(AuthorizationGrant(encoded: Data(text.utf8)) == nil)
  }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func `A grant of more than 64 KiB is rejected (D117)`(size: Int, isAccepted: Bool) {
    let grant = #"{"version":1,"code":"c","redirect_uri":"x"}"#
    let padded = Data(grant.utf8) + Data(repeating: UInt8(ascii: " "), count: size - grant.utf8.count)
    #expect((AuthorizationGrant(encoded: padded) != nil) == isAccepted)
  }

  @Test(arguments: ["1e300", "-1e300", "9223372036854775808", #""x""#])
  func `A grant with a number that no clock can hold is decoded without it (D117)`(number: String) throws {
    let text = #"{"version":1,"code":"c","redirect_uri":"x","max_age":\#(number)}"#
    let grant = try #require(AuthorizationGrant(encoded: Data(text.utf8)))
    #expect(grant.maximumAge == nil)
  }

  @Test(arguments: ["domain", "instance", "nowhere"])
  func `The device can't make the server send its secret to another host (D04 D06)`(name: String) async throws {
    let snippet =
      Self.snippet + """

        variables:
          domain: { kind: host, default: id.example.com }
          instance: { kind: host, from: token.instance, allow: ["*.example.com"] }
        userinfo: { source: [id_token, userinfo], endpoint: "https://{instance}/me" }
        """
    let hostile = try configuration(
      snippet.replacing("https://id.example.com/revoke", with: "https://{domain}/revoke"), over: .oidc)
    try await withScriptedProvider(hostile) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      members["variables"] = .object([name: .string("a.example.com")])
      let bent = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let before = provider.requests.count
      let failure = await failure(of: try await provider.server().exchange(bent))
      guard case .configuration? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(provider.requests.count == before)
    }
  }
}
