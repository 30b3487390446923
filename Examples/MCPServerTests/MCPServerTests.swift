import AuthRuntime
import AuthTesting
import Foundation
import Hummingbird
import Testing

@testable import MCPServer

/// An authorization server that registers clients, and issues JWTs for resources.
private enum Login: DescribedProvider {
  typealias ErrorCode = AnyErrorCode

  static let configuration = ProviderConfiguration.openIDConnect(issuer: "https://login.example") {
    $0.client.registration = .dynamic
    $0.authorization.resources = .optional
  }
}

/// The example's server, with a client of the official SDK for Python.
@Suite struct `The MCP server of the examples` {
  @Test func `A client of the official SDK registers, signs the user in, and calls the tool`() async throws {
    try await withServer(tokensFor: nil) { url in
      let outcome = try await client(url)
      #expect(outcome.output == "The notes of alice\n", "\(outcome.errors)")
    }
  }

  @Test func `A token for another server is rejected`() async throws {
    try await withServer(tokensFor: "https://other.example/mcp") { url in
      let outcome = try await client(url)
      #expect(outcome.status != 0 && outcome.output == "", "\(outcome.errors)")
    }
  }

  /// Runs the server and an authorization server that registers clients.
  ///
  /// - Parameter audience: The audience of the tokens, or `nil` for the resource that the client requests.
  private func withServer(tokensFor audience: String?, _ body: @Sendable (URL) async throws -> Void) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(Int.random(in: 20_000...29_999))/mcp"))
    try await ScriptedProvider.run(as: Login.self) { provider in
      await provider.rewrite {
        $0.user = TestUser("alice", accessTokenClaims: audience.map { ["aud": .string($0)] } ?? [:])
      }
      let application = try await MCPServer.application(
        at: url, issuer: provider.configuration.server.issuer?.text ?? "")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.runService(gracefulShutdownSignals: []) }
        try await body(url)
        group.cancelAll()
      }
    }
  }

  /// Runs the client, and waits for its end.
  private func client(_ url: URL) async throws -> (status: Int32, output: String, errors: String) {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let environment = ProcessInfo.processInfo.environment
    let state = environment["AUTH_TEST_STATE"] ?? repository.appendingPathComponent(".build/auth-test").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: state + "/mcp-python/bin/python")
    process.arguments = [
      "-B", repository.appendingPathComponent("scripts/lib/identity-server/mcp/client.py").path, url.absoluteString,
    ]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}
