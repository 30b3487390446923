import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// A real browser that plays a scene of `scripts/loopback-browser`.
private final class SceneBrowser: Browser {
  /// What the user saw at the loopback address.
  struct Page: Sendable, Hashable, Decodable {
    let title: String
    /// What stood in the address bar.
    let address: URL
  }

  private let arguments: [String]
  private let playing = Locked<Task<Command.Outcome, any Error>?>(nil)

  init(_ name: String, _ scene: String) {
    arguments = [name, scene]
  }

  func open(_ url: URL) async throws(BrowserFailure) {
    let arguments = arguments + [url.absoluteString]
    // A task of its own: the scene goes on after the sign-in has its callback.
    playing.withLock { playing in
      playing = Task { try await Command.run(Repository.file("scripts/loopback-browser"), arguments) }
    }
  }

  /// The pages, once the scene is over.
  func pages() async throws -> [Page] {
    let outcome = try await #require(playing.value).value
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Page.self, from: Data($0.utf8)) }
  }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `Real browsers at the loopback address` {
  private static let signedIn = "You are signed in"
  private static let refused = "This is not the answer to a sign-in"

  /// Signs in, with a browser that plays a scene, and looks at what came of it.
  ///
  /// - Returns: The titles of the pages that the user saw.
  private func play(
    _ browserName: String, _ scene: String, _ mode: ProviderConfiguration.ResponseMode = .query
  ) async throws -> [String] {
    let configuration = ProviderConfiguration(id: "test", name: "Test") { it in
      it.server.issuer = "https://id"
      it.server.authorizationEndpoint = "https://id/authorize"
      it.server.tokenEndpoint = "https://id/token"
      it.server.jwksURI = "https://id/keys"
      it.authorization.responseMode = mode
    }
    let provider = try await ScriptedProvider.start(as: configuration)
    let browser = SceneBrowser(browserName, scene)
    let client = provider.client(environment: AuthEnvironment(browser: browser))
    let user = try await client.signIn(scopes: ["openid"], parameters: .init(), timeout: .seconds(60))
    #expect(user.subject == "user-1")
    let pages = try await browser.pages()
    // The user's history holds no code, and no page has sent one a second time.
    for page in pages {
      #expect(page.address.path == "/callback" && page.address.query == nil && page.address.fragment == nil)
    }
    #expect(provider.requests.count { $0.path == "/token" } == 1)
    await provider.stop()
    return pages.map(\.title)
  }

  @Test(
    arguments: ["chromium", "firefox"], [ProviderConfiguration.ResponseMode.query, .fragment, .formPost])
  func `the answer arrives, wherever it stands`(
    browser: String, mode: ProviderConfiguration.ResponseMode
  ) async throws {
    #expect(try await play(browser, "visit", mode) == [Self.signedIn])
  }

  /// The scene is over only when the browser was seen to do so.
  @Test(arguments: ["chromium", "firefox"])
  func `what a browser asks for without the user burns no code`(browser: String) async throws {
    #expect(try await play(browser, "speculate") == [Self.signedIn])
  }

  @Test(arguments: ["chromium", "firefox"])
  func `the page of an older sign-in, reloading, going back and a second tab do no harm`(browser: String) async throws {
    #expect(try await play(browser, "tabs") == [Self.refused, Self.refused, Self.signedIn])
  }
}
