import AuthRuntime
import Foundation
import TestSupport
import Testing

/// An identity server that the project's script installs and starts. The first one uses TLS with a private authority.
struct IdentityServer: Sendable {
  enum Style: String, Sendable {
    /// The server with Auth0's paths.
    case auth0
    /// The server with Scalekit's paths.
    case scalekit
    /// Another vendor's server: django-oauth-toolkit, without TLS.
    case second
    /// The first server with everything that high security requires.
    case strict
    /// A third vendor's server: idpyoidc.
    case third
    /// A protected server of the Model Context Protocol, and its authorization server.
    case mcp
    /// The same with FastMCP.
    case fastmcp
  }

  let style: Style
  private let info: [String: String]

  /// Starts a server with an empty database. If the server can't start, the test fails instead of being skipped.
  static func start(_ style: Style) async throws -> IdentityServer {
    let outcome = try await script("start", style)
    try #require(outcome.status == 0, "scripts/identity-server start \(style.rawValue): \(outcome.errors)")
    let pairs = outcome.output.split(separator: "\n").compactMap { line -> (String, String)? in
      let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return halves.count == 2 ? (halves[0], halves[1]) : nil
    }
    return IdentityServer(style: style, info: Dictionary(uniqueKeysWithValues: pairs))
  }

  func stop() async throws {
    let outcome = try await Self.script("stop", style)
    try #require(outcome.status == 0, "scripts/identity-server stop \(style.rawValue): \(outcome.errors)")
  }

  /// Adds a new signing key before the others.
  func rotateKeys() async throws {
    let outcome = try await Self.script("rotate", style)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private static func script(_ verb: String, _ style: Style) async throws -> Command.Outcome {
    try await Command.run(Repository.file("scripts/identity-server"), [verb, style.rawValue])
  }

  var issuer: String { info["ISSUER"] ?? "" }
  /// The host and port.
  var authority: String { "localhost:\(info["PORT"] ?? "")" }
  /// The certificate of the private authority, or `nil` if the server doesn't use TLS.
  var trustRoot: URL? { info["CA_FILE"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) } }
  var confidentialSecret: Secret { Secret(info["CONFIDENTIAL_SECRET"] ?? "") }
  var resource: String { info["RESOURCE"] ?? "" }
  /// The value of a line in the script's output.
  subscript(key: String) -> String { info[key] ?? "" }

  /// The platform's transport. With TLS, it trusts only this server's authority.
  func transport() throws -> any HTTPTransport {
    guard let trustRoot else { return AuthEnvironment.platformTransport }
    return try AsyncHTTPTransport(trustRoot: trustRoot)
  }
}

/// Starts servers for a suite and stops them afterward.
struct IdentityServers: SuiteTrait, TestScoping {
  @TaskLocal static var running: [IdentityServer.Style: IdentityServer] = [:]

  let styles: [IdentityServer.Style]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    var servers: [IdentityServer] = []
    let result: Result<Void, any Error>
    do {
      for style in styles { servers.append(try await IdentityServer.start(style)) }
      try await Self.$running.withValue(Dictionary(uniqueKeysWithValues: servers.map { ($0.style, $0) })) {
        try await body()
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // A server that can't be stopped doesn't keep the others running.
    for server in servers {
      do { try await server.stop() } catch { Issue.record(error, "\(server.style) is still running") }
    }
    try result.get()
  }

  static func server(_ style: IdentityServer.Style) throws -> IdentityServer {
    try #require(running[style])
  }
}

extension Trait where Self == IdentityServers {
  /// A real identity server with each provider's paths.
  static var identityServers: Self { IdentityServers(styles: [.auth0, .scalekit]) }

  /// A real identity server from another vendor.
  static var secondIdentityServer: Self { IdentityServers(styles: [.second]) }

  /// A real identity server with pushed requests, proofs of possession, signed messages, and mutual TLS.
  static var strictIdentityServer: Self { IdentityServers(styles: [.strict]) }

  /// A real identity server from a third vendor, with pushed requests and proofs of possession.
  static var thirdIdentityServer: Self { IdentityServers(styles: [.third]) }

  /// Protected servers of the Model Context Protocol.
  static var mcpServers: Self { IdentityServers(styles: [.mcp, .fastmcp]) }
}
