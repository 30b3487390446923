import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// A real browser that plays a scene of `scripts/loopback-browser`.
private final class SceneBrowser: Browser {
  /// A page that the user saw at the loopback address.
  struct Page: Sendable, Hashable, Decodable {
    let title: String
    /// The URL in the address bar.
    let address: URL
  }

  private let arguments: [String]
  private let playing = Locked<Task<Command.Outcome, any Error>?>(nil)

  init(_ name: String, _ scene: String) {
    arguments = [name, scene]
  }

  func open(_ url: URL) async throws(BrowserFailure) {
    let arguments = arguments + [url.absoluteString]
    // Runs in a separate task, because the scene continues after the sign-in has its callback.
    playing.withLock { playing in
      playing = Task { try await Command.run(Repository.file("scripts/loopback-browser"), arguments) }
    }
  }

  /// The pages, available when the scene has ended.
  func pages() async throws -> [Page] {
    let outcome = try await #require(playing.value).value
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Page.self, from: Data($0.utf8)) }
  }
}

/// A browser that ``SystemBrowser`` starts with a one-time address, like the user's own.
private final class StartedBrowser: Browser {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scene-\(UUID().uuidString)")
  private let environment: [String: String]
  private let playing = Locked<Task<Void, any Error>?>(nil)

  init(_ name: String, _ scene: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appendingPathComponent("browser")
    let script = Repository.file("scripts/loopback-browser").path
    let text =
      "#!/bin/sh\necho \"$1\" >'\(folder.path)/address'\nexec '\(script)' \(name) \(scene) \"$1\" >'\(folder.path)/pages'\n"
    try Data(text.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    environment = ProcessInfo.processInfo.environment.merging(["BROWSER": program.path]) { $1 }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func open(_ url: URL) async throws(BrowserFailure) {
    let environment = environment
    // Runs in a separate task, because the scene continues after the sign-in has its callback.
    playing.withLock { $0 = Task { try await SystemBrowser(environment: environment).open(url) } }
  }

  /// The titles of the pages, available when the scene has ended, and the address that the browser was started with.
  func end() async throws -> (titles: [String], address: String) {
    try await #require(playing.value).value
    let pages = try read("pages").split(separator: "\n")
    let titles = try pages.map { try JSONDecoder().decode(SceneBrowser.Page.self, from: Data($0.utf8)).title }
    return (titles, try read("address"))
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `Real browsers at the loopback address` {
  private static let signedIn = "You are signed in"
  private static let rejected = "This isn't the response to a sign-in"
  /// Longer than a scene may take, so that a browser that doesn't start is reported by its own message.
  private static let patience = Duration.seconds(170)

  private static let plain = ProviderConfiguration(id: "test", name: "Test") { it in
    it.server.issuer = "https://id"
    it.server.authorizationEndpoint = "https://id/authorize"
    it.server.tokenEndpoint = "https://id/token"
    it.server.jwksURI = "https://id/keys"
  }

  /// Signs in with a browser that plays a scene, and checks the outcome.
  ///
  /// - Returns: The titles of the pages that the user saw.
  private func play(
    _ browserName: String, _ scene: String, _ mode: ProviderConfiguration.ResponseMode = .query
  ) async throws -> [String] {
    var configuration = Self.plain
    configuration.authorization.responseMode = mode
    let provider = try await ScriptedProvider.start(as: configuration)
    let browser = SceneBrowser(browserName, scene)
    let client = provider.client(environment: AuthEnvironment(browser: browser))
    do {
      let user = try await client.signIn(scopes: ["openid"], parameters: .init(), timeout: Self.patience)
      #expect(user.subject == "user-1")
    } catch {
      // If the scene failed, its message says more than the sign-in's.
      _ = try await browser.pages()
      throw error
    }
    let pages = try await browser.pages()
    // The user's history contains no code, and no page has sent one twice.
    for page in pages {
      #expect(page.address.path == "/callback" && page.address.query == nil && page.address.fragment == nil)
    }
    #expect(provider.requests.count { $0.path == "/token" } == 1)
    await provider.stop()
    return pages.map(\.title)
  }

  @Test(
    arguments: ["chromium", "firefox"], [ProviderConfiguration.ResponseMode.query, .fragment, .formPost])
  func `The callback arrives in every response mode`(
    browser: String, mode: ProviderConfiguration.ResponseMode
  ) async throws {
    #expect(try await play(browser, "visit", mode) == [Self.signedIn])
  }

  /// Another page makes the browser guess the address before the user opens it. The receiver ignores that request.
  @Test(arguments: ["chromium", "firefox"], ["visit", "launch"])
  func `A real browser that is started with a one-time address reaches the provider and returns`(
    name: String, scene: String
  ) async throws {
    let provider = try await ScriptedProvider.start(as: Self.plain)
    let browser = try StartedBrowser(name, scene)
    let client = provider.client(environment: AuthEnvironment(browser: browser))
    let user = try await client.signIn(scopes: ["openid"], parameters: .init(), timeout: Self.patience)
    #expect(user.subject == "user-1")
    let (titles, address) = try await browser.end()
    #expect(titles == [Self.signedIn])
    #expect(address.wholeMatch(of: #/http://127\.0\.0\.1:\d+/[\w-]{43}\n/#) != nil, "\(address)")
    await provider.stop()
  }

  /// The scene ends only after the browser was seen to send such a request.
  @Test(arguments: ["chromium", "firefox"])
  func `Requests that a browser sends without the user never use up a code`(browser: String) async throws {
    #expect(try await play(browser, "speculate") == [Self.signedIn])
  }

  @Test(arguments: ["chromium", "firefox"])
  func `An older sign-in's page, a reload, going back, and a second tab do no harm`(browser: String) async throws {
    #expect(try await play(browser, "tabs") == [Self.rejected, Self.rejected, Self.signedIn])
  }
}
