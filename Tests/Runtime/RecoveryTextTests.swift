import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Recovery messages` {
  private static var all: [Recovery] {
    FailureTable.families.flatMap { $0.failures.map(\.recovery) } + FailureTable.others.map(\.recovery)
      + FailureTable.requests.map(\.recovery)
  }

  @Test func `Every placeholder in a failure's recovery text is filled`() {
    for recovery in Self.all {
      #expect(!recovery.description.contains("{"), "\(recovery)")
      #expect(recovery.description == recovery.text { _ in nil })
    }
  }

  @Test func `Recovery messages use the app's translations, and English for the others`() {
    let german = ["retryAfter": "in {seconds} s noch einmal versuchen", "signIn": "neu anmelden"]
    let spoken = [Recovery.retry(after: .seconds(30)), .reauthenticate, .updateApp].map { recovery in
      recovery.text { german[$0.name] }
    }
    #expect(spoken == ["in 30 s noch einmal versuchen", "neu anmelden", "update the app"])
  }

  @Test(arguments: ["in {minutes} min", "in {seconds", "in }"])
  func `A translation with an invalid placeholder falls back to English`(translation: String) {
    #expect(Recovery.retry(after: .seconds(30)).text { _ in translation } == "try again in 30 s")
  }

  @Test func `Braces in a value aren't placeholders`() {
    let recovery = Recovery.fix(.scopes, ["scopes": "read:{seconds} write"])
    #expect(recovery.description == "request read:{seconds} write at sign-in")
  }

  @Test func `Every recovery text belongs to a failure`() {
    // Recoveries that name a setting are tested below. The rest belong to the providers' error codes.
    let settings: Set<RecoveryText> = [.clientSetting, .idTokenSetting]
    let kinds = ProviderConfiguration.RecoveryKind.allCases.map { kind in
      ServerError(code: "x", endpoint: .token, known: .init("x", kind, "It is so.")).recovery
    }
    let used = Set((Self.all + kinds).map(\.advice.text))
    #expect(used.union(settings) == Set(RecoveryText.allCases))
  }
}

@Suite struct `A failure that names the setting to change` {
  private static func redirectURI(of url: URL) -> String {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    return items.first { $0.name == "redirect_uri" }?.value ?? ""
  }

  @Test(arguments: [
    ("unauthorized_client", "check Grant Types in the Auth0 Dashboard: This client isn't allowed to use this flow."),
    ("redirect_uri_mismatch", "check Allowed Callback URLs in the Auth0 Dashboard: redirect_uri_mismatch"),
    ("invalid_request", "check the client's settings at the provider: A parameter is missing or wrong."),
  ])
  func `A server's error about a setting names it in the provider's console`(code: String, advice: String) {
    let error = ServerError(
      code: code, endpoint: .token, known: Auth0.configuration.errors[code],
      setting: Auth0.configuration.console.place(concerning: code))
    #expect(error.recovery.description == advice)
  }

  @Test(arguments: [
    (Endpoint.userInfo, 401, Recovery.reauthenticate), (.userInfo, 403, .retry(after: nil)),
    (.token, 401, .retry(after: nil)),
  ])
  func `An unknown error that rejects the access token asks for a new sign-in`(
    endpoint: Endpoint, status: Int, recovery: Recovery
  ) {
    #expect(ServerError(code: "x", endpoint: endpoint, status: status).recovery == recovery)
  }

  @Test func `An error from the token endpoint names the setting`() async throws {
    try await withProvider(Auth0.configuration) { provider in
      await provider.rewrite { script in
        script.instead = { request in
          request.path == "/oauth/token" ? .json(#"{"error":"unauthorized_client"}"#, status: 400) : nil
        }
      }
      let client = provider.client()
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(
        failure?.recovery.description
          == "check Grant Types in the Auth0 Dashboard: This client isn't allowed to use this flow.")
    }
  }

  @Test func `A timed-out sign-in names the setting that lists the callback URLs`() async throws {
    try await withProvider(Auth0.configuration) { provider in
      let clock = GatedClock()
      let (addresses, found) = AsyncStream.makeStream(of: String.self)
      let browser = VisitingBrowser { url in
        found.yield(Self.redirectURI(of: url))
        found.finish()
        clock.open()
      }
      let client = provider.client(environment: AuthEnvironment(browser: browser, clock: clock))
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      var address = ""
      for await found in addresses { address = found }
      let missing = "\(address) under Allowed Callback URLs in the Auth0 Dashboard"
      #expect(failure == .browser(.timedOut(lastRejection: nil, toRegister: missing)))
      #expect(
        failure?.description == "timedOut: the browser didn't return in time; if it showed an error page of the "
          + "provider, check that \(missing) is registered")
    }
  }

  @Test func `A rejected signing algorithm names the setting`() {
    let rejection = StepFailure.idToken(
      .algorithmNotAllowed("HS256", setting: Auth0.configuration.console.place(of: \.idTokenAlgorithm)))
    #expect(
      rejection.recovery.description == "set Advanced Settings, OAuth, signature algorithm in the Auth0 Dashboard to "
        + "one of id_token.algorithms in the descriptor or the configuration")
  }
}
