import AuthRuntime
import AuthTesting
import Crypto
import Foundation
import HTTPTypes

/// Measures proofs of possession, alone and in requests to an API on this machine.
struct BoundTokens: Sendable {
  private let server: Server
  private let browser: ReturningBrowser
  private let redirect: Redirect

  init(_ key: SigningKey) throws {
    server = Server(key)
    browser = ReturningBrowser(server: server)
    guard let url = URL(string: Server.callback) else { throw Verification.Rejected() }
    redirect = .url(url)
  }

  private func signedIn(_ use: ProviderConfiguration.DPoPRules.Use) async throws -> AuthClient<DynamicProvider> {
    var configuration = server.configuration()
    configuration.client.dpop.use = use
    let transport = SplitTransport(provider: server)
    let client = AuthClient<DynamicProvider>(
      configuration: configuration, variables: [:], clientID: Server.clientID, redirect: redirect,
      environment: AuthEnvironment(transport: transport, browser: browser))
    await browser.handOver(to: client)
    _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
    return client
  }

  /// Compares a proof with the signature alone.
  func proof() async throws -> Timing {
    let client = try await signedIn(.required)
    let token = try await client.accessToken()
    guard let url = URL(string: "https://api.example.com/accounts?page=2") else { throw Verification.Rejected() }
    let request = HTTPRequest(method: .get, url: url)
    guard let text = try await client.proof(for: request, accessToken: token)?.reveal() else {
      throw Verification.Rejected()
    }
    let (key, message) = (
      P256.Signing.PrivateKey(), Data(text.split(separator: ".").dropLast().joined(separator: ".").utf8)
    )
    return try await Timing {
      _ = try await client.proof(for: request, accessToken: token)
    } against: {
      _ = try key.signature(for: message).rawRepresentation
    }
  }

  /// Compares requests to an API with and without a proof.
  func requests() async throws -> Timing {
    let api = try await ScriptedServer.start { _ in .json("{}") }
    let (bound, bearer) = (try await signedIn(.required), try await signedIn(.none))
    let url = "\(api.url)/accounts"
    let timing = try await Timing {
      _ = try await bound.data(from: url)
    } against: {
      _ = try await bearer.data(from: url)
    }
    await api.stop()
    return timing
  }
}

/// Sends requests to the provider without a network, and those to an API with the platform's transport.
private struct SplitTransport: HTTPTransport {
  let provider: Server
  let platform = AuthEnvironment.platformTransport

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    if request.scheme == "http" { return try await platform.send(request, body: body, options: options) }
    return try await provider.send(request, body: body, options: options)
  }
}
