#if os(Linux)
  import AuthRuntime
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  /// `authctl sign-in` in a remote session, where a browser page would be invisible.
  @Suite struct `authctl sign-in without a screen` {
    private static let environment = [
      "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22", "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "",
      "WSL_DISTRO_NAME": "",
    ]

    private func provider(hasDevices: Bool) async throws -> ScriptedProvider {
      let configuration = ProviderConfiguration(id: "test", name: "Test") { it in
        it.server.issuer = "https://id"
        it.discovery.removed = hasDevices ? [] : ["device_authorization_endpoint"]
      }
      return try await ScriptedProvider.start(as: configuration)
    }

    private func words(_ provider: ScriptedProvider) -> [String] {
      let issuer = provider.configuration.server.issuer?.text ?? ""
      return ["sign-in", "--no-store", "--issuer", issuer, "--client-id", "app", "--json", "--redirect-port"]
        + ["\(Int.random(in: 10_000...19_999))"]
    }

    /// Runs the command interactively. `script` provides a terminal and shows all output.
    private func byHand(_ provider: ScriptedProvider, _ more: [String] = []) async throws -> String {
      let command = ([Command.built("authctl").path] + words(provider) + more).joined(separator: " ")
      let outcome = try await Command.run(
        URL(fileURLWithPath: "/usr/bin/script"), ["-qec", command, "/dev/null"], environment: Self.environment)
      return outcome.output
    }

    @Test
    func `Without a screen, authctl sign-in continues with the device flow if it runs interactively`() async throws {
      let provider = try await provider(hasDevices: true)
      let shown = try await byHand(provider)
      await provider.stop()
      #expect(shown.contains("Can't open a browser: this is a remote session without a screen."), "\(shown)")
      #expect(shown.contains("and enter: WDJB-MJHT"))
      #expect(shown.contains(#""subject" : "user-1""#))
      #expect(!shown.contains("redirect_uri"))
    }

    @Test(arguments: [(true, ["--no-browser"]), (false, [])])
    func `Without a screen, authctl sign-in prints the page's URL on request, or as the last resort`(
      hasDevices: Bool, more: [String]
    ) async throws {
      let provider = try await provider(hasDevices: hasDevices)
      let shown = try await byHand(provider, more + ["--timeout", "1"])
      await provider.stop()
      #expect(shown.contains("Open this page in a browser on this machine:"), "\(shown)")
      #expect(shown.contains("redirect_uri=") && !shown.contains("type in:"))
      #expect(shown.contains("authctl: timedOut: "))
    }

    @Test
    func
      `Without a screen, authctl sign-in waits at the URL that it prints if a script runs it, and mentions the device flow`()
      async throws
    {
      let provider = try await provider(hasDevices: true)
      let page = Locked<URL?>(nil)
      let outcome = try await Command.run(
        Command.built("authctl"), words(provider), environment: Self.environment
      ) { line in
        if let url = URL(string: String(line.drop { $0 == " " })), url.host != nil { page.withLock { $0 = url } }
        // The hint is the last line. If the user signs in before, the command ends without it.
        guard line.hasPrefix("(noBrowser: "), let url = page.value else { return }
        try? await FollowingBrowser().open(url)
      }
      await provider.stop()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!provider.requests.contains { $0.path == "/device" })
      let remark = outcome.errors.split(separator: "\n").first { $0.hasPrefix("(noBrowser: ") }
      #expect(remark?.contains("this is a remote session without a screen; ") == true)
      #expect(remark?.contains("--device signs in on another device") == true)
    }
  }
#endif
