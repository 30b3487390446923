import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// A provider, a client, and an API that demands scopes and authentications. The API is at `/api` of the provider.
struct StepUpFixture: Sendable {
  let provider: ScriptedProvider
  let client: AuthClient<DynamicProvider>
  let api: String
  /// The responses of the API, in turn. After the last one, it responds with 200.
  let responses: Locked<[ScriptedResponse]>
  /// The tokens that the API received.
  let received = Locked<[String]>([])

  static func run(
    _ responses: [ScriptedResponse] = [], _ change: (inout ProviderConfiguration) -> Void = { _ in },
    _ body: (StepUpFixture) async throws -> Void
  ) async throws {
    let fixture = try await StepUpFixture(responses, change)
    do {
      try await body(fixture)
    } catch {
      await fixture.provider.stop()
      throw error
    }
    await fixture.provider.stop()
  }

  private init(_ responses: [ScriptedResponse], _ change: (inout ProviderConfiguration) -> Void) async throws {
    let configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example") { it in
      it.server.authorizationEndpoint = "https://id.example/authorize"
      it.server.tokenEndpoint = "https://id.example/token"
      it.server.jwksURI = "https://id.example/keys"
      it.discovery.mode = .none
      it.idToken?.algorithms = [.es256]
      it.userInfo.sources = [.idToken]
      it.client.authentication = [.none]
      change(&it)
    }
    let (queue, received) = (Locked(responses), received)
    provider = try await ScriptedProvider.start(
      as: configuration,
      script: ScriptedProvider.Script { script in
        script.instead = { request in
          guard request.path == "/api" else { return nil }
          received.withLock { $0.append(request.headers["authorization"] ?? "") }
          return queue.withLock { $0.isEmpty ? ScriptedResponse(200, body: "ok") : $0.removeFirst() }
        }
      })
    self.responses = queue
    client = provider.client()
    let token = provider.configuration.server.tokenEndpoint?.text ?? ""
    api = token.replacing("/token", with: "/api")
  }

  /// The requests of the browser, as parameters.
  var signIns: [[String: String]] {
    provider.requests.filter { $0.path == "/authorize" }.map { request in
      Dictionary((FormEncoding.decode(request.query) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }

  static func challenge(_ value: String, status: Int = 401) -> ScriptedResponse {
    ScriptedResponse(status, headers: ["WWW-Authenticate": value])
  }

  static let authentication = challenge(
    #"Bearer error="insufficient_user_authentication", acr_values="phr phrh", max_age="300""#)
  static let scope = challenge(#"Bearer error="insufficient_scope", scope="payments openid""#, status: 403)
}
