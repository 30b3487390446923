import Foundation

/// The machine and session in which this process runs, as far as it affects browsers.
struct BrowserSite: Sendable {
  private let environment: [String: String]
  private let isFile: @Sendable (String) -> Bool

  init(
    _ environment: [String: String],
    isFile: @escaping @Sendable (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) {
    (self.environment, self.isFile) = (environment, isFile)
  }

  /// The commands that open a page if `$BROWSER` isn't set.
  var openers: [String] {
    #if os(macOS)
      ["open"]
    #else
      // `wslview` opens the browser of Windows, which can reach this machine's loopback addresses.
      isWSL ? ["wslview", "xdg-open"] : ["xdg-open"]
    #endif
  }

  /// The reason that the user wouldn't see a page. Without a screen, `xdg-open` starts a text browser that waits forever.
  var unavailabilityReason: String? {
    #if os(Linux)
      guard ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].allSatisfy(isEmpty), !isWSL else { return nil }
      if !isEmpty("SSH_CONNECTION") || !isEmpty("SSH_TTY") { return "this is a remote session without a screen" }
      if !isEmpty("container") || isFile("/.dockerenv") || isFile("/run/.containerenv") {
        return "this is a container without a screen"
      }
      return "no screen is available: neither DISPLAY nor WAYLAND_DISPLAY is set"
    #else
      return nil
    #endif
  }

  /// The time after which the browser can reach a newly bound port. WSL looks for new ports once a second and then forwards
  /// them to Windows.
  var timeToReachNewPort: Duration? { isWSL ? .milliseconds(1500) : nil }

  /// Whether the browser may run on Windows.
  var isWSL: Bool { !isEmpty("WSL_DISTRO_NAME") }

  private func isEmpty(_ name: String) -> Bool {
    environment[name]?.allSatisfy(\.isWhitespace) ?? true
  }
}
