/// The app's decisions about the authorization servers of a resource.
public struct ResourcePolicy: Sendable {
  /// Chooses an authorization server.
  ///
  /// It receives the resource's metadata and returns one of its ``ProtectedResourceMetadata/authorizationServers``, or
  /// `nil` to use none. By default, the client uses the first server at which the app has a registered client, or else
  /// the first of the list.
  public var choose: (@Sendable (ProtectedResourceMetadata) async -> String?)?
  /// Whether the client uses an authorization server whose metadata doesn't contain `code_challenge_methods_supported`.
  ///
  /// The client sends a code challenge in any case (RFC 7636). Servers that ignore it don't protect the code against
  /// theft. Set this only for servers that you know to support PKCE, such as Microsoft Entra ID.
  public var acceptsUnadvertisedPKCE: Bool
  /// Whether the client requests a refresh token with the scope `offline_access`, if the authorization server lists it.
  public var requestsOfflineAccess: Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - acceptsUnadvertisedPKCE: Whether to use a server whose metadata doesn't state that it supports PKCE.
  ///   - requestsOfflineAccess: Whether to request a refresh token with the scope `offline_access`.
  ///   - choose: Chooses an authorization server.
  public init(
    acceptsUnadvertisedPKCE: Bool = false, requestsOfflineAccess: Bool = true,
    choose: (@Sendable (ProtectedResourceMetadata) async -> String?)? = nil
  ) {
    self.choose = choose
    self.acceptsUnadvertisedPKCE = acceptsUnadvertisedPKCE
    self.requestsOfflineAccess = requestsOfflineAccess
  }
}

/// The permission to sign the user in if a resource demands it.
public struct ResourceSignIn: Sendable {
  /// The upper limit for the number of sign-ins.
  static let limit = 5

  let maximum: Int
  let timeout: Duration
  let allows: @Sendable ([String]) async -> Bool

  /// The client never opens the browser.
  public static let never = ResourceSignIn(maximum: 0, timeout: .zero) { _ in false }

  /// Allows sign-ins.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of sign-ins for one request, from 1 to 5. A resource may first demand a sign-in, and
  ///     then more scopes.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  ///   - allows: Returns whether to open the browser for these scopes. By default, the user decides on the page of the
  ///     authorization server.
  public static func ask(
    maximum: Int = 2, timeout: Duration = .seconds(300),
    allows: @escaping @Sendable (_ scopes: [String]) async -> Bool = { _ in true }
  ) -> ResourceSignIn {
    ResourceSignIn(maximum: min(max(1, maximum), limit), timeout: timeout, allows: allows)
  }
}
