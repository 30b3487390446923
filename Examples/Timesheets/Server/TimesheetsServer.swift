import ArgumentParser
import AuthRuntime
import Foundation
import Hummingbird
import TimesheetsAPI
import TimesheetsAuth

/// Serves the timesheets of users who have signed in with Auth0.
@main
struct TimesheetsServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timesheets-server", abstract: "An API that trusts the tokens of your Auth0 tenant.")

  @Option(help: "Your tenant's domain.")
  var domain: String

  @Option(help: "The API's identifier at Auth0.")
  var audience: String

  @Option(help: "Where to listen, on 127.0.0.1.")
  var port = 8080

  @Option(help: "Trust exactly the authorities in this PEM file, for a server of your own.")
  var trustRoot: String?

  func run() async throws {
    guard let resource = URL(string: "http://127.0.0.1:\(port)/timesheets") else { throw ExitCode.failure }
    // Clients that found the API by its metadata ask for its address (RFC 8707), others for its identifier.
    let api = Auth0.API(
      domain: domain, audiences: [audience, resource.absoluteString], environment: try environment())
    // A server that cannot verify must not start.
    do {
      try await api.checkReadiness()
    } catch {
      print("cannot start: \(error) → \(error.recovery)")
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
