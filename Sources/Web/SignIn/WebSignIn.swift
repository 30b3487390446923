import AuthRuntime
import Foundation

/// Signs users in to a web app with one provider, and keeps their sessions in a store that many servers may share.
///
/// The type doesn't depend on a server framework: ``handle(_:)`` returns a response to a request. The module AuthHummingbird
/// connects it with Hummingbird.
///
/// ```swift
/// let web = GitHub.Web(
///   GitHub.Backend(clientID: id, clientSecret: secret), origin: "https://app.example", keys: keys, sessions: sessions)
/// if let response = await web.handle(request) { return response }
/// let session = try await web.session(for: request)
/// ```
///
/// The routes below ``path`` are:
///
/// | Route | Purpose |
/// | --- | --- |
/// | `GET login` | Sends the browser to the provider. `return_to` is a path of the app. |
/// | `POST login` | Like `GET`, and links the user with the account of the current session: see ``account``. |
/// | `callback` | Receives the provider's response. Register ``callbackURL`` with the provider. |
/// | `POST logout` | Ends the session here, revokes its tokens, and ends the browser's session at the provider. |
/// | `GET signed-out` | Receives the browser after the sign-out. Register ``signedOutURL``. |
/// | `POST backchannel` | Receives logout tokens (OpenID Connect Back-Channel Logout 1.0). |
/// | `GET frontchannel` | Receives logout notices in a frame (OpenID Connect Front-Channel Logout 1.0). |
/// | `GET`, `POST initiate` | Starts a sign-in that another site requested (OpenID Connect Core 1.0 §4). |
public struct WebSignIn<Provider: UserIdentifying>: Sendable {
  /// The error type of the provider's operations.
  public typealias Failure = AuthFailure<Provider.ErrorCode>
  /// The server half of the provider's client.
  public typealias Backend = BackendExchange<Provider>

  /// Starts a sign-in with the provider's own scopes and parameters.
  public typealias Start =
    @Sendable (_ backend: Backend, _ redirectURI: String, _ request: WebSignInRequest) async throws
    -> PendingAuthorization

  /// The path of the routes.
  public let path: String
  /// Starts the provider's part of a sign-in. By default, it requests the descriptor's scopes:
  ///
  /// ```swift
  /// web.start = { backend, redirectURI, request in
  ///   try await backend.start(scopes: [.openid, .profile], loginHint: request.loginHint, redirectURI: redirectURI)
  /// }
  /// ```
  public var start: Start
  /// Determines the app's own account of a user who has just signed in, and stores it in the session.
  ///
  /// An app with several providers finds the account by the user's ``/AuthRuntime/AuthUser/id`` and the provider. To
  /// link accounts, a page of the app posts a form to `login`. The second argument is then the current session's
  /// account, and otherwise `nil`. A `GET` request never links accounts, because another site can send it. If the
  /// function throws, the sign-in fails.
  ///
  /// By default, there are no accounts.
  public var account: @Sendable (_ user: Provider.User, _ linkingTo: String?) async throws -> String? = { _, _ in nil }
  /// Returns the page for a failure. By default, a page without details and with a link to try again.
  public var failurePage: @Sendable (WebFailure<Provider.ErrorCode>) -> WebResponse? = { _ in nil }
  /// The path of the app to which the browser returns if `return_to` is missing or invalid.
  public var homePath = "/"
  /// Whether a sign-out revokes the session's tokens, if the provider supports revocation.
  public var revokesTokens = true
  /// Whether a sign-out also ends the browser's session at the provider, if the provider supports it.
  public var endsProviderSession = true

  let setup: Result<Setup, Failure>

  /// The parts that depend on a valid configuration.
  struct Setup: Sendable {
    let backend: Backend
    let facts: Backend.Facts
    let origin: PublicOrigin
    let keeper: SessionKeeper<Provider>
    let pending: PendingCookies
    let sealer: Sealer
    var name: String { keeper.name }
  }

  /// Creates the sign-in of a web app.
  ///
  /// If the configuration is invalid, requests fail, and the log contains the reason. To find out earlier, call
  /// ``checkConfiguration()``.
  ///
  /// - Parameters:
  ///   - backend: The server half of the provider's client.
  ///   - origin: The origin under which browsers reach the app, such as `https://app.example`. During development, it may be
  ///     `http` on a loopback address. Behind a proxy, it's the proxy's origin.
  ///   - path: The path of the routes. Each provider of an app needs its own.
  ///   - name: The name of the provider in the app's database and cookies: letters, digits, hyphens, and underscores. By
  ///     default, it's the descriptor's ID.
  ///   - keys: The keys with which contents are encrypted.
  ///   - sessions: The store for sessions.
  ///   - lifetimes: The lifetimes of sessions.
  ///   - cookieName: The name of the session's cookie, without its prefix. Providers that have the same cookie name share one
  ///     session: a sign-in with one of them replaces it.
  public init(
    _ backend: Backend, origin: String, path: String = "/auth", name: String? = nil, keys: WebKeys,
    sessions: any WebSessionStore, lifetimes: WebLifetimes = WebLifetimes(), cookieName: String = "session"
  ) {
    self.path = path
    do throws(Failure) {
      let facts = try backend.facts()
      let origin = try Self.checked { () throws(StepFailure) in try PublicOrigin(origin) }
      let (name, sealer, rules) = (name ?? facts.provider, Sealer(keys), CookieRules(isSecure: origin.isSecure))
      for word in [name, cookieName] where !Self.isName(word) {
        throw .configuration(.invalidParameter(word, expected: "letters, digits, hyphens, and underscores"))
      }
      guard OwnPath.checked(path) == path, path.utf8.last != UInt8(ascii: "/") else {
        throw .configuration(.invalidParameter(path, expected: "a path such as '/auth'"))
      }
      let isPosted = facts.responsePlace == .formPost
      let keeper = SessionKeeper(
        backend: backend, facts: facts, name: name, store: sessions, sealer: sealer, cookies: rules,
        cookieName: cookieName, lifetimes: lifetimes, handles: SessionHandles())
      setup = .success(
        Setup(
          backend: backend, facts: facts, origin: origin, keeper: keeper,
          pending: PendingCookies(
            provider: name, rules: rules, sealer: sealer,
            stored: StoredSignIns(provider: name, store: sessions, sealer: sealer), sameSite: isPosted ? .none : .lax),
          sealer: sealer))
    } catch {
      setup = .failure(error)
    }
    let scopes = (try? setup.get().facts.defaultScopes) ?? []
    start = { backend, redirectURI, _ in
      try await backend.start(redirectURI: redirectURI, scopes: scopes)
    }
  }

  /// The name of the provider in the app, or an empty string if the configuration is invalid.
  package var name: String { (try? setup.get().name) ?? "" }

  /// Checks the configuration, without a request.
  ///
  /// - Throws: ``/AuthRuntime/AuthFailure/configuration(_:)``.
  public func checkConfiguration() throws(Failure) { _ = try setup.get() }

  /// The callback URL to register with the provider.
  public var callbackURL: String { url(of: .callback) }
  /// The URL to register with the provider for the return from a sign-out.
  public var signedOutURL: String { url(of: .signedOut) }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func checked<Value>(_ body: () throws(StepFailure) -> Value) throws(Failure) -> Value {
    do throws(StepFailure) { return try body() } catch { throw error.typed() }
  }
}

/// The request that started a sign-in, with the path to return to and a login hint.
public struct WebSignInRequest: Sendable {
  /// The request of the browser.
  public let request: WebRequest
  /// The path to return to.
  public let returnTo: String
  /// The user that another site expects (OpenID Connect Core 1.0 §4), for a provider with a parameter `login_hint`.
  public let loginHint: String?
}

extension AuthProvider where Self: UserIdentifying {
  /// Sign-in with this provider in a web app.
  public typealias Web = WebSignIn<Self>
}
