import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Callbacks that the system delivers` {
  private func redirect() throws -> Redirect {
    .url(try #require(URL(string: "com.example.app:/callback")))
  }

  /// A browser that stops at the first redirect and delivers it, as the operating system does.
  private struct DeliveringBrowser: Browser {
    let deliver: @Sendable (URL) async -> Void

    func open(_ url: URL) async throws(BrowserFailure) {
      let response = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
      if let location = response?.headers[.location].flatMap({ URL(string: $0) }) { await deliver(location) }
    }
  }

  @Test func `A delivered callback ends the sign-in, and a wrong one is rejected while the sign-in keeps waiting`()
    async throws
  {
    try await withProvider { provider in
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let client = provider.client(
        redirect: try redirect(), environment: AuthEnvironment(browser: DeliveringBrowser { feed.yield($0) }))
      async let user = client.signIn(scopes: [], parameters: .init())
      var iterator = urls.makeAsyncIterator()
      let right = try #require(await iterator.next())
      let forged = try #require(URL(string: "com.example.app:/callback?code=x&state=guess"))
      let elsewhere = try #require(URL(string: "com.example.app:/other?code=x&state=guess"))
      let handling = { (url: URL) async in
        await failure(of: try await client.handle(url))
      }
      #expect(await handling(forged) == .callback(.stateMismatch))
      #expect(await handling(elsewhere) == .callback(.unexpected))
      try await client.handle(right)
      #expect(try await user.subject == "user-1")
      #expect(await handling(right) == .callback(.unexpected))
    }
  }

  @Test(arguments: [
    "http://app.example:8443/cb", "com.example.app://app.example:8443/cb", "https://evil.example:8443/cb",
    "https://app.example/cb", "https://app.example:443/cb", "https://app.example:8443/other",
    "https://app.example:8443/cb/", "https://app.example:8443/CB",
  ])
  func `A callback URL with another scheme, host, port, or path is rejected`(address: String) async throws {
    let wait = CallbackWait<String> { query throws(StepFailure) in query }
    let delivered = DeliveredCallbacks()
    _ = await delivered.register(wait, at: try #require(URL(string: "https://app.example:8443/cb")))
    let other = try #require(URL(string: "\(address)?code=c"))
    await #expect(throws: CallbackRejection.unexpected) { try await delivered.deliver(other) }
    let same = try #require(URL(string: "HTTPS://App.Example:8443/cb?code=c"))
    try await delivered.deliver(same)
  }

  @Test func `Tokens in a query aren't accepted`() throws {
    let wait = CallbackWait<String>(mode: .fragment) { query throws(StepFailure) in query }
    let address = "https://app.example/callback"
    let parts = [
      ("#code=c", "code=c"), ("?code=c", ""), ("?error=no", "error=no"), ("?error=no#", "error=no"),
      ("?error=no#code=c", "code=c"), ("", ""),
    ]
    for (end, read) in parts {
      #expect(wait.parameters(of: try #require(URL(string: address + end))) == read)
    }
  }

  @Test func `A second sign-in cancels the first one`() async throws {
    try await withProvider { provider in
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let client = provider.client(
        redirect: try redirect(), environment: AuthEnvironment(browser: DeliveringBrowser { feed.yield($0) }))
      var iterator = urls.makeAsyncIterator()
      let first = await failureTask(of: try await client.signIn(scopes: [], parameters: .init()))
      _ = await iterator.next()
      async let second = client.signIn(scopes: [], parameters: .init())
      try await client.handle(try #require(await iterator.next()))
      #expect(try await second.subject == "user-1")
      #expect(await first.value == .cancelled)
    }
  }

  @Test func `A callback scheme without a period is rejected`() async throws {
    let bare = Redirect.url(try #require(URL(string: "myapp://callback")))
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: "app", redirect: bare)
    let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    #expect(failure?.caseName == "unsuitableRedirect")
  }
}
