import AuthHummingbird
import AuthRuntime
import AuthWeb
import Foundation
import Hummingbird

/// A web app in which users sign in at the company's own identity server or with Auth0, and link both to one account.
///
/// `scripts/web-app` runs it with two identity servers. `APP_ORIGIN` is the origin in the browser, `APP_DATA` a folder, and
/// `APP_PORT` the port to listen on. The company's server is `OIDC_ISSUER`, with the client `OIDC_CLIENT_ID` and
/// `OIDC_CLIENT_SECRET`. Auth0's tenant is `AUTH0_DOMAIN`, with `AUTH0_CLIENT_ID` and `AUTH0_CLIENT_SECRET`. `APP_TRUST_ROOT` is
/// a file with a private authority. With the trait `PostgreSQL`, `APP_DATABASE` is the URL of a database for many servers.
@main
enum WebApp {
  static func main() async throws {
    let settings = try Settings()
    let sessions = try await settings.sessions()
    let keys = try settings.keys()
    let environment = try settings.connection()
    let accounts = try settings.accounts()

    var company = DynamicProvider.Web(
      BackendExchange(
        issuer: settings["OIDC_ISSUER", "http://127.0.0.1:9201"], clientID: settings["OIDC_CLIENT_ID", "web"],
        clientSecret: Secret(settings["OIDC_CLIENT_SECRET", "none"]), environment: environment),
      origin: settings.origin, path: "/auth/company", name: "company", keys: keys, sessions: sessions)
    company.account = { user, other in try accounts.account(of: "company", user.id, linkingTo: other) }
    company.homePath = "/me"

    var auth0 = Auth0.Web(
      Auth0.Backend(
        domain: settings["AUTH0_DOMAIN", "acme.eu.auth0.com"], clientID: settings["AUTH0_CLIENT_ID", "none"],
        clientSecret: Secret(settings["AUTH0_CLIENT_SECRET", "none"]), environment: environment),
      origin: settings.origin, path: "/auth/auth0", name: "auth0", keys: keys, sessions: sessions)
    auth0.start = { backend, redirectURI, request in
      try await backend.start(
        scopes: [.openid, .profile], loginHint: request.loginHint, redirectURI: redirectURI)
    }
    auth0.account = { user, other in try accounts.account(of: "auth0", user.id, linkingTo: other) }
    auth0.homePath = "/me"

    let router = Router(context: AppContext.self)
    company.mount(on: router.group("auth/company"))
    auth0.mount(on: router.group("auth/auth0"))
    router.add(middleware: company.authenticator())
    router.add(middleware: auth0.authenticator())
    router.get("/") { _, context in Page.welcome(isSignedIn: context.webSessions.account != nil) }
    router.get("me") { request, context in
      guard let visitor = context.visitor else { return Response.redirect(to: "/") }
      return try Page.visitor(visitor).response(from: request, context: context)
    }
    // A payment needs an authentication in the last five minutes.
    router.group("payment").add(middleware: company.requireSignedIn(.authentication(within: .seconds(300))))
      .get { _, context in
        guard let visitor = context.visitor else { throw HTTPError(.unauthorized) }
        return Page.payment(visitor)
      }
      .post { _, context in Page.paid(context.visitor?.name ?? "") }

    var app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: settings.port)))
    app.addServices(ExpiredSessionRemoval(from: sessions, logger: app.logger))
    try await app.runService()
  }
}

/// The context of a request, with the session of either provider.
struct AppContext: WebRequestContext {
  var coreContext: CoreRequestContextStorage
  var webSessions = WebSessions()

  init(source: Source) { coreContext = .init(source: source) }

  var visitor: Visitor? {
    if let session = webSessions[DynamicProvider.self] {
      return Visitor(
        name: session.user.name ?? session.user.id, account: session.account ?? "", path: "/auth/company",
        csrfToken: session.csrfToken)
    }
    guard let session = webSessions[Auth0.self] else { return nil }
    return Visitor(
      name: session.user.name ?? session.user.id, account: session.account ?? "", path: "/auth/auth0",
      csrfToken: session.csrfToken)
  }
}

/// The signed-in user of a page.
struct Visitor: Sendable {
  var name: String
  var account: String
  /// The path of the provider's routes.
  var path: String
  var csrfToken: String
}
