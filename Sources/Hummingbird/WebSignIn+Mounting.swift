#if Hummingbird
  import AuthRuntime
  import AuthWeb
  import Hummingbird
  import Logging

  @available(macOS 14, iOS 17, tvOS 17, *)
  extension WebSignIn {
    /// Adds the routes of the sign-in to a group of a router.
    ///
    /// ```swift
    /// web.mount(on: router.group("auth"))
    /// ```
    ///
    /// - Parameter group: A group whose path is ``/AuthWeb/WebSignIn/path``, or the router itself if that path is empty.
    public func mount<Context: RequestContext>(on group: some RouterMethods<Context>) {
      for route in WebRoute.allCases {
        for method in [HTTPRequest.Method.get, .post] {
          group.on(RouterPath(route.rawValue), method: method) { request, context in
            var request = request
            let plain = try await WebRequest(reading: &request)
            guard let response = await handle(plain) else {
              context.logger.error("the routes are mounted at \(plain.path) instead of \(path)/\(route.rawValue)")
              throw HTTPError(.notFound)
            }
            return Response(response)
          }
        }
      }
    }

    /// Returns a middleware that finds the session of each request.
    ///
    /// Add it before the routes that need the session: Hummingbird applies a middleware only to routes that are added after
    /// it. The middleware rejects a request that another site may have sent with a user's cookie (403).
    ///
    /// - Parameter context: The type of the context, if the compiler can't infer it.
    public func authenticator<Context: WebRequestContext>(
      _ context: Context.Type = Context.self
    ) -> WebAuthenticator<Provider, Context> {
      WebAuthenticator(web: self)
    }

    /// Returns a middleware for routes that need a signed-in user, or one who satisfies a policy.
    ///
    /// A navigation is redirected. Any other request gets 401 or 403 with JSON: see ``/AuthWeb/WebSignIn/challenge(_:_:for:)``.
    ///
    /// - Parameters:
    ///   - policy: The policy, such as scopes or a recent authentication.
    ///   - path: The app's own page for the sign-in. By default, the browser goes to the provider directly.
    ///   - context: The type of the context, if the compiler can't infer it.
    public func requireSignedIn<Context: WebRequestContext>(
      _ policy: WebPolicy<Provider>? = nil, orRedirect path: String? = nil, context: Context.Type = Context.self
    ) -> WebRequirement<Provider, Context> {
      WebRequirement(web: self, policy: policy, page: path)
    }
  }

  /// A middleware that finds the session of each request: see ``/AuthHummingbird/AuthWeb/WebSignIn/authenticator(_:)``.
  @available(macOS 14, iOS 17, tvOS 17, *)
  public struct WebAuthenticator<Provider: UserIdentifying, Context: WebRequestContext>: RouterMiddleware {
    let web: WebSignIn<Provider>

    public func handle(
      _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      var (request, context) = (request, context)
      let head = WebRequest(request.head)
      let session: WebSession<Provider>?
      do throws(StoreFailure) { session = try await web.session(for: head) } catch {
        context.logger.error("the session store failed: \(AuthFailure<Provider.ErrorCode>.store(error))")
        throw HTTPError(.serviceUnavailable)
      }
      guard let session else { return try await next(request, context) }
      if web.isForged(head) {
        // The token may be in a form.
        let whole = try await WebRequest(reading: &request)
        guard !web.isForged(whole) else { throw HTTPError(.forbidden) }
      }
      context.webSessions.use(session, of: web.name)
      return try await next(request, context)
    }
  }

  /// A middleware for routes that need a signed-in user: see
  /// ``/AuthHummingbird/AuthWeb/WebSignIn/requireSignedIn(_:orRedirect:context:)``.
  @available(macOS 14, iOS 17, tvOS 17, *)
  public struct WebRequirement<Provider: UserIdentifying, Context: WebRequestContext>: RouterMiddleware {
    let web: WebSignIn<Provider>
    let policy: WebPolicy<Provider>?
    let page: String?

    public func handle(
      _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      let session: WebSession<Provider>? = context.webSessions.session(of: web.name)
      if let session, policy.map(session.satisfies) ?? true {
        var context = context
        context.webSessions.use(session, of: web.name)
        return try await next(request, context)
      }
      let plain = WebRequest(request.head)
      if session == nil, let page, plain.isNavigation { return .redirect(to: page) }
      return Response(await web.challenge(plain, session, for: policy))
    }
  }
#endif
