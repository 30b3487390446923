import AuthTesting
import Foundation
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client's log` {
  /// The log entries at trace level as strings.
  private static func lines(_ handler: InMemoryLogHandler) -> [String] {
    handler.entries.map { "\($0.level) \($0.message) \($0.metadata)" }
  }

  private static func logger(_ handler: InMemoryLogHandler) -> Logger {
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .trace
    return logger
  }

  @Test func `The log contains every operation, and never a token, code, verifier, or secret`() async throws {
    let handler = InMemoryLogHandler()
    try await withProvider(script: .init { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }) { provider in
      let seen = Locked<[Credential]>([])
      let client = provider.client(
        clientSecret: Secret("the-client-secret"),
        environment: AuthEnvironment(browser: FollowingBrowser(), logger: Self.logger(handler)))
      func remember() async throws {
        if let credential = try await client.credential() { seen.withLock { $0.append(credential) } }
      }
      _ = try await client.signIn(scopes: ["profile"], parameters: .init())
      try await remember()
      _ = try await client.refresh()
      try await remember()
      await provider.inject(.response(.lost, of: .token))
      _ = await client.refreshFailure()
      await provider.clearFaults()
      _ = try? await client.data(from: provider.configuration.server.jwksURI?.text ?? "")
      try await client.signOut()
      _ = try await client.signIn(scopes: [], parameters: .init())
      try await remember()
      let no = ScriptedResponse.json(#"{"error":"invalid_grant"}"#, status: 400)
      await provider.rewrite { $0.instead = { $0.path == "/token" ? no : nil } }
      _ = await client.refreshFailure()

      // The values of forms, queries and headers that were sent.
      let names = [
        "code", "code_verifier", "code_challenge", "refresh_token", "token", "client_secret", "state", "nonce",
        "id_token_hint",
      ]
      var secrets = ["the-client-secret"]
      for request in provider.requests {
        for pair in [request.query, request.text].joined(separator: "&").split(separator: "&") {
          let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
          if halves.count == 2, names.contains(halves[0]) { secrets.append(halves[1]) }
        }
        secrets += request.headers["authorization"].map { [String($0.split(separator: " ").last ?? "")] } ?? []
      }
      for credential in seen.value {
        secrets += [credential.accessToken, credential.refreshToken, credential.idToken].compactMap { $0?.reveal() }
      }
      let logged = Self.lines(handler)
      #expect(secrets.count > 20)
      for secret in Set(secrets) where secret.count > 5 {
        #expect(!logged.contains { $0.contains(secret) }, "\(secret)")
      }
      for expected in [
        "info sign_in: ok", "info refresh: ok", "notice refresh: offline", "info sign_out: ok", "notice refresh: ended",
        "debug POST http://127.0.0.1", "trace sends",
      ] {
        #expect(logged.contains { $0.hasPrefix(expected) }, "\(expected) isn't in \(logged)")
      }
    }
  }

  @Test func `The log contains the steps of a refresh`() async throws {
    let handler = InMemoryLogHandler()
    try await withProvider { provider in
      let client = provider.client(
        environment: AuthEnvironment(browser: FollowingBrowser(), logger: Self.logger(handler)))
      _ = try await client.signIn(scopes: [], parameters: .init())
      let before = handler.entries.count
      _ = try await client.refresh()
      let prefix = "session: "
      let steps = handler.entries.dropFirst(before).map { "\($0.message)" }.filter { $0.hasPrefix(prefix) }
      let write: [SessionStep] = [.lock, .compare, .extend, .write, .release]
      let expected: [SessionStep] =
        [.lock, .reread, .prepare, .extend, .keepIntent] + write + [.extend, .exchange, .keepTokens] + write
        + [.verify, .keepClaims] + write + [.release]
      #expect(steps == expected.map { prefix + "\($0)" })
    }
  }

  @Test func `The log of an API contains its requests to the provider`() async throws {
    let (handler, tokenSigner) = (InMemoryLogHandler(), TokenSigner())
    let server = ScriptedTransport { _ in .keySet([tokenSigner.jwk]) }
    let api = ResourceServer<DynamicProvider>(
      configuration: .api, variables: ["domain": "id.example"], audiences: ["https://api.example"],
      environment: AuthEnvironment(transport: server, logger: Self.logger(handler)))
    try await api.checkReadiness()
    let logged = Self.lines(handler)
    #expect(logged.contains { $0.hasPrefix("debug GET https://id.example") }, "\(logged)")
  }

  @Test func `Nothing is logged unless the app sets a logger`() {
    #expect(AuthEnvironment().logger.handler is SwiftLogNoOpLogHandler)
  }
}
