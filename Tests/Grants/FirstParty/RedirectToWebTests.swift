import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-in that the server continues in a browser` {
  private static let callback = "com.example.shop:/callback"

  @Test func `The client opens the browser with a request that contains nothing that the user entered`() async throws {
    try await FirstPartyProvider.run { shop in
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      var parameters = AuthorizationParameters()
      parameters.set("theme", "dark")
      parameters.set("device", "phone-7")
      let client = shop.client()
      let step = try await shop.begin(client, parameters: parameters)
      #expect(step.user?.subject == "user-1" && step.inputs.isEmpty)
      #expect(try await client.user()?.subject == "user-1")
      let page = try #require(shop.scripted.requests.first { $0.path == "/authorize" })
      #expect(page.query.contains("theme=dark") && page.query.contains("scope=openid%20email"))
      for text in ["ada%40", "example.com", "phone-7", "login_hint", "request_uri"] {
        #expect(!page.query.contains(text))
      }
      let challenge = try #require(shop.fields(at: "/challenge").first)
      #expect(!page.query.contains(try #require(challenge["code_challenge"])))
    }
  }

  @Test func `After an input, the code and the session aren't sent to the browser either`() async throws {
    try await FirstPartyProvider.run { shop in
      let step = try await shop.begin(shop.client())
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      #expect(try await step.answer("471100").user?.subject == "user-1")
      let session = try #require(shop.fields(at: "/challenge").last?["auth_session"])
      let page = try #require(shop.scripted.requests.first { $0.path == "/authorize" })
      #expect(!page.query.contains("471100") && !page.query.contains(session))
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
    }
  }

  @Test func `With a reference, the browser continues the same request, with the same verifier, state, and nonce`()
    async throws
  {
    try await FirstPartyProvider.run(script: { $0.firstParty.callbackURL = Self.callback }) { shop in
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let client = shop.client(redirect: .url(Self.callback), browser: DeliveringBrowser { feed.yield($0) })
      let signIn = Task {
        // Without a browser, the test must not wait for one.
        defer { feed.finish() }
        return try await shop.begin(client)
      }
      var iterator = urls.makeAsyncIterator()
      let returned = try #require(await iterator.next())
      let forged = try #require(URL(string: Self.callback + "?code=x&state=guess"))
      #expect(await stepFailure(try await client.handle(forged)) == .callback(.stateMismatch))
      try await client.handle(returned)
      #expect(try await signIn.value.user?.subject == "user-1")
      let page = try #require(shop.scripted.requests.first { $0.path == "/authorize" })
      let sent = Set((FormEncoding.decode(page.query) ?? []).map(\.name))
      #expect(sent == ["client_id", "request_uri"])
      let exchange = try #require(shop.fields(at: "/token").first)
      #expect(exchange["redirect_uri"] == nil && exchange["code_verifier"] != nil)
    }
  }

  @Test func `The code of the browser needs an ID token with the nonce`() async throws {
    try await FirstPartyProvider.run(script: {
      $0.firstParty.callbackURL = Self.callback
      $0.claims = { $0["nonce"] = nil }
    }) { shop in
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let client = shop.client(redirect: .url(Self.callback), browser: DeliveringBrowser { feed.yield($0) })
      let signIn = Task {
        defer { feed.finish() }
        return await stepFailure(try await shop.begin(client))
      }
      var iterator = urls.makeAsyncIterator()
      try await client.handle(try #require(await iterator.next()))
      #expect(try await signIn.value == .idToken(.nonceMismatch))
    }
  }

  @Test func `The server can't know the port of a loopback redirect, so a new request replaces its reference`()
    async throws
  {
    try await FirstPartyProvider.run(script: { $0.firstParty.callbackURL = "http://127.0.0.1:1/callback" }) { shop in
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      let step = try await shop.begin(shop.client())
      #expect(step.user?.subject == "user-1")
      #expect(shop.scripted.requests.first { $0.path == "/authorize" }?.query.contains("request_uri") == false)
    }
  }

  @Test func `A server that demands a browser after the browser can't open it again`() async throws {
    let opened = Locked(0)
    try await FirstPartyProvider.run(script: {
      $0.firstParty.callbackURL = Self.callback
      $0.instead = { request in
        guard request.path == "/token" else { return nil }
        return .json(#"{"error":"redirect_to_web","request_uri":"urn:x:y"}"#, status: 403)
      }
    }) { shop in
      await shop.scripted.inject(.firstParty(.redirectToWeb))
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let browser = DeliveringBrowser { url in
        opened.withLock { $0 += 1 }
        feed.yield(url)
      }
      let client = shop.client(redirect: .url(Self.callback), browser: browser)
      let signIn = Task {
        defer { feed.finish() }
        return await stepFailure(try await shop.begin(client))
      }
      var iterator = urls.makeAsyncIterator()
      try await client.handle(try #require(await iterator.next()))
      #expect(try await signIn.value == .response(.missingField("access_token", endpoint: .token, status: 403)))
      #expect(opened.value == 1)
    }
  }

  @Test func `A failure of the browser ends the sign-in, and an earlier session stays`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      #expect(try await shop.begin(client).answer("471100").user != nil)
      let step = try await shop.begin(client)
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      await shop.scripted.inject(.denial, times: 1)
      #expect(await stepFailure(try await step.answer("471100"))?.serverCode == "access_denied")
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
      #expect(try await client.user()?.subject == "user-1")
    }
  }
}

/// A browser that stops at the first redirect and delivers it, as the operating system does.
private struct DeliveringBrowser: Browser {
  let deliver: @Sendable (URL) async -> Void

  func open(_ url: URL) async throws(BrowserFailure) {
    let response = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
    if let location = response?.headers[.location].flatMap({ URL(string: $0) }) { await deliver(location) }
  }
}
