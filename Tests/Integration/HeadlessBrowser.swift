import AuthRuntime
import Foundation
import TestSupport

/// Debian's Chromium without a window, which signs in on the server's own pages. The profile exists as long as this
/// value, so cookies persist from page to page.
final class HeadlessBrowser: Browser {
  private let profile: URL
  private let trustRoot: URL?
  private let end: URL?
  private let log: URL

  private let pages = Locked<[URL]>([])
  private let visits = Locked<Task<Command.Outcome, any Error>?>(nil)

  /// - Parameter end: A file that ends a visit when it appears, for pages that never lead back to the app.
  init(trusting server: IdentityServer, until end: URL? = nil) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("headless-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    profile = folder.appendingPathComponent("profile")
    log = folder.appendingPathComponent("log")
    trustRoot = server.trustRoot
    self.end = end
  }

  deinit {
    // Leftover files in the temporary folder do no harm.
    try? FileManager.default.removeItem(at: profile.deletingLastPathComponent())
  }

  /// The environment variables that make `scripts/headless-browser` use this browser's profile.
  var environment: [String: String] {
    var variables = [
      "BROWSER": Repository.file("scripts/headless-browser").path, "BROWSER_PROFILE": profile.path,
      "BROWSER_LOG": log.path, "BROWSER_TIMEOUT": "240",
    ]
    variables["BROWSER_TRUST_ROOT"] = trustRoot?.path
    variables["BROWSER_UNTIL"] = end?.path
    return variables
  }

  /// The visited pages and the pressed buttons, one per line, without queries.
  func history() throws -> [String] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  func open(_ url: URL) async throws(BrowserFailure) {
    pages.withLock { $0.append(url) }
    let environment = environment
    // Runs in a separate task, because a sign-in stops waiting when it has its callback, and a killed browser would
    // leave its profile locked. The next page waits for the previous one.
    let visit = visits.withLock { last in
      let task = Task { [last] in
        _ = try? await last?.value
        return try await Command.run(
          Repository.file("scripts/headless-browser"), [url.absoluteString], environment: environment)
      }
      last = task
      return task
    }
    do {
      let outcome = try await visit.value
      guard outcome.status == 0 else { throw BrowserFailure.noBrowser(outcome.errors) }
    } catch let failure as BrowserFailure {
      throw failure
    } catch {
      throw .noBrowser("\(error)")
    }
  }

  /// The pages that the client opened.
  var opened: [URL] { pages.value }
}
