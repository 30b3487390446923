import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

/// A server on loopback and a client with a private key, for tests of pushed and signed messages.
struct MessageFixture {
  static let callback = "https://app.example/callback"

  let provider: ScriptedProvider
  let key: PrivateKey

  /// Runs a test with a server. The client knows it by its issuer, and authenticates with a JWT.
  static func run<Value: Sendable>(
    script: ScriptedProvider.Script = .init(), _ adjust: (inout ProviderConfiguration) -> Void = { _ in },
    _ test: (MessageFixture) async throws -> Value
  ) async throws -> Value {
    let key = try PrivateKey(generating: .es256, keyID: "k1")
    let configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com") { it in
      it.client.settings = [.init(name: "key", isSecret: true)]
      it.client.authentication = [.privateKeyJWT]
      it.client.assertion = .init(keyID: "k1", key: "{settings.key}", lifetime: .seconds(60))
      adjust(&it)
    }
    var script = script
    script.clientKeys = [key.publicKey]
    let provider = try await ScriptedProvider.start(as: configuration, script: script)
    do {
      let value = try await test(MessageFixture(provider: provider, key: key))
      await provider.stop()
      return value
    } catch {
      await provider.stop()
      throw error
    }
  }

  var settings: [String: Secret] { ["key": key.pem] }

  /// An app whose browser follows redirects.
  func app(
    _ environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser()),
    redirect: Redirect = .loopback(ports: 20_000...29_999)
  ) -> AuthClient<DynamicProvider> {
    provider.client(clientID: "app", settings: settings, redirect: redirect, environment: environment)
  }

  /// The server of a web app.
  func webApp(_ environment: AuthEnvironment = .default) -> BackendExchange<DynamicProvider> {
    BackendExchange(
      configuration: provider.configuration, variables: [:], clientID: "app", settings: settings,
      environment: environment.withOwnRedirects)
  }

  func start(
    _ parameters: AuthorizationParameters = .init(), at environment: AuthEnvironment = .default
  ) async throws -> PendingAuthorization {
    try await webApp(environment).start(redirectURI: Self.callback, scopes: ["profile"], parameters: parameters)
  }

  /// The parameters of the requests to an endpoint.
  func requests(to path: String) -> [[String: String]] {
    provider.requests.filter { $0.path == path }.map { request in
      Self.fields(request.query).merging(Self.fields(request.text)) { $1 }
    }
  }

  static func fields(_ text: String) -> [String: String] {
    Dictionary((FormEncoding.decode(text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
  }

  static func fields(of url: URL) -> [String: String] { fields(url.query(percentEncoded: true) ?? "") }

  /// The callback's query to which the server redirects the browser.
  func callback(of pending: PendingAuthorization) async throws -> String {
    let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: pending.url))
    let location = try #require(response.headers[.location].flatMap { URL(string: $0) })
    return location.query(percentEncoded: true) ?? ""
  }

  /// The status with which the server responds to a page.
  func status(of url: URL) async throws -> Int {
    try await AuthEnvironment.platformTransport.send(TransportRequest(url: url)).status
  }
}

/// Breaks the first connections to a path.
struct BreakingTransport: HTTPTransport {
  let path: String
  let failures: Locked<Int>
  /// Whether the server gets the request before the connection breaks.
  var isSent = false

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let breaks = failures.withLock { left in
      guard request.path?.hasPrefix(path) ?? false, left > 0 else { return false }
      left -= 1
      return true
    }
    if breaks, !isSent { throw .network(.interrupted(host: "127.0.0.1")) }
    let response = try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    if breaks { throw .network(.interrupted(host: "127.0.0.1")) }
    return response
  }
}

/// The failure of a call, or `nil` if it succeeds.
func messageFailure<Value>(
  of expression: @autoclosure () async throws(AuthFailure<AnyErrorCode>) -> Value
) async -> AuthFailure<AnyErrorCode>? {
  do throws(AuthFailure<AnyErrorCode>) {
    _ = try await expression()
    return nil
  } catch {
    return error
  }
}
