#if Hummingbird
  import AuthHummingbird
  import AuthRuntime
  import AuthWeb
  import Foundation
  import HTTPTypes
  import Hummingbird
  import ReferenceClients

  /// The code of the article "Sign in on a web server".
  @available(macOS 14, iOS 17, tvOS 17, *)
  enum WebAppsExample {
    static func keys(_ bytes: [UInt8]) -> WebKeys {
      // keys begins
      guard let key = EncryptionKey(bytes: bytes) else { fatalError("SESSION_KEY must have 32 bytes") }
      let keys = WebKeys(key)
      // keys ends
      return keys
    }

    static func app(_ id: String, _ secret: String, _ keys: WebKeys) -> Application<RouterResponder<AppContext>> {
      // app begins
      let web = GitHub.Web(
        GitHub.Backend(clientID: id, clientSecret: Secret(secret)), origin: "http://localhost:8080", keys: keys,
        sessions: MemorySessionStore())

      let router = Router(context: AppContext.self)
      web.mount(on: router.group("auth"))
      router.add(middleware: web.authenticator())
      router.get("/") { _, context in "Hello \(context.identity?.id ?? "stranger")" }
      router.group("repositories")
        .add(middleware: web.requireSignedIn(.scopes([.repo])))
        .get { _, context in
          guard let session = context.webSession else { throw HTTPError(.unauthorized) }
          let (data, _) = try await session.data(from: "https://api.github.com/user/repos")
          return ByteBuffer(bytes: data)
        }
      let app = Application(router: router, configuration: .init(address: .hostname(port: 8080)))
      // app ends
      return app
    }

    static func start(_ web: inout Auth0.Web) {
      // start begins
      web.start = { backend, redirectURI, request in
        try await backend.start(
          scopes: [.openid, .profile, .offlineAccess], organization: "org_acme", loginHint: request.loginHint,
          redirectURI: redirectURI)
      }
      // start ends
    }

    static func policy(_ web: Auth0.Web, _ router: Router<BasicWebRequestContext<Auth0>>) {
      // policy begins
      router.group("payment")
        .add(middleware: web.requireSignedIn(.authentication(["urn:acme:mfa"], within: .seconds(300))))
        .post { _, _ in "paid" }
      // policy ends
    }

    static func accounts(_ github: inout GitHub.Web, _ database: any AccountTable) {
      // accounts begins
      github.account = { user, current in
        if let known = try await database.account(of: "github", user.id) { return known }
        return try await database.addIdentity("github", user.id, to: current)
      }
      // accounts ends
    }

    // core begins
    static func respond(
      to head: HTTPRequest, body: Data, _ web: Keycloak.Web
    ) async throws -> (HTTPResponse, Data) {
      let request = WebRequest(head, body: body)
      // The routes of the sign-in.
      if let response = await web.handle(request) { return (response.head, Data(response.body.utf8)) }
      // A form of another site must not act for the user.
      guard !web.isForged(request) else { return (HTTPResponse(status: .forbidden), Data()) }
      guard let session = try await web.session(for: request) else {
        let response = await web.challenge(request)
        return (response.head, Data(response.body.utf8))
      }
      let (timesheets, _) = try await session.data(from: "https://api.acme.com/timesheets")
      return (HTTPResponse(status: .ok), timesheets)
    }
    // core ends
  }

  // context begins
  typealias AppContext = BasicWebRequestContext<GitHub>
  // context ends

  protocol AccountTable: Sendable {
    func account(of provider: String, _ user: String) async throws -> String?
    func addIdentity(_ provider: String, _ user: String, to account: String?) async throws -> String
  }
#endif
