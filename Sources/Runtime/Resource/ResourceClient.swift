import Foundation
import HTTPTypes

/// A client of one protected resource, such as a server of the Model Context Protocol. It finds the resource's
/// authorization server, and gets tokens there.
///
/// ```swift
/// let notes = ResourceClient(
///   resource: "https://mcp.example.com/notes", client: .document("https://app.example.com/client.json"),
///   redirect: .loopback(), environment: environment)
/// let (data, response) = try await notes.data(for: request, body: message, signIn: .ask())
/// ```
///
/// The client reads the resource's metadata (RFC 9728) and that of its authorization server (RFC 8414, OpenID Connect
/// Discovery 1.0), and uses, in this order: a client ID that the app registered with the authorization server, the
/// URL of the app's metadata document, or a dynamic registration (RFC 7591). Every authorization and token request
/// names the resource (RFC 8707).
///
/// The environment's store keeps a session for each resource and authorization server. Processes that share the
/// store share the session and its refreshes. If the resource moves to another authorization server, the user signs
/// in there. Tokens and registrations of one server are never sent to another.
///
/// It follows the authorization of the Model Context Protocol, versions 2025-11-25 and 2026-07-28.
public struct ResourceClient: Sendable {
  /// The error type of all methods.
  public typealias Failure = AuthFailure<AnyErrorCode>

  let core: Result<ResourceConnector, StepFailure>

  /// Creates a client. It sends no request.
  ///
  /// If the URL is invalid, the first call throws an error before it sends a request.
  ///
  /// - Parameters:
  ///   - resource: The URL of the resource: `https`, or `http` on a loopback address. It has no fragment.
  ///   - client: The app's identity at authorization servers.
  ///   - redirect: The redirect that returns the browser to the app.
  ///   - policy: The app's decisions about authorization servers.
  ///   - environment: The transport, the browser, the store, and the clock.
  public init(
    resource: String, client: ResourceClientIdentity, redirect: Redirect, policy: ResourcePolicy = ResourcePolicy(),
    environment: AuthEnvironment = .default
  ) {
    do throws(StepFailure) {
      try redirect.validate()
      // Even the first of these issuers in this process could get the code of another.
      for issuer in client.registered.keys.sorted() { environment.redirects.note(redirect, of: issuer) }
      core = .success(
        ResourceConnector(
          ResourceConnector.Setup(
            resource: try ResourceIdentifier(resource), identity: client, redirect: redirect, policy: policy,
            environment: environment)))
    } catch {
      core = .failure(error)
    }
  }

  private init(_ core: Result<ResourceConnector, StepFailure>) {
    self.core = core
  }

  /// Returns the same client for another account. That account has its own session, in memory and in the store.
  ///
  /// - Parameter name: The app's name for the account.
  public func account(_ name: String) -> ResourceClient {
    ResourceClient(core.map { $0.account(name) })
  }

  /// Finds the resource's authorization server and its metadata. It opens no browser and stores nothing.
  ///
  /// - Parameter challenge: A response of the resource with status 401 or 403. Without one, the client sends a `GET`
  ///   request without a token to the resource, and reads the challenge in its response.
  /// - Throws: ``AuthFailure/resource(_:)`` if the metadata is invalid, or if the app can't use the authorization server.
  public func discover(challenge: HTTPResponse? = nil) async throws(Failure) -> ResourceDiscovery {
    try await run { core throws(StepFailure) in try await core.discover(challenge).summary }
  }

  /// Signs the user in at the resource's authorization server with the browser, and keeps the session.
  ///
  /// The client requests the scopes of the challenge, or else all that the resource's metadata lists, together with
  /// those of the session and those that you pass.
  ///
  /// - Parameters:
  ///   - scopes: Additional scopes.
  ///   - challenge: A response of the resource with status 401 or 403. Without one, the client sends a `GET` request
  ///     without a token to the resource, and reads the challenge in its response.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  /// - Returns: The granted scopes and the expiry.
  /// - Throws: ``Failure``. An earlier session then stays as it was.
  @discardableResult
  public func signIn(
    scopes: [String] = [], challenge: HTTPResponse? = nil, timeout: Duration = .seconds(300)
  ) async throws(Failure) -> AccessGrant {
    try await run { core throws(StepFailure) in
      try await core.signIn(scopes: scopes, challenge: challenge, timeout: timeout)
    }
  }

  /// Returns the authorization server of the session and the client ID there, or `nil` if no user is signed in. It
  /// sends no request.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read.
  public func connection() async throws(Failure) -> ResourceConnection? {
    try await run { core throws(StepFailure) in try await core.connection() }
  }

  /// Returns the session's tokens, scopes, and expiry, or `nil` if no user is signed in. It sends no request.
  ///
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read, which doesn't mean that the user is signed out.
  public func credential() async throws(Failure) -> Credential? {
    try await run { core throws(StepFailure) in try await core.signedIn()?.credential }
  }

  /// Returns an access token that stays valid for at least the given time, and refreshes it if necessary and possible.
  /// It never opens the browser.
  ///
  /// Concurrent calls share one refresh, in all processes that share the store. Send the token only to the resource. If
  /// ``Credential/keyThumbprint`` isn't `nil`, the resource accepts the token only with a proof, so use
  /// ``data(for:body:options:signIn:)``.
  ///
  /// - Parameter duration: How long the token must stay valid, as in ``AuthClient/accessToken(validFor:)``.
  /// - Throws: ``AuthFailure/notSignedIn``, or the errors of ``AuthClient/accessToken(validFor:)``.
  public func accessToken(validFor duration: Duration? = nil) async throws(Failure) -> Secret {
    let client = try await client()
    return try await client.accessToken(validFor: duration)
  }

  /// Sends a request to the resource with the access token.
  ///
  /// Without a session, the client first sends the request without a token, because not every resource needs one. If
  /// the resource rejects the token or demands more scopes, the client signs the user in if `signIn` allows it, and
  /// sends the request again. A resource that responds with status 401 or 403 must not have processed the request.
  ///
  /// - Parameters:
  ///   - request: The request, to a URL with the same scheme, host, and port as the resource.
  ///   - body: The body.
  ///   - options: The time limit and the maximum size of the response.
  ///   - signIn: Whether the client may open the browser.
  /// - Returns: The body and the response. Any status is returned, except for 401 without a session if `signIn` is
  ///   ``ResourceSignIn/never``.
  /// - Throws: ``ResourceFailure/foreignRequest(_:expected:)`` if the request isn't for the resource. It isn't sent in
  ///   that case. ``AuthFailure/notSignedIn`` if the user has to sign in and `signIn` doesn't allow it,
  ///   ``StepUpFailure/unlistedScopes(_:)`` if `signIn` doesn't allow the scopes that a response with status 403
  ///   demands, or ``ResourceFailure/endlessChallenges(_:)`` if the resource demands more sign-ins than `signIn`
  ///   allows, or repeats a demand. ``AuthFailure/network(_:endpoint:)`` if no complete response arrives, or
  ///   ``ResponseRejection/tooLarge(endpoint:limit:)`` if the body is larger than ``TransportOptions/maximumBytes``. In
  ///   addition, the errors of ``accessToken(validFor:)``, and of ``signIn(scopes:challenge:timeout:)`` if `signIn`
  ///   allows a sign-in.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions(),
    signIn: ResourceSignIn = .never
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      try await core.send(TransportRequest(request, body, options), signIn) {
        transport, request throws(TransportFailure) in
        try await transport.send(request.head, body: request.body, options: request.options)
      }
    }
  }

  /// Like ``data(for:body:options:signIn:)``, but returns when the head of the response has arrived. Its body arrives
  /// in chunks.
  ///
  /// - Throws: The errors of ``data(for:body:options:signIn:)``. After the head has arrived, reading the body throws
  ///   ``TransportFailure``.
  public func stream(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions(),
    signIn: ResourceSignIn = .never
  ) async throws(Failure) -> (ResponseBody, HTTPResponse) {
    try await run { core throws(StepFailure) in
      try await core.send(TransportRequest(request, body, options), signIn) {
        transport, request throws(TransportFailure) in
        try await transport.stream(request.head, body: request.body, options: request.options)
      }
    }
  }

  /// Ends the session, and revokes its tokens if the authorization server supports it. The browser doesn't open.
  ///
  /// - Parameter forgetsRegistration: Whether the client also deletes its dynamic registration at the authorization
  ///   server, here and there. Sessions with other resources of the same server may then end.
  /// - Throws: ``Failure``. No user is signed in afterward even if an error is thrown. After ``AuthFailure/store(_:)``,
  ///   the store may still contain the session.
  public func signOut(forgetsRegistration: Bool = false) async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.signOut(forgetsRegistration: forgetsRegistration) }
  }

  /// Delivers a callback URL that the operating system passed to the app.
  ///
  /// - Throws: ``AuthFailure/callback(_:)`` if the URL isn't the callback of the current sign-in, which then keeps
  ///   waiting.
  public func handle(_ callbackURL: URL) async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.handle(callbackURL) }
  }

  /// Returns the client of the session's authorization server, whose tokens are for this resource.
  ///
  /// - Throws: ``AuthFailure/notSignedIn`` if no user is signed in.
  public func client() async throws(Failure) -> AuthClient<DynamicProvider> {
    try await run { core throws(StepFailure) in
      guard let client = try await core.signedIn()?.client.authClient else { throw .notSignedIn }
      return client
    }
  }

  private func run<Value>(
    _ body: (ResourceConnector) async throws(StepFailure) -> Value
  ) async throws(Failure) -> Value {
    try await body(try core.get())
  }
}
