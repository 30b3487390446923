#if os(Linux)
  import AuthRuntime
  import AuthTesting
  import Foundation
  import ReferenceClients
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(2))) struct `Callbacks over the desktop` {
    private let callback =
      "com.example.app:/callback?code=a%2Fb%20c&state=x-y_z~%25&iss=https%3A%2F%2Fid.example%2F"

    @Test func `xdg-open on a desktop with a screen delivers the callback to the waiting process`() async throws {
      try await Desktop.with { desktop in
        let registration = try desktop.register(Command.built("handoff-probe").path)
        #expect(registration.isInstalled)
        // Runs on a virtual screen that ends with the command.
        let got = try await desktop.open(callback, with: ["xvfb-run", "-a", "xdg-open"])
        #expect(got == callback)
      }
    }

    @Test func `GLib delivers the callback without a screen, to a path that must be quoted`() async throws {
      try await Desktop.with { desktop in
        let program = desktop.folder.appendingPathComponent("home/my $app's 100 \\ \"best\" `one`").path
        try FileManager.default.createSymbolicLink(
          atPath: program, withDestinationPath: Command.built("handoff-probe").path)
        _ = try desktop.register(program)
        let got = try await desktop.open(callback, with: ["gio", "open"])
        #expect(got == callback)
      }
    }

    @Test func `A removed registration isn't used`() async throws {
      try await Desktop.with { desktop in
        try desktop.register(Command.built("handoff-probe").path).remove()
        let outcome = try await desktop.run(["gio", "open", callback])
        #expect(outcome.status != 0)
      }
    }

    @Test func `The desktop's own tools accept the registration`() async throws {
      try await Desktop.with { desktop in
        _ = try desktop.register(Command.built("handoff-probe").path)
        let asked = try await desktop.run(["xdg-mime", "query", "default", "x-scheme-handler/\(Desktop.scheme)"])
        #expect(asked.output == "com.example.app.callback.desktop\n")
        let file = "\(desktop.environment["XDG_DATA_HOME"] ?? "")/applications/com.example.app.callback.desktop"
        let checked = try await desktop.run(["desktop-file-validate", file])
        #expect(checked.status == 0 && checked.output == "", "\(checked.output)")
      }
    }
  }

  extension `Generated clients at a real server` {
    /// Chromium passes the callback to `xdg-open`. That starts the app again, which passes the callback to this
    /// process.
    @Test func `A sign-in with a custom scheme returns through the desktop`() async throws {
      let server = try IdentityServers.server(.auth0)
      try await Desktop.with { desktop in
        _ = try desktop.register(Command.built("handoff-probe").path)
        let browser = DesktopBrowser(desktop: desktop, headless: try HeadlessBrowser(trusting: server))
        let client = Auth0.Client(
          domain: server.authority, clientID: "native-app",
          redirect: .url(try #require(URL(string: "com.example.app:/callback"))),
          environment: AuthEnvironment(transport: try server.transport(), browser: browser).withOwnRedirects)
        let callbacks = try CallbackHandOff(scheme: Desktop.scheme, environment: desktop.environment).listen()
        let serving = Task {
          for await callback in callbacks { await callback.handle { try await client.handle($0) } }
        }
        let user = try await client.signIn(scopes: [.openid, .profile, .email])
        #expect(user.name == "Alice Example")
        let visit = try await browser.end()
        #expect(visit.status == 0, "\(visit.errors)")
        serving.cancel()
      }
    }
  }

  /// The browser of a desktop with a screen.
  private final class DesktopBrowser: Browser {
    private let desktop: Desktop
    private let headless: HeadlessBrowser
    private let visit = Locked<Task<Command.Outcome, any Error>?>(nil)

    init(desktop: Desktop, headless: HeadlessBrowser) {
      (self.desktop, self.headless) = (desktop, headless)
    }

    func open(_ url: URL) async throws(BrowserFailure) {
      let words = ["-a", Repository.file("scripts/headless-browser").path, url.absoluteString]
      let more = ["BROWSER_SCHEME": Desktop.scheme, "BROWSER_UNTIL": until.path]
      // xdg-open would open BROWSER instead of the app.
      let environment = headless.environment.merging(desktop.environment) { $1 }.merging(more) { $1 }
      visit.withLock { visit in
        visit = Task {
          try await Command.run(URL(fileURLWithPath: "/usr/bin/xvfb-run"), words, environment: environment)
        }
      }
    }

    private var until: URL { desktop.folder.appendingPathComponent("signed-in") }

    /// Closes the browser.
    func end() async throws -> Command.Outcome {
      try Data().write(to: until)
      return try await #require(visit.value).value
    }
  }
#endif
