import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport

@testable import AuthRuntime

/// A protected resource at `/mcp`, and its authorization server.
struct ResourceFixture: Sendable {
  /// The responses of the resource and of the authorization server's well-known paths.
  struct Script: Sendable {
    /// The next responses of `/mcp`. After the last one, a request with a token gets 200, and one without a token
    /// gets ``challenge``.
    var responses: [ScriptedResponse] = []
    /// The value of `WWW-Authenticate` for a request without a token. `{ORIGIN}` is the resource's origin.
    var challenge = #"Bearer resource_metadata="{ORIGIN}/.well-known/oauth-protected-resource/mcp""#
    /// The path of the resource's metadata.
    var place = "/.well-known/oauth-protected-resource/mcp"
    /// Changes the resource's metadata.
    var metadata: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
    /// Replaces the response with the resource's metadata.
    var document: ScriptedResponse?
    /// The path of the authorization server's metadata.
    var serverPlace = "/.well-known/oauth-authorization-server"
    /// Changes the authorization server's metadata.
    var serverMetadata: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
  }

  let provider: ScriptedProvider
  let server: ScriptedServer
  let script: Locked<Script>
  let issuer: String
  var resource: String { server.url + "/mcp" }

  static func run(
    path: String = "", promisesIssuer: Bool? = nil, dpop: Bool = false,
    exchanges: [ProviderConfiguration.TokenExchange] = [], _ change: (inout Script) -> Void = { _ in },
    _ body: (ResourceFixture) async throws -> Void
  ) async throws {
    var script = Script()
    change(&script)
    let fixture = try await ResourceFixture(path, promisesIssuer, dpop, exchanges, script)
    do {
      try await body(fixture)
    } catch {
      await fixture.stop()
      throw error
    }
    await fixture.stop()
  }

  /// Starts a resource and an authorization server.
  init(
    _ path: String = "", _ promisesIssuer: Bool? = nil, _ dpop: Bool = false,
    _ exchanges: [ProviderConfiguration.TokenExchange] = [], _ initial: Script = Script()
  ) async throws {
    let script = Locked(initial)
    self.script = script
    let provider = try await ScriptedProvider.start(as: Self.configuration(path, promisesIssuer, dpop, exchanges))
    let issuer = provider.configuration.server.issuer?.text ?? ""
    await provider.rewrite { it in
      it.instead = { request in
        let current = script.value
        guard request.path.hasPrefix("/.well-known/") || request.path.hasSuffix("openid-configuration") else {
          return nil
        }
        guard request.path == current.serverPlace else { return ScriptedResponse(404) }
        var fields = Self.serverMetadata(issuer)
        current.serverMetadata(&fields)
        return Self.json(fields)
      }
    }
    let origin = Locked("")
    let server = try await ScriptedServer.start { request in
      await Self.response(to: request, script, provider, origin: origin.value, issuer: issuer)
    }
    origin.withLock { $0 = server.url }
    (self.provider, self.server, self.issuer) = (provider, server, issuer)
  }

  func stop() async {
    await server.stop()
    await provider.stop()
  }

  /// A client of the resource.
  func client(
    _ identity: ResourceClientIdentity = .dynamic(name: "Notes"), policy: ResourcePolicy = ResourcePolicy(),
    store: any CredentialStore = MemoryCredentialStore(), resource: String? = nil,
    browser: any Browser = FollowingBrowser()
  ) -> ResourceClient {
    ResourceClient(
      resource: resource ?? self.resource, client: identity, redirect: .loopback(ports: 20_000...29_999),
      policy: policy, environment: AuthEnvironment(browser: browser, store: store).withOwnRedirects)
  }

  /// A request to the resource.
  var request: HTTPRequest { HTTPRequest(method: .post, url: URL(string: resource) ?? URL(fileURLWithPath: "/")) }

  /// The parameters of the browser's requests.
  var signIns: [[String: String]] {
    provider.requests.filter { $0.path.hasSuffix("/authorize") }.map { Self.fields($0.query) }
  }

  /// The parameters of the token requests.
  var tokenRequests: [[String: String]] {
    provider.requests.filter { $0.path.hasSuffix("/token") }.map { Self.fields($0.text) }
  }

  /// The values of `Authorization` that the resource received.
  var tokens: [String] {
    server.requests.filter { $0.path == "/mcp" }.compactMap { $0.headers["authorization"] }
  }

  static func challenge(_ value: String, status: Int = 401) -> ScriptedResponse {
    ScriptedResponse(status, headers: ["WWW-Authenticate": value])
  }

  static func insufficient(_ scopes: String) -> ScriptedResponse {
    challenge(#"Bearer error="insufficient_scope", scope="\#(scopes)""#, status: 403)
  }

  private static func fields(_ text: String) -> [String: String] {
    Dictionary((FormEncoding.decode(text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func json(_ fields: [String: JSONValue]) -> ScriptedResponse {
    .json(String(decoding: (try? JSONEncoder().encode(fields)) ?? Data(), as: UTF8.self))
  }

  /// Exchanges are for registered clients only.
  private static func configuration(
    _ path: String, _ promise: Bool?, _ dpop: Bool, _ exchanges: [ProviderConfiguration.TokenExchange]
  ) -> ProviderConfiguration {
    .openIDConnect(issuer: "https://id.example\(path)") { it in
      it.idToken = nil
      it.userInfo.sources = []
      if exchanges.isEmpty { it.client.registration = .dynamic }
      it.exchanges = exchanges
      it.authorization.resources = .optional
      it.server.promisesIssuerParameter = promise
      if dpop { it.client.dpop.use = .optional }
    }
  }

  private static func serverMetadata(_ issuer: String) -> [String: JSONValue] {
    [
      "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(issuer + "/token"), "registration_endpoint": .string(issuer + "/register"),
      "revocation_endpoint": .string(issuer + "/revoke"), "code_challenge_methods_supported": ["S256"],
      "response_types_supported": ["code"], "token_endpoint_auth_methods_supported": ["none"],
    ]
  }

  private static func response(
    to request: RecordedRequest, _ script: Locked<Script>, _ provider: ScriptedProvider, origin: String, issuer: String
  ) async -> ScriptedResponse {
    if request.path == "/mcp" {
      if let next = script.withLock({ $0.responses.isEmpty ? nil : $0.responses.removeFirst() }) {
        return next.filled(origin)
      }
      guard request.headers["authorization"] != nil else {
        let value = script.value.challenge.replacing("{ORIGIN}", with: origin)
        return value.isEmpty ? ScriptedResponse(401) : challenge(value)
      }
      return request.headers["dpop"] == nil
        ? ScriptedResponse(200, body: "ok") : await provider.apiResponse(to: request)
    }
    let current = script.value
    guard request.path == current.place else { return ScriptedResponse(404) }
    if let document = current.document { return document }
    var fields: [String: JSONValue] = [
      "resource": .string(origin + "/mcp"), "authorization_servers": [.string(issuer)],
    ]
    current.metadata(&fields)
    return json(fields)
  }
}

extension ScriptedResponse {
  fileprivate func filled(_ origin: String) -> ScriptedResponse {
    var copy = self
    copy.headers = headers.mapValues { $0.replacing("{ORIGIN}", with: origin) }
    return copy
  }
}
