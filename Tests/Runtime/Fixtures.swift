import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

extension ProviderConfiguration {
  /// A plain OpenID provider, like a descriptor of five lines, with every endpoint set.
  static let plain = ProviderConfiguration(id: "plain", name: "Plain") { it in
    it.variables = [.init("domain", .host, example: "id.example.com")]
    it.server.issuer = "https://{domain}"
    it.server.authorizationEndpoint = "https://{domain}/authorize"
    it.server.tokenEndpoint = "https://{domain}/token"
    it.server.jwksURI = "https://{domain}/keys"
    it.server.revocationEndpoint = "https://{domain}/revoke"
    it.server.endSessionEndpoint = "https://{domain}/logout"
    it.authorization.parameters = [
      .init("audience", .string), .init("organization", .string),
      .init("invitation", .string, requires: ["organization"]),
      .init("prompt", .set(["none", "login"])), .init("max_age", .seconds),
      .init("screen_hint", .oneOf(["login", "signup"])),
    ]
    it.scopes?.defaults = ["openid", "profile"]
    it.scopes?.required = ["openid"]
    it.scopes?.offline = "offline_access"
    it.refresh?.rotation = .rotate
    it.revocation.tokens = [.refreshToken]
    it.logout.style = .rpInitiated
    it.logout.idTokenHint = .required
    it.idToken?.algorithms = [.es256]
    it.errors = ["access_denied": .init("accessDenied", .retry, "The user or the server said no.")]
  }

  /// A copy of this configuration with changes.
  func with(_ change: (inout ProviderConfiguration) -> Void) -> ProviderConfiguration {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Runs a test with a scripted provider and stops the provider afterward.
func withProvider<Value>(
  _ configuration: ProviderConfiguration = .plain, script: ScriptedProvider.Script = .init(),
  _ body: (ScriptedProvider) async throws -> Value
) async throws -> Value {
  let provider = try await ScriptedProvider.start(as: configuration, script: script)
  do {
    let value = try await body(provider)
    await provider.stop()
    return value
  } catch {
    await provider.stop()
    throw error
  }
}

/// The failure of an expression, or `nil` if it succeeds.
func failure<Value>(of expression: @autoclosure () async throws(StepFailure) -> Value) async -> StepFailure? {
  await failure(StepFailure.self, of: try await expression())
}

/// A task that returns the failure of an expression, for tests that cancel it or do something else while it runs.
func failureTask<Value>(
  of expression: @autoclosure @escaping @Sendable () async throws(StepFailure) -> Value
) async -> Task<StepFailure?, Never> {
  Task {
    do throws(StepFailure) {
      _ = try await expression()
      return nil
    } catch {
      return error
    }
  }
}
