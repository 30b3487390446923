import AuthRuntime
import Foundation
import TestSupport
import Testing

/// The identity server that the project's script installs and starts: not ours, with TLS from a private authority.
struct IdentityServer: Sendable {
  enum Style: String, Sendable {
    /// Auth0's paths.
    case auth0
    /// Scalekit's paths.
    case scalekit
  }

  let style: Style
  private let info: [String: String]

  /// Starts a server with an empty database. Fails, and never skips, when it cannot be started.
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
    _ = try await Self.script("stop", style)
  }

  /// Puts a new signing key in front of the others.
  func rotateKeys() async throws {
    let outcome = try await Self.script("rotate", style)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private static func script(_ verb: String, _ style: Style) async throws -> Command.Outcome {
    try await Command.run(Repository.file("scripts/identity-server"), [verb, style.rawValue])
  }

  var issuer: String { info["ISSUER"] ?? "" }
  /// Host and port.
  var authority: String { "localhost:\(info["PORT"] ?? "")" }
  var trustRoot: URL { URL(fileURLWithPath: info["CA_FILE"] ?? "") }
  var confidentialSecret: Secret { Secret(info["CONFIDENTIAL_SECRET"] ?? "") }
  var resource: String { info["RESOURCE"] ?? "" }

  /// The platform's transport, trusting this server's authority and no other.
  func transport() throws -> any HTTPTransport {
    try AsyncHTTPTransport(trustRoot: trustRoot)
  }
}

/// Starts both servers for a suite and stops them afterwards.
struct IdentityServers: SuiteTrait, TestScoping {
  @TaskLocal static var running: [IdentityServer.Style: IdentityServer] = [:]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    let servers = [try await IdentityServer.start(.auth0), try await IdentityServer.start(.scalekit)]
    let result: Result<Void, any Error>
    do {
      try await Self.$running.withValue(Dictionary(uniqueKeysWithValues: servers.map { ($0.style, $0) })) {
        try await body()
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    for server in servers { try await server.stop() }
    try result.get()
  }

  static func server(_ style: IdentityServer.Style) throws -> IdentityServer {
    try #require(running[style])
  }
}

extension Trait where Self == IdentityServers {
  /// A real identity server under each provider's paths.
  static var identityServers: Self { IdentityServers() }
}
