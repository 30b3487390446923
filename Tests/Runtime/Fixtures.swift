import AuthRuntime
import AuthTesting
import Foundation

extension ProviderConfiguration {
  /// A plain OpenID provider, as five lines of YAML would make it, with every endpoint stated.
  static let plain = ProviderConfiguration(
    id: "plain",
    name: "Plain",
    variables: [.init("domain", .host, example: "id.example.com")],
    server: .init(
      issuer: "https://{domain}",
      authorizationEndpoint: "https://{domain}/authorize",
      tokenEndpoint: "https://{domain}/token",
      jwksURI: "https://{domain}/keys",
      revocationEndpoint: "https://{domain}/revoke",
      endSessionEndpoint: "https://{domain}/logout"
    ),
    discovery: .runtime,
    client: .init(authentication: [.clientSecretBasic]),
    authorization: .init(parameters: [
      .init("audience", .string), .init("organization", .string),
      .init("invitation", .string, requires: ["organization"]),
      .init("prompt", .set(["none", "login"])), .init("max_age", .seconds),
      .init("screen_hint", .oneOf(["login", "signup"])),
    ]),
    scopes: .init(defaults: ["openid", "profile"], required: ["openid"], delimiter: " ", offline: "offline_access"),
    token: .init(encoding: .form),
    refresh: .init(rotation: .rotate),
    revocation: .init(style: .rfc7009, tokens: [.refreshToken]),
    logout: .init(
      style: .rpInitiated, redirectParameter: "post_logout_redirect_uri", idTokenHint: .required, parameters: [:],
      flags: []),
    idToken: .init(required: true, algorithms: [.es256], leeway: .seconds(60)),
    errors: ["access_denied": .init("accessDenied", .retry, "The user or the server said no.")]
  )

  /// This configuration with something changed.
  func with(_ change: (inout ProviderConfiguration) -> Void) -> ProviderConfiguration {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Runs a test against a scripted provider and stops it afterwards.
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

/// The failure that a call ends with, or `nil` when it succeeds.
func failure<Code: ProviderErrorCode, Value>(
  of body: () async throws(AuthFailure<Code>) -> Value
) async -> AuthFailure<Code>? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
