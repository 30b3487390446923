import Foundation

/// The user's own browser: `$BROWSER` if set, else the system's.
///
/// Written for Linux, with the Windows browser under WSL, for macOS and Windows; run on Linux alone. Elsewhere, and where nobody
/// would see a page (a remote session or a container without a screen), it says so with ``BrowserFailure/noBrowser(_:)``: a
/// provider with the device flow lets the user sign in on another device then.
public struct SystemBrowser: Browser {
  private let environment: [String: String]

  /// The browser of that environment: `BROWSER` comes first.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  /// Why nobody would see a page, such as a remote session without a screen; `nil` where a browser can be opened, as far as is
  /// known. An app with the device flow offers that one then (RFC 8628).
  public var hindrance: String? {
    #if os(Linux) || os(macOS)
      BrowserSite(environment).hindrance
    #elseif os(Windows)
      nil
    #else
      "this platform is not supported yet; pass a Browser in AuthEnvironment"
    #endif
  }

  public func open(_ url: URL) async throws(BrowserFailure) {
    if let hindrance { throw .noBrowser(hindrance) }
    #if os(Linux) || os(macOS)
      var last = BrowserFailure.noBrowser("no command is known")
      for command in commands(for: url.absoluteString) {
        do throws(BrowserFailure) { return try await run(command) } catch { last = error }
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

  #if os(Linux) || os(macOS)
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
