import AuthConfiguration
import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import Logging
import ReferenceClients
import TestSupport

/// A web app and its provider.
struct WebFixture: Sendable {
  static let origin = "https://app.example"

  typealias Web = WebSignIn<DynamicProvider>

  let provider: ScriptedProvider
  let store: MemorySessionStore
  let keys: WebKeys
  let clock: Locked<Date>
  let leaseClock: Locked<ContinuousClock.Instant>
  let signer: TokenSigner

  /// Runs a test with a provider like Keycloak.
  static func run(
    script: ScriptedProvider.Script = .init(), _ change: (inout ProviderConfiguration) -> Void = { _ in },
    _ test: (WebFixture) async throws -> Void
  ) async throws {
    var configuration = Keycloak.configuration
    change(&configuration)
    let clock = Locked(Date())
    var script = script
    let (leaseClock, signer) = (Locked(ContinuousClock.now), TokenSigner())
    script.now = { clock.value }
    script.tokenSigner = signer
    let provider = try await ScriptedProvider.start(as: configuration, script: script)
    let fixture = WebFixture(
      provider: provider, store: MemorySessionStore(now: { leaseClock.value }), keys: WebKeys(EncryptionKey()),
      clock: clock, leaseClock: leaseClock, signer: signer)
    do { try await test(fixture) } catch {
      await provider.stop()
      throw error
    }
    await provider.stop()
  }

  func backend(
    clientID: String = "test-client", logger: Logger? = nil
  ) -> BackendExchange<DynamicProvider> {
    var environment = AuthEnvironment(now: { [clock] in clock.value }).withOwnRedirects
    if let logger { environment.logger = logger }
    return BackendExchange(
      configuration: provider.configuration, variables: [:], clientID: clientID, clientSecret: Secret("s"),
      environment: environment)
  }

  /// Creates the app, as one of its servers does.
  func web(
    _ origin: String = Self.origin, path: String = "/auth", name: String = "test", keys: WebKeys? = nil,
    lifetimes: WebLifetimes = WebLifetimes(), store: (any WebSessionStore)? = nil,
    logger: Logger? = nil
  ) -> Web {
    Web(
      backend(logger: logger), origin: origin, path: path, name: name, keys: keys ?? self.keys,
      sessions: store ?? self.store, lifetimes: lifetimes)
  }

  var issuer: String {
    (provider.configuration.server.issuer?.text ?? "").replacing("{realm}", with: "acme")
  }

  /// A logout token for the user and the session `provider-session`.
  func logoutToken(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> String {
    let now = clock.value.timeIntervalSince1970.rounded()
    let event = "http://schemas.openid.net/event/backchannel-logout"
    var claims: [String: JSONValue] = [
      "iss": .string(issuer), "aud": .string("test-client"), "iat": .number(now), "exp": .number(now + 120),
      "jti": .string(UUID().uuidString), "sub": .string("user-1"), "sid": .string("provider-session"),
      "events": .object([event: .object([:])]),
    ]
    change(&claims)
    return try signer.token(claims: claims, header: [:])
  }

  /// Ends all leases, as if their servers were suspended for a long time.
  func expireLeases() { leaseClock.withLock { $0 += .seconds(3600) } }

  func advance(_ seconds: TimeInterval) { clock.withLock { $0 += seconds } }
}

/// A browser with cookies. It applies the rules of `__Host-` and `SameSite` only where a test needs them.
final class TestBrowser: Sendable {
  private let jar = Locked<[String: String]>([:])
  /// All `Set-Cookie` fields, in order.
  let received = Locked<[String]>([])

  var cookies: [String: String] { jar.value }

  func set(_ name: String, _ value: String?) { jar.withLock { $0[name] = value } }

  static let navigation: HTTPFields = [
    HTTPField.Name("Sec-Fetch-Mode")!: "navigate", HTTPField.Name("Sec-Fetch-Dest")!: "document",
    .accept: "text/html",
  ]

  func request(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = TestBrowser.navigation, form: String = ""
  ) -> WebRequest {
    var headers = headers
    let cookies = jar.value.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if !cookies.isEmpty { headers.append(HTTPField(name: .cookie, value: cookies.joined(separator: "; "))) }
    if method == .post { headers[.contentType] = "application/x-www-form-urlencoded" }
    return WebRequest(method: method, target: target, headers: headers, form: form)
  }

  func send(_ request: WebRequest, to web: WebFixture.Web) async throws -> WebResponse {
    guard let response = await web.handle(request) else { throw TestFailure.noRoute(request.path) }
    keep(response)
    return response
  }

  func get(_ target: String, _ web: WebFixture.Web) async throws -> WebResponse {
    try await send(request(.get, target), to: web)
  }

  /// Sends a form from a page of the app.
  func post(_ target: String, _ form: String, _ web: WebFixture.Web) async throws -> WebResponse {
    let headers: HTTPFields = [.origin: WebFixture.origin]
    return try await send(request(.post, target, headers: headers, form: form), to: web)
  }

  func keep(_ response: WebResponse) {
    for text in response.headers[values: .setCookie] {
      received.withLock { $0.append(text) }
      let parts = text.components(separatedBy: "; ")
      let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isRemoval = parts.contains("Max-Age=0")
      set(String(pair[0]), isRemoval ? nil : String(pair[1]))
    }
  }

  /// Starts a sign-in, and returns the provider's response: the path and the query of the callback.
  func startSignIn(_ web: WebFixture.Web, returnTo: String? = nil) async throws -> String {
    let query = returnTo.map { "?return_to=" + FormEncoding.escape($0) } ?? ""
    return try await callback(of: try await get(web.path + "/login" + query, web))
  }

  /// Sends the browser to the provider, and returns the target of the callback.
  func callback(of response: WebResponse) async throws -> String {
    guard response.status == .seeOther, let page = response.headers[.location], let url = URL(string: page) else {
      throw TestFailure.noRedirect(response.status.code)
    }
    let reply = try await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
    guard let location = reply.headers[.location], let callback = URL(string: location) else {
      throw TestFailure.noRedirect(reply.status)
    }
    return callback.path + "?" + (callback.query(percentEncoded: true) ?? "")
  }

  /// Starts a sign-in, and returns the form that the provider's page posts to the callback.
  func form(_ web: WebFixture.Web) async throws -> String {
    let login = try await get(web.path + "/login", web)
    return try await form(at: login.headers[.location] ?? "")
  }

  func form(at page: String) async throws -> String {
    guard let url = URL(string: page) else { throw TestFailure.noRoute(page) }
    let reply = try await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
    let html = String(decoding: reply.body, as: UTF8.self)
    return html.matches(of: /name="([^"]*)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }.joined(separator: "&")
  }

  @discardableResult
  func signIn(_ web: WebFixture.Web, returnTo: String? = nil) async throws -> WebResponse {
    try await get(try await startSignIn(web, returnTo: returnTo), web)
  }

  func session(_ web: WebFixture.Web) async throws -> WebSession<DynamicProvider>? {
    try await web.session(for: request(.get, "/"))
  }
}

enum TestFailure: Error {
  case noRoute(String), noRedirect(Int)
}
