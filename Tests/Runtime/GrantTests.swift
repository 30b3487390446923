import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

/// Runs a test with a generated client whose endpoints all belong to a scripted provider.
@discardableResult
private func with<Provider: DescribedProvider, Value>(
  _: Provider.Type, clientSecret: Secret? = nil, script: ScriptedProvider.Script = .init(),
  _ change: (inout ProviderConfiguration) -> Void = { _ in },
  _ body: (AuthClient<Provider>, ScriptedProvider, WaitingClock) async throws -> Value
) async throws -> Value {
  let configuration = Provider.configuration.with { it in
    it.idToken?.algorithms = [.es256]
    change(&it)
  }
  return try await withScriptedProvider(configuration, script: script) { provider in
    let clock = WaitingClock()
    let client = AuthClient<Provider>(
      configuration: provider.configuration, variables: [:], clientID: "app", clientSecret: clientSecret,
      redirect: .loopback(), environment: AuthEnvironment(clock: clock))
    return try await body(client, provider, clock)
  }
}

private func posted(_ provider: ScriptedProvider) -> [String] {
  provider.requests.filter { $0.method == "POST" }.map { "\($0.path) \($0.text)" }
}

@Suite struct `A generated client with the device flow` {
  @Test func `A user signs in on another device, with typed scopes and parameters`() async throws {
    try await with(Auth0.self, script: .init { $0.deviceWaits = 2 }) { client, provider, clock in
      let user = try await client.signInOnAnotherDevice(
        scopes: [.openid, "read:x"], audience: "https://api.example"
      ) { code in
        #expect(code.userCode == "WDJB-MJHT")
        #expect(code.completeVerificationURI?.query == "user_code=WDJB-MJHT")
      }
      #expect(user.name == "Ada")
      #expect(user.organizationID == nil)
      let token = "/oauth/token grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
      #expect(
        posted(provider) == [
          "/oauth/device/code scope=openid%20read%3Ax&audience=https%3A%2F%2Fapi.example&client_id=app"
        ] + Array(repeating: token + "&device_code=device-1&client_id=app", count: 3))
      #expect(clock.waited == [.seconds(1), .seconds(1), .seconds(1)])
      let credential = try await client.credential()
      #expect(credential?.refreshToken != nil)
    }
  }

  @Test func `The ID token of a device sign-in is verified`() async throws {
    let script = ScriptedProvider.Script { $0.claims = { $0["aud"] = .string("other") } }
    try await with(Auth0.self, script: script) { client, _, _ in
      await #expect(throws: Auth0.Failure.idToken(.audienceMismatch)) {
        try await client.signInOnAnotherDevice { _ in }
      }
      let nobody = try await client.user()
      #expect(nobody == nil)
    }
  }

  @Test func `The device flow needs no client secret, even if the browser's flow needs the app's server`() async throws
  {
    let script = ScriptedProvider.Script { it in
      it.instead = { $0.path == "/user" ? .json(#"{"id":7,"login":"ada","email":"a@example.test"}"#) : nil }
    }
    try await with(GitHub.self, script: script) { client, provider, _ in
      let user = try await client.signInOnAnotherDevice(scopes: ["read:org"]) { _ in }
      #expect(user.id == "7")
      let asked = provider.requests.filter { $0.method == "POST" }
      #expect(asked.map(\.path) == ["/login/device/code", "/login/oauth/access_token", "/login/oauth/access_token"])
      #expect(asked.allSatisfy { $0.headers["accept"] == "application/json" && !$0.text.contains("client_secret") })
      #expect(asked.first?.text == "scope=read%3Aorg&client_id=app")
    }
  }

  @Test func `An expired device code is reported with the provider's error code`() async throws {
    let script = ScriptedProvider.Script { it in
      it.instead = { $0.path == "/oauth/token" ? .json(#"{"error":"expired_token"}"#, status: 403) : nil }
    }
    try await with(Auth0.self, script: script) { client, _, _ in
      let failure = await failure(Auth0.Failure.self, of: try await client.signInOnAnotherDevice { _ in })
      guard case .server(.expiredToken, _)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  @Test func `A parameter that the device request doesn't support is rejected before a request is sent`() async throws {
    try await with(Auth0.self) { client, provider, _ in
      var parameters = AuthorizationParameters()
      parameters.set("connection", "github")
      let failure = await failure(
        Auth0.Failure.self, of: try await client.signInOnAnotherDevice(scopes: [], parameters: parameters) { _ in })
      #expect(failure == .configuration(.unknownParameter("connection", known: ["audience"])))
      #expect(provider.requests.isEmpty)
    }
  }

  @Test func `The device flow follows a descriptor that differs from RFC 8628`() async throws {
    let rules = try configuration(
      """
      flows: [authorization_code, device_code]
      server: { device_authorization_endpoint: "https://id.example.com/device" }
      device:
        grant_type: device
        client: client_secret_post
        parameters: { response_type: device_code }
        token: { parameters: { code: "{user_code}" } }
        response: { device_code: device.code, verification_uri: page, interval: pause }
      """)
    let script = ScriptedProvider.Script { $0.deviceWaits = 0 }
    try await withScriptedProvider(rules, script: script) { provider in
      let client = provider.client(
        clientID: "app", clientSecret: Secret("s"), environment: AuthEnvironment(clock: WaitingClock()))
      let user = try await client.signInOnAnotherDevice(scopes: ["a"]) { code in
        #expect(code.verificationURI.path == "/device/page")
      }
      #expect(user.id == "user-1")
      #expect(
        posted(provider) == [
          "/device scope=a&client_id=app&client_secret=s&response_type=device_code",
          "/token grant_type=device&device_code=device-1&client_id=app&client_secret=s&code=WDJB-MJHT",
        ])
    }
  }
}

@Suite struct `A generated client with client credentials` {
  @Test func `The client gets its own token for an audience`() async throws {
    try await with(Auth0.self, clientSecret: Secret("s")) { client, provider, _ in
      let credential = try await client.clientCredential(
        scopes: ["read:x"], audience: "https://api.example", organization: "org_1")
      let caller = try await provider.api(Auth0.self, audiences: ["https://api.example"])
        .caller(bearing: credential.accessToken)
      #expect((caller.isMachine, caller.clientID) == (true, "app"))
      #expect(credential.scopes == ["read:x"])
      #expect(
        posted(provider) == [
          "/oauth/token grant_type=client_credentials&scope=read%3Ax&audience=https%3A%2F%2Fapi.example"
            + "&organization=org_1&client_id=app&client_secret=s"
        ])
      let nobody = try await client.user()
      #expect(nobody == nil)
    }
  }

  @Test func `Without a client secret no request is sent`() async throws {
    try await with(Auth0.self) { client, provider, _ in
      await #expect(throws: Auth0.Failure.configuration(.missingClientSecret)) {
        try await client.clientCredential(audience: "https://api.example")
      }
      #expect(provider.requests.isEmpty)
    }
  }

  @Test func `A parameter of the browser's flow is rejected in a client credentials request`() async throws {
    try await with(Auth0.self, clientSecret: Secret("s")) { client, provider, _ in
      var parameters = AuthorizationParameters()
      parameters.set("prompt", "login")
      let failure = await failure(
        Auth0.Failure.self, of: try await client.clientCredential(scopes: [], parameters: parameters))
      #expect(failure == .configuration(.unknownParameter("prompt", known: ["audience", "organization"])))
      #expect(provider.requests.isEmpty)
    }
  }

  @Test func `The app's server can get its own token and introspect tokens`() async throws {
    let configuration = try configuration(
      """
      client: { types: [confidential], exchange: backend }
      flows: [authorization_code, client_credentials]
      refresh: none
      server: { introspection_endpoint: "https://id.example.com/introspect" }
      """)
    try await withScriptedProvider(configuration) { provider in
      let server = BackendExchange<Shop>(
        configuration: provider.configuration, variables: [:], clientID: "app", clientSecret: Secret("s"))
      let credential = try await server.clientCredential(scopes: ["a"], parameters: .init())
      let (own, other) = (
        try await server.introspect(credential.accessToken),
        try await server.introspect(Secret("other"), hint: "access_token")
      )
      #expect(own.isActive && !other.isActive)
      let sent = provider.requests.filter { $0.headers["authorization"] == basic("app:s") }
      #expect(sent.map(\.path) == ["/token", "/introspect", "/introspect"])
    }
  }
}

@Suite struct `A generated client with introspection` {
  @Test func `The client sends a token to the introspection endpoint`() async throws {
    let change = { (it: inout ProviderConfiguration) in
      it.server.introspectionEndpoint = "https://{domain}/oauth/v2/introspect"
    }
    try await with(Zitadel.self, clientSecret: Secret("s"), change) { client, _, _ in
      let nobody = try await client.introspect(Secret("nonsense"))
      #expect(!nobody.isActive)
    }
  }

  @Test func `A rejected introspection reports the server's error`() async throws {
    let script = ScriptedProvider.Script { it in
      it.instead = {
        guard $0.path == "/oauth/v2/introspect" else { return nil }
        return .json(#"{"error":"invalid_client","error_description":"who?"}"#, status: 401)
      }
    }
    let change = { (it: inout ProviderConfiguration) in
      it.server.introspectionEndpoint = "https://{domain}/oauth/v2/introspect"
    }
    try await with(Zitadel.self, clientSecret: Secret("s"), script: script, change) { client, _, _ in
      let failure = await failure(Zitadel.Failure.self, of: try await client.introspect(Secret("t")))
      guard case .server(_, let error)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect((error.code, error.text, error.status) == ("invalid_client", "who?", 401))
    }
  }

  @Test func `A missing introspection endpoint in the metadata is reported`() async throws {
    let change = { (it: inout ProviderConfiguration) in it.discovery.removed = ["introspection_endpoint"] }
    try await with(Zitadel.self, clientSecret: Secret("s"), change) { client, _, _ in
      await #expect(throws: Zitadel.Failure.configuration(.missingEndpoint(.introspection))) {
        try await client.introspect(Secret("nonsense"))
      }
    }
  }
}

/// A provider for which the app's server exchanges the code.
private enum Shop: BackendSignIn, ClientCredentialsGranting, TokenIntrospecting {
  typealias User = DynamicProvider.User
  typealias ErrorCode = AnyErrorCode
}
