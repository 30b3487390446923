import Foundation

/// Where this process runs, as far as a browser is concerned.
struct BrowserSite: Sendable {
  private let environment: [String: String]
  private let isFile: @Sendable (String) -> Bool

  init(
    _ environment: [String: String],
    isFile: @escaping @Sendable (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) {
    (self.environment, self.isFile) = (environment, isFile)
  }

  /// The commands that open a page where `$BROWSER` names none.
  var openers: [String] {
    #if os(macOS)
      ["open"]
    #else
      // `wslview` opens the browser of Windows, which reaches this machine's loopback addresses.
      isWSL ? ["wslview", "xdg-open"] : ["xdg-open"]
    #endif
  }

  /// Why nobody would see a page. Without a screen `xdg-open` starts a browser for terminals, which waits for ever.
  var hindrance: String? {
    #if os(Linux)
      guard ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].allSatisfy(isEmpty), !isWSL else { return nil }
      if !isEmpty("SSH_CONNECTION") || !isEmpty("SSH_TTY") { return "this is a remote session without a screen" }
      if !isEmpty("container") || isFile("/.dockerenv") || isFile("/run/.containerenv") {
        return "this is a container without a screen"
      }
      return "there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set"
    #else
      return nil
    #endif
  }

  /// How long the browser needs to reach a port after it is bound. WSL looks for new ports once a second before the browser of
  /// Windows reaches them.
  var timeToReachNewPort: Duration? { isWSL ? .milliseconds(1500) : nil }

  /// Whether the browser may be that of Windows.
  var isWSL: Bool { !isEmpty("WSL_DISTRO_NAME") }

  private func isEmpty(_ name: String) -> Bool {
    environment[name]?.allSatisfy(\.isWhitespace) ?? true
  }
}
