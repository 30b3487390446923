import Foundation

#if os(macOS)
  import AppKit
#endif

/// The user's own browser: `$BROWSER` if set, else the system's.
///
/// Written for Linux, with the Windows browser under WSL, for macOS and Windows; run on Linux alone. Elsewhere, and where nobody
/// would see a page (a remote session or a container without a screen), it says so with ``BrowserFailure/noBrowser(_:)``: a
/// provider with the device flow lets the user sign in on another device then.
///
/// On Linux and macOS other users of the machine can read the command line of the browser. During a sign-in or sign-out the
/// browser therefore gets a one-time address on `127.0.0.1`, which redirects it to the page. A second request for it, or one by
/// another user, ends the sign-in with ``BrowserFailure/launch(_:)``. Only Linux reports which user sent a request. In a build without
/// the `Loopback` trait, and outside of a sign-in or sign-out, the command line shows the page's own URL.
public struct SystemBrowser: Browser {
  private let environment: [String: String]
  private let rule: LaunchPeerRule

  /// The browser of that environment: `BROWSER` comes first.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(environment: environment, rule: LaunchPeerRule())
  }

  init(environment: [String: String], rule: LaunchPeerRule) {
    self.environment = environment
    self.rule = rule
  }

  /// Why nobody would see a page, such as a remote session without a screen; `nil` where a browser can be opened, as far as is
  /// known. An app with the device flow offers that one then (RFC 8628).
  public var hindrance: String? {
    #if os(Linux) || os(macOS)
      BrowserSite(environment).hindrance
    #elseif os(Windows)
      nil
    #elseif canImport(AuthenticationServices)
      "SystemBrowser doesn't work on this platform; use WebAuthenticationBrowser"
    #else
      "this platform is not supported yet; pass a Browser in AuthEnvironment"
    #endif
  }

  public func open(_ url: URL) async throws(BrowserFailure) {
    if let hindrance { throw .noBrowser(hindrance) }
    #if os(Linux) || os(macOS)
      let page = try await launchPage(for: url)
      guard !Task.isCancelled else { return }
      #if os(macOS)
        // A sandboxed app may not start `open`, and the workspace puts no URL on a command line.
        if environment["BROWSER"]?.isEmpty ?? true, openInWorkspace(page?.address ?? url.absoluteString) { return }
      #endif
      var last = BrowserFailure.noBrowser("no command is known")
      for command in commands(for: page?.address ?? url.absoluteString) {
        do throws(BrowserFailure) { return try await run(command) } catch { last = error }
        // The page is open, even if the command failed.
        if page?.router.hasRedirected ?? false { return }
      }
      throw last
    #elseif os(Windows)
      try await openWithShell(url)
    #endif
  }

  /// The commands to try, each as words. `$BROWSER` may list several with colons; `%s` stands for the URL.
  func commands(for url: String) -> [[String]] {
    let commands: [[String]] = (environment["BROWSER"] ?? "").split(separator: ":").compactMap { command in
      let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
      // The URL is never what is run: a failure names what was, and the URL holds `state` and `nonce`.
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
    /// The one-time address that the command line shows instead of the URL.
    private func launchPage(for url: URL) async throws(BrowserFailure) -> LaunchPage? {
      let site = BrowserSite(environment)
      var rule = rule
      rule.acceptsRelay = site.isWSL
      guard let page = try await BrowserLaunch.current?.page(for: url, rule: rule) else { return nil }
      // A sign-in that ends meanwhile cancels the task.
      if let delay = site.timeToReachNewPort { try? await Task.sleep(for: delay) }
      return page
    }

    /// Starts the command, and waits for its end only to learn whether it failed. It is never killed: it may be the
    /// browser itself.
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
      do { try process.run() } catch { throw .noBrowser("\(words[0]) cannot be started") }
      // Cancellation ends this wait, not the browser.
      for await status in statuses where status != 0 {
        throw .noBrowser("\(words[0]) failed with status \(status)")
      }
    }
  #endif
}
