import AuthRuntime
import Foundation

/// The steps of a sign-in, and a whole one with a browser and a network that take no time.
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

  /// Sign-ins that wait, each with its callback's query: none may be answered twice.
  func waiting(_ count: Int) async throws -> [(pending: PendingAuthorization, query: String)] {
    var waiting: [(PendingAuthorization, String)] = []
    for _ in 0..<count {
      let pending = try await exchange.start(redirectURI: Server.callback, scopes: ["profile", "email"])
      guard let answer = await server.answer(to: pending.url)?.query else { throw Verification.Rejected() }
      waiting.append((pending, answer))
    }
    return waiting
  }

  /// From a callback's query to what was granted, its state compared.
  func readCallback(_ sent: (pending: PendingAuthorization, query: String)) throws {
    guard try exchange.grant(from: sent.query, for: sent.pending).code != nil else { throw Verification.Rejected() }
  }

  /// The same query taken apart by Foundation, and nothing checked.
  func parseQuery() throws {
    guard callback.parameter("code") != "" else { throw Verification.Rejected() }
  }

  /// The address that the browser is sent to, with fresh state, nonce and verifier.
  func buildURL() async throws {
    let url = try await exchange.start(redirectURI: Server.callback, scopes: ["profile", "email"]).url
    guard url.host != nil else { throw Verification.Rejected() }
  }

  /// An address of the same parameters put together by Foundation.
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

  /// Microseconds of a sign-in, without what the server's own work took.
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

/// A browser whose user agrees at once.
actor ReturningBrowser: Browser {
  private let server: Server
  private var client: AuthClient<DynamicProvider>?

  init(server: Server) { self.server = server }

  func handOver(to client: AuthClient<DynamicProvider>) { self.client = client }

  func open(_ url: URL) async throws(BrowserFailure) {
    guard let answer = await server.answer(to: url) else { throw .noBrowser("the address is none") }
    do { try await client?.handle(answer) } catch { throw .noBrowser("\(error)") }
  }
}
