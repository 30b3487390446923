import Foundation
import Testing

@testable import AuthRuntime

#if os(Linux)
  @Suite struct `Linux machines without a screen` {
    private static let screenless = "no screen is available: neither DISPLAY nor WAYLAND_DISPLAY is set"
    private static let remote = "this is a remote session without a screen"
    private static let container = "this is a container without a screen"

    @Test(
      arguments: [
        ([:], screenless), (["DISPLAY": " "], screenless), (["DISPLAY": ":0"], nil),
        (["WAYLAND_DISPLAY": "wayland-0"], nil),
        (["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], remote), (["SSH_TTY": "/dev/pts/1"], remote),
        // Forwarding the screen or choosing a browser makes a page visible.
        (["SSH_TTY": "/dev/pts/1", "DISPLAY": "localhost:10.0"], nil),
        (["SSH_TTY": "/dev/pts/1", "BROWSER": "lynx"], nil),
        (["container": "podman"], container), (["WSL_DISTRO_NAME": "Debian"], nil),
      ] as [([String: String], String?)])
    func `No browser is opened without a screen, and the failure contains the reason`(
      environment: [String: String], expected: String?
    ) {
      #expect(BrowserSite(environment) { _ in false }.unavailabilityReason == expected)
    }

    @Test(arguments: ["/.dockerenv", "/run/.containerenv"])
    func `A container is detected by its marker file`(path: String) {
      #expect(BrowserSite([:]) { $0 == path }.unavailabilityReason == Self.container)
    }

    @Test func `Under WSL the client tries the Windows browser first`() {
      #expect(BrowserSite(["WSL_DISTRO_NAME": "Debian"]).openers == ["wslview", "xdg-open"])
      #expect(BrowserSite([:]).openers == ["xdg-open"])
    }

    @Test func `Under WSL the client waits until the Windows browser can reach a new port`() {
      #expect(BrowserSite(["WSL_DISTRO_NAME": "Debian"]).timeToReachNewPort == .milliseconds(1500))
      #expect(BrowserSite([:]).timeToReachNewPort == nil)
    }

    @Test func `The failure without a screen suggests signing in with another device`() async throws {
      let url = try SecureURL.parse("https://id.example.com/?a=b")
      do throws(BrowserFailure) {
        try await SystemBrowser(environment: ["SSH_TTY": "/dev/pts/1"]).open(url)
        Issue.record("a browser was opened")
      } catch {
        let failure = AuthFailure<AnyErrorCode>.browser(error)
        #expect("\(failure)".contains(Self.remote))
        #expect("\(failure.recovery)".contains("sign in on another device"))
      }
    }
  }
#endif
