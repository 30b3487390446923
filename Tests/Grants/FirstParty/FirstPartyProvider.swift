import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A shop on loopback whose app signs users in without a browser.
struct FirstPartyProvider {
  static let configuration = ProviderConfiguration.openIDConnect(issuer: "https://shop.example") { it in
    it.server.authorizationChallengeEndpoint = "https://shop.example/challenge"
    it.server.tokenEndpoint = "https://shop.example/token"
    it.server.authorizationEndpoint = "https://shop.example/authorize"
    it.server.jwksURI = "https://shop.example/keys"
    it.server.revocationEndpoint = "https://shop.example/revoke"
    it.idToken?.algorithms = [.es256]
    it.authorization.parameters = [
      .init("theme", .string, requests: [.firstParty, .authorization]),
      .init("device", .string, requests: [.firstParty]),
    ]
    it.firstParty.starts = [
      .init(name: "email", parameters: [.init("login_hint", .email, isRequired: true)])
    ]
    it.firstParty.steps = [
      .init(name: "code", parameters: [.init("otp", .string, isRequired: true)]),
      .init(name: "passkey", parameters: [.init("assertion", .string, isRequired: true)]),
    ]
    it.firstParty.demands = ["insufficient_authorization": ["code"], "passkey_required": ["passkey", "code"]]
  }

  let scripted: ScriptedProvider

  static func run(
    script change: @Sendable (inout ScriptedProvider.Script) -> Void = { _ in },
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }, _ test: (FirstPartyProvider) async throws -> Void
  ) async throws {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(
        as: configuration.changed(adjust),
        script: ScriptedProvider.Script {
          $0.firstParty.values = ["otp": "471100"]
          change(&$0)
        })
      do { try await test(FirstPartyProvider(scripted: provider)) } catch {
        await provider.stop()
        throw error
      }
      await provider.stop()
    }
  }

  func client(
    redirect: Redirect = .loopback(ports: 20_000...29_999), browser: any Browser = FollowingBrowser(),
    store: any CredentialStore = MemoryCredentialStore(),
    now: @escaping @Sendable () -> Date = { Date() }, transport: any HTTPTransport = AuthEnvironment.platformTransport,
    changing adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> AuthClient<DynamicProvider> {
    AuthClient(
      configuration: scripted.configuration.changed(adjust), variables: [:], clientID: "app", redirect: redirect,
      environment: AuthEnvironment(transport: transport, browser: browser, store: store, now: now).withOwnRedirects)
  }

  /// The first request of a sign-in.
  func begin(
    _ client: AuthClient<DynamicProvider>, _ email: String = "ada@example.com",
    parameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(StepFailure) -> FirstPartyStep<DynamicProvider> {
    try await client.begin(.email(email), scopes: ["email"], parameters: parameters)
  }

  /// The fields of the requests to a path.
  func fields(at path: String) -> [[String: String]] {
    scripted.requests.filter { $0.path == path }.map { request in
      Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }
}

extension FirstPartyStart where Provider == DynamicProvider {
  static func email(_ address: String) -> Self {
    var request = Self("email")
    request.parameters.set("login_hint", address)
    return request
  }
}

extension FirstPartyInput where Provider == DynamicProvider {
  static func named(_ name: String, _ values: KeyValuePairs<String, String> = [:]) -> Self {
    var request = Self(name)
    for (name, value) in values { request.parameters.set(name, value) }
    return request
  }
}

extension StepFailure {
  /// The reason that a step wasn't sent.
  var firstParty: FirstPartyFailure? { if case .firstParty(let reason) = self { reason } else { nil } }
}

/// The failure of a call.
func stepFailure<Value>(_ call: @autoclosure () async throws -> Value) async -> StepFailure? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? StepFailure
  }
}
