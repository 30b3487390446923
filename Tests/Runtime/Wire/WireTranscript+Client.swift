import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

extension WireTranscript {
  /// Signs in with a client on a device, which registers itself or shows a code for another device.
  func playedByClient() async throws -> WireTranscript {
    let (configuration, app) = (try configuration, app)
    let transport = ReplayTransport(responses: sections.filter { $0.title.hasPrefix("response") })
    let (pages, feed) = AsyncStream.makeStream(of: URL.self)
    let isDevice = app["flow"] == "device"
    let registers = configuration.client.registration.kind.registersItself
    let client = AuthClient<DynamicProvider>(
      configuration: configuration, variables: app.named(by: configuration.variables.map(\.name)),
      clientID: registers ? nil : "app", clientSecret: app["client_secret"].map { Secret($0) },
      settings: app.named(by: configuration.client.settings.map(\.name)).mapValues { Secret($0) },
      redirect: .url("https://app.example/callback"),
      environment: AuthEnvironment(
        transport: transport, browser: FeedingBrowser(feed: feed), now: { Date(timeIntervalSince1970: Self.time) },
        clock: isDevice ? WaitingClock() : ContinuousClock()))
    let scopes = app["scopes"].map { $0.split(separator: " ").map(String.init) } ?? []
    let signIn = Task {
      defer { feed.finish() }
      if isDevice {
        return try await client.grantAccessOnAnotherDevice(scopes: scopes, parameters: .init()) { code in
          feed.yield(code.completeVerificationURI ?? code.verificationURI)
        }
      }
      return try await client.grantAccess(scopes: scopes, parameters: .init(), timeout: .seconds(300))
    }
    var opened: URL?
    for await page in pages {
      opened = page
      guard !isDevice else { continue }
      let callback = text(of: "callback").replacing("STATE", with: page.value(of: "state") ?? "STATE")
      guard let url = URL(string: "https://app.example/callback?\(callback)") else { continue }
      try await client.handle(url)
    }
    _ = try await signIn.value
    let credential = try #require(try await client.credential())
    let masked = [(opened?.value(of: "state"), "STATE"), (opened?.value(of: "code_challenge"), "CODE_CHALLENGE")]
    let mask = { (text: String) in
      masked.reduce(text) { text, pair in pair.0.map { text.replacing($0, with: pair.1) } ?? text }
        .replacing(/code_verifier=[A-Za-z0-9._~-]+/, with: "code_verifier=CODE_VERIFIER")
    }
    return result(page: opened, requests: transport.requests, mask: mask, credential, of: nil)
  }
}

/// A browser that passes each page on, and returns when the test delivers the callback.
private struct FeedingBrowser: Browser {
  let feed: AsyncStream<URL>.Continuation

  func open(_ url: URL) async throws(BrowserFailure) {
    feed.yield(url)
  }
}

extension URL {
  fileprivate func value(of name: String) -> String? {
    URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
  }
}
