import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The `request_uri` of draft-ietf-oauth-first-party-apps §5.2.2.1.1.
@Suite struct `The reference to a request that a browser continues` {
  /// The pages that a sign-in opens if the server has sent a reference.
  private func pages(
    until expiration: Date? = nil, _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) async throws -> [URL] {
    let opened = Locked<[URL]>([])
    let browser = FailingBrowser { url in opened.withLock { $0.append(url) } }
    let configuration = FirstPartyProvider.configuration.changed { it in
      it.discovery.mode = .none
      adjust(&it)
    }
    let core = try ClientCore(
      ClientCore.Setup(
        configuration: configuration, variables: [:], clientID: "app",
        environment: AuthEnvironment(browser: browser).withOwnRedirects))
    let app = FirstPartySignIn.App(turn: 0, redirect: .url("com.example.shop:/callback"), timeout: .seconds(60))
    let setup = FirstPartySignIn.Setup(
      core: core, scopes: ["email"], parameters: AuthorizationParameters(), app: app, session: nil, demand: nil)
    let signIn = try await FirstPartySignIn(setup)
    let pushed = PushedRequest(uri: "urn:example:request", expiresAt: expiration)
    #expect(await stepFailure(try await signIn.webCredential(pushed, app)) != nil)
    return opened.value
  }

  // Not a date, because the tests before it may take longer.
  @Test(arguments: [nil, 600])
  func `The browser opens a reference that hasn't expired`(lifetime: TimeInterval?) async throws {
    let pages = try await pages(until: lifetime.map(Date.init(timeIntervalSinceNow:)))
    #expect(pages.count == 1 && pages[0].absoluteString.contains("request_uri=urn"))
  }

  @Test func `A new request replaces an expired reference`() async throws {
    let pages = try await pages(until: Date(timeIntervalSinceNow: -1))
    #expect(pages.count == 1 && !pages[0].absoluteString.contains("request_uri"))
  }

  @Test(
    arguments: [
      { it in it.authorization.requestObject = .byValue },
      { it in it.authorization.responseMode = .fragment },
      { it in
        it.authorization.responseMode = .jwt
        it.server.authorizationAlgorithms = [.es256]
      },
      { it in it.authorization.state = .none },
      { it in it.authorization.placement = .fragmentRoute },
      { it in
        it.firstParty.starts = [.init(name: "email", endpoint: "https://shop.example/start")]
        it.firstParty.steps = [.init(name: "code", grantType: "urn:example:otp")]
        it.firstParty.demands = [:]
      },
    ] as [@Sendable (inout ProviderConfiguration) -> Void])
  func `A reference isn't used if its request differs from an authorization request`(
    adjust: @Sendable (inout ProviderConfiguration) -> Void
  ) async throws {
    let pages = try await pages(adjust)
    #expect(!pages.contains { $0.absoluteString.contains("request_uri") })
  }
}

/// A browser that can't open pages.
private struct FailingBrowser: Browser {
  let note: @Sendable (URL) -> Void

  func open(_ url: URL) async throws(BrowserFailure) {
    note(url)
    throw .noBrowser("none")
  }
}
