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

  /// The sessions of one request: at most one for each provider.
  public struct WebSessions: Sendable {
    private var all: [ObjectIdentifier: any Sendable] = [:]
    /// The app's own account, from the session of the signed-in user.
    public private(set) var account: String?

    /// Creates an empty value.
    public init() {}

    /// The session of a provider's user.
    public internal(set) subscript<Provider>(_: Provider.Type) -> WebSession<Provider>? {
      get { all[ObjectIdentifier(Provider.self)] as? WebSession<Provider> }
      set {
        all[ObjectIdentifier(Provider.self)] = newValue
        account = newValue?.account ?? account
      }
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
