import Foundation

/// The user's own browser: `$BROWSER` if set, else the system's.
///
/// Written for Linux, with the Windows browser under WSL, for macOS and Windows; run on Linux alone. Elsewhere, and where nobody
/// would see a page (a remote session or a container without a screen), it says so with ``BrowserFailure/noBrowser(_:)``: a
/// provider with the device flow lets the user sign in on another device then.
///
/// On Linux and macOS other users can read the command line of a browser. With the trait `Loopback` it holds a one-time address
/// on `127.0.0.1` that leads to the URL, and never the URL itself, which contains `state` and `nonce`. If that address is opened
/// twice, or on Linux by another user, the sign-in fails with ``BrowserFailure/openedTwice`` or
/// ``BrowserFailure/openedByAnotherUser``. Prefetches and requests other than `GET` don't count and don't learn the URL.
public struct SystemBrowser: Browser {
  /// How long the one-time address works if no sign-in waits for the browser.
  private static let patience = Duration.seconds(120)

  private let environment: [String: String]
  private let pages: CallbackPages

  /// The browser of that environment: `BROWSER` comes first.
  ///
  /// - Parameter pages: The page that a browser shows if the one-time address was misused.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment, pages: CallbackPages = CallbackPages()
  ) {
    (self.environment, self.pages) = (environment, pages)
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

  /// Opens the URL.
  ///
  /// During a sign-in this returns when the sign-in ends, because until then the one-time address is watched. If you call it
  /// yourself, it returns when the browser's command ends.
  public func open(_ url: URL) async throws(BrowserFailure) {
    if let hindrance { throw .noBrowser(hindrance) }
    #if (os(Linux) || os(macOS)) && Loopback
      let launch = try await LaunchPage.start(leadingTo: url, pages: pages)
      guard BrowserAttendance.isAwaited else { return try await open(launch) }
      try await openAndWatch(launch)
    #elseif os(Linux) || os(macOS)
      try await run(firstOf: commands(for: url.absoluteString))
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

  #if (os(Linux) || os(macOS)) && Loopback
    /// Opens the one-time address, which then works for a while.
    private func open(_ launch: LaunchPage) async throws(BrowserFailure) {
      do throws(BrowserFailure) {
        try await run(firstOf: commands(for: launch.address.absoluteString), for: launch)
      } catch {
        await launch.close()
        throw error
      }
      Task {
        await withTaskGroup { group in
          group.addTask { await launch.waitUntilOpened() }
          group.addTask { try? await Task.sleep(for: Self.patience) }
          await group.next()
          group.cancelAll()
        }
        await launch.close()
      }
    }

    /// Opens the one-time address, and watches it until the task is cancelled.
    private func openAndWatch(_ launch: LaunchPage) async throws(BrowserFailure) {
      let result = await withTaskGroup(of: Result<Void, BrowserFailure>.self) { group in
        group.addTask {
          do throws(BrowserFailure) {
            return .success(try await run(firstOf: commands(for: launch.address.absoluteString), for: launch))
          } catch {
            return .failure(error)
          }
        }
        group.addTask {
          do throws(BrowserFailure) { return .success(try await launch.watch()) } catch { return .failure(error) }
        }
        // The command's success alone ends nothing.
        for await result in group {
          if case .failure = result {
            group.cancelAll()
            return result
          }
        }
        return .success(())
      }
      await launch.close()
      try result.get()
    }

    /// Runs the commands until one succeeds, or until a browser has opened the address: then a command's status says
    /// nothing more about it.
    private func run(firstOf commands: [[String]], for launch: LaunchPage) async throws(BrowserFailure) {
      do throws(BrowserFailure) { try await run(firstOf: commands, while: { !launch.isOpened }) } catch {
        if !launch.isOpened { throw error }
      }
    }
  #endif

  #if os(Linux) || os(macOS)
    private func run(
      firstOf commands: [[String]], while isNeeded: () -> Bool = { true }
    ) async throws(BrowserFailure) {
      var last = BrowserFailure.noBrowser("no command is known")
      for command in commands where isNeeded() {
        do throws(BrowserFailure) { return try await run(command) } catch { last = error }
      }
      throw last
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
