import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// The registration endpoint of the scripted provider in a snippet of YAML.
let registrationEndpoint = #"server: { registration_endpoint: "https://id.example.com/register" }"#

/// A descriptor whose clients register by the standard.
let dynamicRegistration = """
  \(registrationEndpoint)
  client: { registration: { kind: dynamic, metadata: { client_name: Acme } }, callbacks: { loopback: { port: any } } }

  """

/// A descriptor whose clients register with a secret.
let confidentialRegistration = """
  \(registrationEndpoint)
  client:
    types: [confidential]
    authentication: [client_secret_post]
    callbacks: { loopback: { port: any } }
    registration: { kind: dynamic, metadata: { client_name: Acme } }

  """

extension ScriptedProvider.Script {
  /// A server whose registrations have the same client ID and another secret each.
  static var sameClient: Self {
    var script = Self()
    script.registration = { $0["client_id"] = "same" }
    return script
  }
}

/// Runs a test with a provider whose clients register themselves.
func withRegistration<Value>(
  _ snippet: String = dynamicRegistration, over base: Base = .oauth, script: ScriptedProvider.Script = .init(),
  _ body: (ScriptedProvider) async throws -> Value
) async throws -> Value {
  try await withScriptedProvider(try configuration(snippet, over: base), script: script, body)
}

extension ScriptedProvider {
  /// The requests to the registration endpoint.
  nonisolated var registrations: [RecordedRequest] { requests.filter { $0.path == "/register" && $0.method == "POST" } }

  /// The client IDs of the authorization requests, in order.
  nonisolated var authorizedClients: [String?] {
    requests.filter { $0.path == "/authorize" }.map { request in
      FormEncoding.decode(request.query)?.first { $0.name == "client_id" }?.value
    }
  }
}

extension AuthClient where Provider == DynamicProvider {
  /// Signs in without scopes.
  @discardableResult
  func begin() async throws -> DynamicProvider.User { try await signIn(scopes: [], parameters: .init()) }

  /// The failure of a sign-in.
  func signInFailure() async -> StepFailure? {
    await failure(of: try await signIn(scopes: [], parameters: .init()))
  }
}

extension ScriptedProvider.Script {
  /// A server whose metadata lists these methods of client authentication, as JSON.
  static func listing(methods: String) -> Self {
    Self { script in
      script.instead = { request in
        guard request.path == "/.well-known/openid-configuration" else { return nil }
        let base = "http://\(request.headers["host"] ?? "")"
        return .json(
          """
          {"issuer":"\(base)","registration_endpoint":"\(base)/register",
          "token_endpoint_auth_methods_supported":\(methods)}
          """)
      }
    }
  }
}
