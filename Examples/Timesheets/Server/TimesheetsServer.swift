import ArgumentParser
import AuthRuntime
import Foundation
import Hummingbird
import TimesheetsAPI
import TimesheetsAuth

/// Serves the timesheets of users who sign in with Auth0.
@main
struct TimesheetsServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timesheets-server", abstract: "Run an API that accepts tokens of your Auth0 tenant.")

  @Option(help: "Your tenant's domain.")
  var domain: String

  @Option(help: "The API's identifier in Auth0.")
  var audience: String

  @Option(help: "The port to listen on, at 127.0.0.1.")
  var port = 8080

  @Option(help: "Trust only the certificate authorities in this PEM file.")
  var trustRoot: String?

  func run() async throws {
    guard let resource = URL(string: "http://127.0.0.1:\(port)/timesheets") else { throw ExitCode.failure }
    // Clients that discover the API through its metadata request its URL (RFC 8707). Others request its identifier.
    let api = Auth0.API(
      domain: domain, audiences: [audience, resource.absoluteString], environment: try environment())
    // A server that can't verify tokens must not start.
    do {
      try await api.checkReadiness()
    } catch {
      print("can't start: \(error) → \(error.recovery)")
      throw ExitCode.failure
    }
    let server = Application(
      router: try TimesheetsAPI(verifying: api, resource: resource).router(),
      configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: "timesheets"))
    try await server.runService()
  }

  private func environment() throws -> AuthEnvironment {
    #if canImport(Darwin)
      return .default
    #else
      guard let trustRoot else { return .default }
      return AuthEnvironment(transport: try AsyncHTTPTransport(trustRoot: URL(fileURLWithPath: trustRoot)))
    #endif
  }
}
