#if Hummingbird
  import AuthRuntime
  import AuthWeb
  import Hummingbird

  /// A request context with the sessions that ``WebAuthenticator`` found.
  @available(macOS 14, iOS 17, tvOS 17, *)
  public protocol WebRequestContext: RequestContext {
    /// The sessions of the request. Start with an empty value.
    var webSessions: WebSessions { get set }
  }

  /// A request context of an app with one provider.
  @available(macOS 14, iOS 17, tvOS 17, *)
  public protocol WebIdentityContext: WebRequestContext {
    /// The provider.
    associatedtype IdentityProvider: UserIdentifying
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  extension WebIdentityContext {
    /// The signed-in user.
    public var identity: IdentityProvider.User? { webSession?.user }
    /// The session of the signed-in user.
    public var webSession: WebSession<IdentityProvider>? { webSessions[IdentityProvider.self] }
  }

  /// The sessions of one request: at most one for each sign-in.
  public struct WebSessions: Sendable {
    /// By the type of the provider and the name of the sign-in.
    private var all: [Key: any Sendable] = [:]
    /// The name of the sign-in whose session a route uses, by the type of the provider.
    private var current: [ObjectIdentifier: String] = [:]
    /// The app's own account, from the session of the signed-in user.
    public private(set) var account: String?

    /// Creates an empty value.
    public init() {}

    private struct Key: Hashable {
      let provider: ObjectIdentifier
      let name: String
    }

    /// The session of a provider's user.
    ///
    /// If several sign-ins of an app have the same provider type, such as two tenants, this is the session of the sign-in whose
    /// ``/AuthHummingbird/AuthWeb/WebSignIn/requireSignedIn(_:orRedirect:context:)`` the request passed last. Without one, it's
    /// that of the last authenticator that found a session.
    public subscript<Provider>(_: Provider.Type) -> WebSession<Provider>? {
      current[ObjectIdentifier(Provider.self)].flatMap { session(of: $0) }
    }

    /// The session that a sign-in's authenticator found.
    func session<Provider>(of name: String) -> WebSession<Provider>? {
      all[Key(provider: ObjectIdentifier(Provider.self), name: name)] as? WebSession<Provider>
    }

    /// Adds the session of a sign-in, and makes it the one that routes use.
    mutating func use<Provider>(_ session: WebSession<Provider>, of name: String) {
      let provider = ObjectIdentifier(Provider.self)
      all[Key(provider: provider, name: name)] = session
      current[provider] = name
      account = session.account ?? account
    }
  }

  /// A request context for an app with one provider and no other needs.
  @available(macOS 14, iOS 17, tvOS 17, *)
  public struct BasicWebRequestContext<IdentityProvider: UserIdentifying>: WebIdentityContext {
    public var coreContext: CoreRequestContextStorage
    public var webSessions = WebSessions()

    public init(source: Source) { coreContext = .init(source: source) }
  }
#endif
