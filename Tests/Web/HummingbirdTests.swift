#if Hummingbird
  import AuthHummingbird
  import AuthRuntime
  import AuthTesting
  import AuthWeb
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdTesting
  import Testing

  private typealias Context = BasicWebRequestContext<DynamicProvider>

  @Suite struct `A web app with Hummingbird` {
    private func application(_ web: WebFixture.Web) -> some ApplicationProtocol {
      let router = Router(context: Context.self)
      web.mount(on: router.group("auth"))
      router.add(middleware: web.authenticator())
      router.get("/") { _, context in context.identity?.id ?? "nobody" }
      router.post("/change") { _, _ in "changed" }
      router.put("/change") { _, _ in "changed" }
      router.group("own").add(middleware: web.requireSignedIn()).get { _, context in
        try #require(context.webSession).csrfToken
      }
      router.group("front").add(middleware: web.requireSignedIn(orRedirect: "/welcome")).get { _, _ in "front" }
      router.group("payment").add(middleware: web.requireSignedIn(.authentication(["mfa"], within: .seconds(300))))
        .get { _, _ in "payment" }
      router.group("repositories").add(middleware: web.requireSignedIn(.scopes(["repo"]))).get { _, _ in "repositories"
      }
      return Application(router: router)
    }

    /// An app with two tenants. Each page shows the user.
    private func application(_ customers: WebFixture.Web, _ staff: WebFixture.Web) -> some ApplicationProtocol {
      let router = Router(context: Context.self)
      router.add(middleware: customers.authenticator())
      router.add(middleware: staff.authenticator())
      for (path, web) in [("orders", customers), ("admin", staff)] {
        router.group(RouterPath(path)).add(middleware: web.requireSignedIn()).get { _, context in
          context.identity?.id ?? "nobody"
        }
      }
      return Application(router: router)
    }

    private func execute(
      _ client: some TestClientProtocol, _ browser: TestBrowser, _ request: WebRequest
    ) async throws -> TestResponse {
      let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
      let response = try await client.execute(
        uri: target, method: request.method, headers: request.headers,
        body: request.form.isEmpty ? nil : ByteBuffer(string: request.form))
      browser.keep(WebResponse(response.status, headers: response.headers))
      return response
    }

    private func callback(of response: TestResponse, _ browser: TestBrowser) async throws -> String {
      try await browser.callback(of: WebResponse(response.status, headers: response.headers))
    }

    @Test func `A page redirects to the provider, and gets the user afterward`() async throws {
      try await WebFixture.run { fixture in
        let browser = TestBrowser()
        try await application(fixture.web()).test(.router) { client in
          #expect(try await String(buffer: execute(client, browser, browser.request(.get, "/")).body) == "nobody")
          let login = try await execute(client, browser, browser.request(.get, "/own"))
          let done = try await execute(client, browser, browser.request(.get, try await callback(of: login, browser)))
          #expect(done.headers[.location] == "https://app.example/own")
          #expect(try await String(buffer: execute(client, browser, browser.request(.get, "/")).body) == "user-1")
          let token = try await String(buffer: execute(client, browser, browser.request(.get, "/own")).body)
          let out = browser.request(.post, "/auth/logout", headers: [:], form: "csrf_token=\(token)")
          #expect(try await execute(client, browser, out).status == .seeOther)
          #expect(try await String(buffer: execute(client, browser, browser.request(.get, "/")).body) == "nobody")
        }
      }
    }

    @Test func `A user of one tenant isn't signed in to another one with the same type`() async throws {
      try await WebFixture.run { fixture in
        let (customers, staff) = (fixture.web(path: "/one", name: "one"), fixture.web(path: "/two", name: "two"))
        let browser = TestBrowser()
        try await browser.signIn(customers)
        try await application(customers, staff).test(.router) { client in
          let page = try await execute(client, browser, browser.request(.get, "/orders"))
          #expect(String(buffer: page.body) == "user-1")
          let admin = try await execute(client, browser, browser.request(.get, "/admin", headers: [:]))
          #expect(admin.status == .unauthorized)
        }
      }
    }

    @Test func `A route uses the session of the sign-in that it requires`() async throws {
      try await WebFixture.run { fixture in
        let customers = fixture.web(path: "/one", name: "one")
        let staff = WebFixture.Web(
          fixture.backend(), origin: WebFixture.origin, path: "/two", name: "two", keys: fixture.keys,
          sessions: fixture.store, cookieName: "staff")
        let browser = TestBrowser()
        try await browser.signIn(customers)
        await fixture.provider.rewrite { $0.user = TestUser("user-2") }
        try await browser.signIn(staff)
        try await application(customers, staff).test(.router) { client in
          for (path, user) in [("/orders", "user-1"), ("/admin", "user-2")] {
            let page = try await execute(client, browser, browser.request(.get, path))
            #expect(String(buffer: page.body) == user)
          }
        }
      }
    }

    @Test func `A request that isn't a navigation gets 401`() async throws {
      try await WebFixture.run { fixture in
        let browser = TestBrowser()
        try await application(fixture.web()).test(.router) { client in
          for headers: HTTPFields in [
            [:], [.accept: "application/json"], [.accept: "text/html", HTTPField.Name("Sec-Fetch-Mode")!: "cors"],
          ] {
            let response = try await execute(client, browser, browser.request(.get, "/own", headers: headers))
            #expect(response.status == .unauthorized)
            #expect(String(buffer: response.body).contains(#""login":"/auth/login""#))
          }
          let page = try await execute(client, browser, browser.request(.get, "/front"))
          #expect(page.headers[.location] == "/welcome")
        }
      }
    }

    @Test func `Another site's form changes nothing, and the app's own script does`() async throws {
      try await WebFixture.run { fixture in
        let browser = TestBrowser()
        let web = fixture.web()
        try await browser.signIn(web)
        let token = try #require(try await browser.session(web)).csrfToken
        try await application(web).test(.router) { client in
          for (headers, status) in [
            ([.origin: "https://evil.example"], .forbidden), ([:], .forbidden), ([.origin: WebFixture.origin], .ok),
            ([HTTPField.Name("X-CSRF-Token")!: token], .ok), ([HTTPField.Name("Sec-Fetch-Site")!: "same-origin"], .ok),
          ] as [(HTTPFields, HTTPResponse.Status)] {
            let response = try await execute(client, browser, browser.request(.post, "/change", headers: headers))
            #expect(response.status == status)
          }
          let form = browser.request(.post, "/change", headers: [:], form: "csrf_token=\(token)&a=b")
          #expect(try await execute(client, browser, form).status == .ok)
        }
      }
    }

    @Test func `The size limit of forms applies only to forms in POST requests`() async throws {
      try await WebFixture.run { fixture in
        let (web, browser, form) = (fixture.web(), TestBrowser(), "application/x-www-form-urlencoded")
        try await browser.signIn(web)
        try await application(web).test(.router) { client in
          for (method, type, status) in [
            (.post, form, .contentTooLarge), (.put, form, .forbidden), (.post, "application/json", .forbidden),
          ] as [(HTTPRequest.Method, String, HTTPResponse.Status)] {
            var request = browser.request(method, "/change", headers: [:])
            request.headers[.contentType] = type
            request.form = String(repeating: "a", count: WebRequest.longestForm + 1)
            let response = try await execute(client, browser, request)
            #expect(response.status == status, "\(method) \(type)")
          }
        }
      }
    }

    @Test func `A policy makes the user authenticate again, and the session gets a new ID`() async throws {
      try await WebFixture.run { fixture in
        let (web, browser) = (fixture.web(), TestBrowser())
        try await browser.signIn(web)
        let old = browser.cookies["__Host-session"]
        try await application(web).test(.router) { client in
          let plain = try await execute(client, browser, browser.request(.get, "/payment", headers: [:]))
          #expect(plain.status == .unauthorized)
          #expect(String(buffer: plain.body).contains("insufficient_user_authentication"))
          let login = try await execute(client, browser, browser.request(.get, "/payment"))
          #expect(login.headers[.location]?.contains("acr_values=mfa") == true)
          #expect(login.headers[.location]?.contains("max_age=300") == true)
          let done = try await execute(client, browser, browser.request(.get, try await callback(of: login, browser)))
          #expect(done.headers[.location] == "https://app.example/payment")
          #expect(browser.cookies["__Host-session"] != old)
          let page = try await execute(client, browser, browser.request(.get, "/payment"))
          #expect(String(buffer: page.body) == "payment")
          fixture.advance(400)
          #expect(try await execute(client, browser, browser.request(.get, "/payment")).status == .seeOther)
        }
      }
    }

    @Test func `Another user can't satisfy a policy, and neither can a weaker authentication`() async throws {
      try await WebFixture.run { fixture in
        let (web, browser) = (fixture.web(), TestBrowser())
        try await browser.signIn(web)
        let old = browser.cookies["__Host-session"]
        try await application(web).test(.router) { client in
          await fixture.provider.inject(.stepUp(.acr))
          let weak = try await execute(client, browser, browser.request(.get, "/payment"))
          let first = try await execute(client, browser, browser.request(.get, try await callback(of: weak, browser)))
          #expect(first.status == .forbidden)
          // The new tokens are revoked.
          #expect(fixture.provider.requests.contains { $0.path.contains("revo") })
          await fixture.provider.clearFaults()
          await fixture.provider.rewrite { $0.user = TestUser("user-2") }
          let other = try await execute(client, browser, browser.request(.get, "/payment"))
          let second = try await execute(client, browser, browser.request(.get, try await callback(of: other, browser)))
          #expect(second.status == .forbidden)
          #expect(browser.cookies["__Host-session"] == old)
          #expect(try await browser.session(web)?.user.id == "user-1")
        }
      }
    }

    @Test func `Missing scopes are requested in addition to those of the sign-in`() async throws {
      try await WebFixture.run { fixture in
        let (web, browser) = (fixture.web(), TestBrowser())
        try await browser.signIn(web)
        try await application(web).test(.router) { client in
          let plain = try await execute(client, browser, browser.request(.get, "/repositories", headers: [:]))
          #expect(plain.status == .forbidden)
          let login = try await execute(client, browser, browser.request(.get, "/repositories"))
          #expect(login.headers[.location]?.contains("scope=openid%20profile%20email%20repo") == true)
          _ = try await execute(client, browser, browser.request(.get, try await callback(of: login, browser)))
          let page = try await execute(client, browser, browser.request(.get, "/repositories"))
          #expect(page.status == .ok)
        }
      }
    }
  }
#endif
