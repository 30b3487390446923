import Foundation

#if os(macOS)
  import AppKit
#endif

/// The user's own browser: `$BROWSER` if it is set, otherwise the system's default browser.
///
/// Supports Linux, including WSL with the Windows browser, macOS, and Windows, but has been run only on Linux. On other
/// platforms, and if the user wouldn't see a page (in a remote session or a container without a screen), it throws
/// ``BrowserFailure/noBrowser(_:)``. If the provider supports the device flow, let the user sign in on another device instead.
///
/// On Linux and macOS, other users of the machine can read the browser's command line. During a sign-in or sign-out, the
/// browser therefore gets a one-time URL on `127.0.0.1`, which redirects to the page. A second request for it, or one by
/// another user, ends the sign-in with ``BrowserFailure/launch(_:)``. Only Linux reports which user sent a request. In a build
/// without the `Loopback` trait, and outside a sign-in or sign-out, the command line contains the page's own URL.
public struct SystemBrowser: Browser {
  private let environment: [String: String]
  private let rule: LaunchPeerRule

  /// Creates a browser from environment variables. `BROWSER` takes precedence.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(environment: environment, rule: LaunchPeerRule())
  }

  init(environment: [String: String], rule: LaunchPeerRule) {
    self.environment = environment
    self.rule = rule
  }

  /// The reason that the user wouldn't see a page, for example in a remote session without a screen. `nil` if a browser
  /// can probably be opened. If there is a reason, an app can offer the device flow instead (RFC 8628).
  public var unavailabilityReason: String? {
    #if os(Linux) || os(macOS)
      BrowserSite(environment).unavailabilityReason
    #elseif os(Windows)
      nil
    #elseif canImport(AuthenticationServices)
      "SystemBrowser doesn't work on this platform; use WebAuthenticationBrowser"
    #else
      "this platform isn't supported yet; pass a Browser in AuthEnvironment"
    #endif
  }

  public func open(_ url: URL) async throws(BrowserFailure) {
    if let unavailabilityReason { throw .noBrowser(unavailabilityReason) }
    #if os(Linux) || os(macOS)
      let page = try await launchPage(for: url)
      guard !Task.isCancelled else { return }
      #if os(macOS)
        // A sandboxed app may not run `open`, and NSWorkspace doesn't put the URL on a command line.
        if environment["BROWSER"]?.isEmpty ?? true, openInWorkspace(page?.address ?? url.absoluteString) { return }
      #endif
      var last = BrowserFailure.noBrowser("no browser command is available")
      for command in commands(for: page?.address ?? url.absoluteString) {
        do throws(BrowserFailure) { return try await run(command) } catch { last = error }
        // The page is already open, even if the command failed.
        if page?.router.hasRedirected ?? false { return }
      }
      throw last
    #elseif os(Windows)
      try await openWithShell(url)
    #endif
  }

  /// Returns the commands to try, each split into arguments. `$BROWSER` may list several commands separated by colons. `%s` is
  /// replaced with the URL.
  func commands(for url: String) -> [[String]] {
    let commands: [[String]] = (environment["BROWSER"] ?? "").split(separator: ":").compactMap { command in
      let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
      // The URL must not be the program's name: failures contain that name, and the URL contains `state` and `nonce`.
      guard let program = words.first, !program.contains("%s") else { return nil }
      let filled = words.map { $0.replacingOccurrences(of: "%s", with: url) }
      return filled == words ? words + [url] : filled
    }
    return commands.isEmpty ? BrowserSite(environment).openers.map { [$0, url] } : commands
  }

  #if os(macOS)
    private func openInWorkspace(_ address: String) -> Bool {
      URL(string: address).map { NSWorkspace.shared.open($0) } ?? false
    }
  #endif

  #if os(Linux) || os(macOS)
    /// Returns the one-time page whose URL is passed on the command line.
    private func launchPage(for url: URL) async throws(BrowserFailure) -> LaunchPage? {
      let site = BrowserSite(environment)
      var rule = rule
      rule.acceptsRelay = site.isWSL
      guard let page = try await BrowserLaunch.current?.page(for: url, rule: rule) else { return nil }
      // If the sign-in ends first, the task is canceled.
      if let delay = site.timeToReachNewPort { try? await Task.sleep(for: delay) }
      return page
    }

    /// Runs the command, and waits until it ends to find out whether it failed. The command is never killed, because it may be
    /// the browser itself.
    private func run(_ words: [String]) async throws(BrowserFailure) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let (statuses, continuation) = AsyncStream.makeStream(of: Int32.self)
      process.terminationHandler = { process in
        continuation.yield(process.terminationStatus)
        continuation.finish()
      }
      do { try process.run() } catch { throw .noBrowser("\(words[0]) can't be started") }
      // Cancellation ends this wait, but not the browser.
      for await status in statuses where status != 0 {
        throw .noBrowser("\(words[0]) failed with status \(status)")
      }
    }
  #endif
}
