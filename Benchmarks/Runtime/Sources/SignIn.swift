import AuthRuntime
import Foundation

/// Measures the steps of a sign-in, and a whole sign-in with a browser and a network that take no time.
struct SignIn: Sendable {
  private let server: Server
  private let exchange: BackendExchange<Provider>
  private let callback: URL

  init(_ key: SigningKey) async throws {
    let server = Server(key)
    self.server = server
    exchange = BackendExchange<Provider>(
      configuration: server.configuration(), variables: [:], clientID: Server.clientID,
      environment: AuthEnvironment(transport: server))
    let pending = try await exchange.start(redirectURI: Server.callback, scopes: ["profile", "email"])
    guard let answer = await server.answer(to: pending.url) else { throw Verification.Rejected() }
    callback = answer
  }

  /// Pending sign-ins, each with its callback's query, because a sign-in can only be completed once.
  func waiting(_ count: Int) async throws -> [(pending: PendingAuthorization, query: String)] {
    var waiting: [(PendingAuthorization, String)] = []
    for _ in 0..<count {
      let pending = try await exchange.start(redirectURI: Server.callback, scopes: ["profile", "email"])
      guard let answer = await server.answer(to: pending.url)?.query else { throw Verification.Rejected() }
      waiting.append((pending, answer))
    }
    return waiting
  }

  /// Reads a callback's query into a grant, and checks its state.
  func readCallback(_ sent: (pending: PendingAuthorization, query: String)) throws {
    guard try exchange.grant(from: sent.query, for: sent.pending).code != nil else { throw Verification.Rejected() }
  }

  /// Parses the same query with Foundation, without any checks.
  func parseQuery() throws {
    guard callback.parameter("code") != "" else { throw Verification.Rejected() }
  }

  /// Builds the authorization URL with a new state, nonce, and verifier.
  func buildURL() async throws {
    let url = try await exchange.start(redirectURI: Server.callback, scopes: ["profile", "email"]).url
    guard url.host != nil else { throw Verification.Rejected() }
  }

  /// Builds a URL with the same parameters with Foundation.
  func composeURL() throws {
    var components = URLComponents(string: "https://id.example.com/authorize")
    components?.queryItems = Self.parameters
    guard components?.url?.host != nil else { throw Verification.Rejected() }
  }

  private static let parameters = [
    "response_type": "code", "client_id": Server.clientID, "redirect_uri": Server.callback,
    "scope": "openid profile email", "state": "Dn3pDkh5Lr4mlP9qH0sWbA1t2u3v4w5x6y7z8A9B0C1",
    "nonce": "xGk8N2vJq5Rw0ZyTn7Ub4Lc1Sd9Fe6Hi3Mj2Kp8Qo5V", "code_challenge_method": "S256",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  ].map { URLQueryItem(name: $0.key, value: $0.value) }

  /// Returns the microseconds of a sign-in, without the server's work.
  static func ownTime(_ key: SigningKey, count: Int = 300) async throws -> Double {
    let server = Server(key)
    let browser = ReturningBrowser(server: server)
    let redirect = URL(string: Server.callback).map { Redirect.url($0) }
    guard let redirect else { throw Verification.Rejected() }
    let client = AuthClient<DynamicProvider>(
      configuration: server.configuration(), variables: [:], clientID: Server.clientID, redirect: redirect,
      environment: AuthEnvironment(transport: server, browser: browser))
    await browser.handOver(to: client)
    var best = Double.infinity
    for _ in 0..<count {
      let before = await server.work
      let elapsed = try await ContinuousClock().measure {
        _ = try await client.signIn(scopes: ["profile", "email"], parameters: AuthorizationParameters())
      }
      best = min(best, (elapsed - (await server.work - before)) / .microseconds(1))
    }
    return best
  }
}

/// A browser whose user agrees immediately.
actor ReturningBrowser: Browser {
  private let server: Server
  private var client: AuthClient<DynamicProvider>?

  init(server: Server) { self.server = server }

  func handOver(to client: AuthClient<DynamicProvider>) { self.client = client }

  func open(_ url: URL) async throws(BrowserFailure) {
    guard let answer = await server.answer(to: url) else { throw .noBrowser("the URL is invalid") }
    do { try await client?.handle(answer) } catch { throw .noBrowser("\(error)") }
  }
}
