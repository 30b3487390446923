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
    $0.client.dpop.use = .optional
    $0.authorization.resources = .optional
    $0.accessToken.format = .jwt
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

  @Test func `A client of the official SDK can't use a server that requires tokens bound to a key`() async throws {
    try await withServer(tokensFor: nil, proofs: .required) { url in
      let outcome = try await client(url)
      #expect(outcome.status != 0 && outcome.output == "", "\(outcome.errors)")
    }
  }

  @Test(arguments: [DPoPPolicy.Use.accepted, .required])
  func `A client that supports it binds its tokens to a key, and calls the tool`(proofs: DPoPPolicy.Use) async throws {
    try await withServer(tokensFor: nil, proofs: proofs) { url in
      let notes = ResourceClient(
        resource: url.absoluteString, client: .dynamic(name: "Notes"), redirect: .loopback(ports: 30_000...32_000),
        environment: AuthEnvironment(browser: FollowingBrowser(), store: MemoryCredentialStore()))
      let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"notes"}}"#
      let (body, response) = try await notes.data(
        for: HTTPRequest(method: .post, url: url, headerFields: [.contentType: "application/json"]),
        body: Data(call.utf8), signIn: .ask())
      #expect(response.status == .ok)
      #expect(String(decoding: body, as: UTF8.self).contains("The notes of alice"))
      let credential = try #require(try await notes.credential())
      #expect(credential.keyThumbprint != nil)
    }
  }

  /// Runs the server and an authorization server that registers clients.
  ///
  /// - Parameters:
  ///   - audience: The audience of the tokens, or `nil` for the resource that the client requests.
  ///   - proofs: Whether clients may or must bind their tokens to a key.
  private func withServer(
    tokensFor audience: String?, proofs: DPoPPolicy.Use = .accepted, _ body: @Sendable (URL) async throws -> Void
  ) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(Int.random(in: 20_000...29_999))/mcp"))
    try await ScriptedProvider.run(as: Login.self) { provider in
      await provider.rewrite {
        $0.user = TestUser("alice", accessTokenClaims: audience.map { ["aud": .string($0)] } ?? [:])
      }
      let (running, signal) = AsyncStream.makeStream(of: Void.self)
      let application = try await MCPServer.application(
        at: url, issuer: provider.configuration.server.issuer?.text ?? "", proofs: proofs,
        onServerRunning: { signal.yield() })
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          // If the server can't start, the wait below ends, too.
          defer { signal.finish() }
          try await application.runService(gracefulShutdownSignals: [])
        }
        let started: Void? = await running.first { _ in true }
        if started == nil { try await group.next() }
        try #require(started != nil, "the server didn't start")
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
