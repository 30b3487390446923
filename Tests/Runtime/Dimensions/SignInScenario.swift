import AuthConfiguration
import AuthDescriptor
import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// The descriptor that a test's snippet of YAML extends.
enum Base: String, Sendable {
  case oauth, oidc

  fileprivate var yaml: String {
    switch self {
    case .oauth:
      """
      server:
        authorization_endpoint: "https://id.example.com/authorize"
        token_endpoint: "https://id.example.com/token"
        userinfo_endpoint: "https://id.example.com/userinfo"
      userinfo: { map: { id: id } }
      """
    case .oidc:
      """
      server:
        issuer: "https://id.example.com"
        authorization_endpoint: "https://id.example.com/authorize"
        token_endpoint: "https://id.example.com/token"
        userinfo_endpoint: "https://id.example.com/userinfo"
        jwks_uri: "https://id.example.com/keys"
      id_token: { algorithms: [ES256] }
      """
    }
  }
}

/// Loads a YAML snippet in the same way as the generator and the commands.
func descriptor(_ snippet: String, over base: Base = .oauth) throws -> ProviderDescriptor {
  let head = "schema: 1\nid: acme\nname: Acme\n"
  let lower = "schema: 1\nid: base\nname: Base\nclient: { types: [public, confidential] }\n" + base.yaml
  let reasons = "extends: base.yaml\nprovenance: { reason: For a test., domains: For a test. }\n"
  let files = ["acme.yaml": head + reasons + snippet, "base.yaml": lower].mapValues { Data($0.utf8) }
  return try DescriptorLoader(readFile: { files[$0] }).load(path: "acme.yaml").descriptor
}

func configuration(_ snippet: String, over base: Base = .oauth) throws -> ProviderConfiguration {
  try descriptor(snippet, over: base).configuration
}

/// A sign-in that a test describes: the descriptor, the app's values, and the server's responses.
struct SignInScenario: Sendable {
  var snippet = ""
  var base = Base.oauth
  var clientSecret: Secret?
  var settings: [String: Secret] = [:]
  var variables: [String: String] = [:]
  var scopes = ["a", "b"]
  var parameters = AuthorizationParameters()
  var signer: (any TokenRequestSigning)?
  var userInfoSigner: (any UserInfoRequestSigning)?
  var decoder: (any ResponseDecoding)?
  var redirect = Redirect.loopback(ports: 20_000...29_999)
  var script = ScriptedProvider.Script()
  var now: @Sendable () -> Date = { Date() }

  init(_ snippet: String = "", over base: Base = .oauth, _ change: (inout SignInScenario) -> Void = { _ in }) {
    (self.snippet, self.base) = (snippet, base)
    change(&self)
  }

  /// Makes the server respond to a path with JSON.
  mutating func respond(_ path: String, _ body: String, status: Int = 200) {
    respond(path, .json(body, status: status))
  }

  mutating func respond(_ path: String, _ response: ScriptedResponse) {
    let others = script.instead
    script.instead = { $0.path == path ? response : others($0) }
  }

  mutating func set(_ name: String, _ value: String) { parameters.set(name, value) }

  /// Runs the body with a client that hasn't sent a request yet.
  func run<Value>(
    _ body: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Value
  ) async throws -> Value {
    try await ConcurrencyLimit.shared.run { try await run(as: try configuration(snippet, over: base), body) }
  }

  private func run<Value>(
    as configuration: ProviderConfiguration,
    _ body: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Value
  ) async throws -> Value {
    try await withProvider(configuration, script: script) { provider in
      let environment = AuthEnvironment(browser: FollowingBrowser(), now: now)
      let client = AuthClient<DynamicProvider>(
        configuration: provider.configuration, variables: variables, clientID: "app", clientSecret: clientSecret,
        settings: settings, signTokenRequest: signer, signUserInfoRequest: userInfoSigner, decodeResponse: decoder,
        redirect: redirect, environment: environment)
      return try await body(client, provider)
    }
  }

  /// Signs in, runs `more`, and returns the user, the credential, and the requests.
  func signIn(
    then more: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Void = { _, _ in }
  ) async throws -> SignInOutcome {
    try await run { client, provider in
      let user = try await client.signIn(scopes: scopes, parameters: parameters, timeout: .seconds(60))
      try await more(client, provider)
      return SignInOutcome(
        user: user, credential: try await client.credential(), transcript: RequestTranscript(provider.requests))
    }
  }

  /// The failure of the sign-in, and the requests that were sent before it.
  func rejection() async throws -> (failure: StepFailure?, transcript: RequestTranscript) {
    try await run { client, provider in
      let failure = await failure(
        of: try await client.signIn(scopes: scopes, parameters: parameters, timeout: .seconds(60)))
      return (failure, RequestTranscript(provider.requests))
    }
  }
}

/// The result of a sign-in.
struct SignInOutcome: Sendable {
  let user: DynamicProvider.User
  let credential: Credential?
  let transcript: RequestTranscript

  /// The values of the named claims as strings.
  func claims(_ names: String...) -> [String?] { names.map { user.claims[$0]?.spelling } }
}

/// Runs a test with a scripted provider. It limits the number of simultaneous tests.
func withScriptedProvider<Value>(
  _ configuration: ProviderConfiguration, script: ScriptedProvider.Script = .init(),
  _ body: (ScriptedProvider) async throws -> Value
) async throws -> Value {
  try await ConcurrencyLimit.shared.run { try await withProvider(configuration, script: script, body) }
}
