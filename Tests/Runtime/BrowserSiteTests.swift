import Foundation
import Testing

@testable import AuthRuntime

#if os(Linux)
  @Suite struct `Where nobody would see a page` {
    private static let screenless = "no screen is available: neither DISPLAY nor WAYLAND_DISPLAY is set"
    private static let remote = "this is a remote session without a screen"
    private static let container = "this is a container without a screen"

    @Test(
      arguments: [
        ([:], screenless), (["DISPLAY": " "], screenless), (["DISPLAY": ":0"], nil),
        (["WAYLAND_DISPLAY": "wayland-0"], nil),
        (["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], remote), (["SSH_TTY": "/dev/pts/1"], remote),
        // With its screen forwarded, or with a browser that the user has chosen, there is one.
        (["SSH_TTY": "/dev/pts/1", "DISPLAY": "localhost:10.0"], nil),
        (["SSH_TTY": "/dev/pts/1", "BROWSER": "lynx"], nil),
        (["container": "podman"], container), (["WSL_DISTRO_NAME": "Debian"], nil),
      ] as [([String: String], String?)])
    func `no browser is opened, and the failure says why`(environment: [String: String], expected: String?) {
      #expect(BrowserSite(environment) { _ in false }.unavailabilityReason == expected)
    }

    @Test(arguments: ["/.dockerenv", "/run/.containerenv"])
    func `a container is known by its file`(path: String) {
      #expect(BrowserSite([:]) { $0 == path }.unavailabilityReason == Self.container)
    }

    @Test func `under WSL the browser of Windows is tried first`() {
      #expect(BrowserSite(["WSL_DISTRO_NAME": "Debian"]).openers == ["wslview", "xdg-open"])
      #expect(BrowserSite([:]).openers == ["xdg-open"])
    }

    @Test func `under WSL the client waits until the Windows browser can reach a new port`() {
      #expect(BrowserSite(["WSL_DISTRO_NAME": "Debian"]).timeToReachNewPort == .milliseconds(1500))
      #expect(BrowserSite([:]).timeToReachNewPort == nil)
    }

    @Test func `the failure tells the user what else there is`() async throws {
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
