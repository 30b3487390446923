import AuthRuntime
import AuthTesting
import Foundation
import Hummingbird
import TimesheetsAPI
import TimesheetsAuth

/// Measures the Timesheets API.
///
/// `serve none` and `serve cached` serve the API, and its list without verification. `memory COUNT` verifies that many
/// tokens and prints the memory that remains in use. `start` prints the time that a scripted provider takes to start.
@main
enum APIBenchmarks {
  static let audience = "https://api.example"
  /// The number of tokens that an API receives in turn.
  static let callers = 500

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "serve": try await serve(arguments.last == "cached" ? .standard : .none)
    case "memory": try await memory(count: Int(arguments.dropFirst().first ?? "") ?? 100_000)
    case "start": try await start()
    default: fatalError("expected serve, memory or start")
    }
  }

  /// A provider whose access tokens are signed with one algorithm.
  static func configuration(_ algorithm: SignatureAlgorithm) -> ProviderConfiguration {
    ProviderConfiguration(id: "bench", name: "Bench") { it in
      it.server.issuer = "https://id.example"
      it.server.authorizationEndpoint = "https://id.example/authorize"
      it.server.tokenEndpoint = "https://id.example/token"
      it.server.jwksURI = "https://id.example/keys"
      it.discovery.mode = .none
      it.idToken?.algorithms = [algorithm]
      it.accessToken.format = .jwt
      it.accessToken.types = ["at+jwt"]
    }
  }

  /// Prints the port and the callers' tokens. Serves the Timesheets API, and the response at `/open` without
  /// verification, until standard input ends.
  static func serve(_ cache: TokenCachePolicy) async throws {
    let provider = try await ScriptedProvider.start(as: Auth0.configuration)
    let api = provider.api(Auth0.self, audiences: [audience], cache: cache)
    try await api.checkReadiness()
    guard let resource = URL(string: "\(audience)/timesheets") else { return }
    let timesheets = TimesheetsAPI(verifying: api, resource: resource)
    let router = try timesheets.router()
    router.get("open") { _, _ in try await timesheets.list(of: TestUser.ada.subject) }
    var tokens: [String] = []
    for _ in 0..<callers {
      let token = try await provider.accessToken(
        audience: audience, scopes: ["read:timesheets"], lifetime: .seconds(3600))
      tokens.append(token.reveal())
    }
    let line = tokens.joined(separator: " ")
    let server = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        // Write immediately, without buffering.
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0) \(line)\n".utf8))
      })
    // Exit when the parent process ends.
    Thread.detachNewThread {
      while readLine() != nil {}
      exit(0)
    }
    try await server.runService()
    await provider.stop()
  }

  /// Prints the megabytes that a process gained after verifying that many distinct tokens, including its cache.
  static func memory(count: Int) async throws {
    let provider = try await ScriptedProvider.start(as: configuration(.es256))
    let api = ResourceServer<DynamicProvider>(
      configuration: provider.configuration, variables: [:], audiences: [audience])
    func verify(_ number: Int) async throws {
      for _ in 0..<number {
        _ = try await api.caller(bearing: try await provider.accessToken(audience: audience, scopes: ["read"]))
        await provider.forgetAccessTokens()
      }
    }
    // First do the work that every process does that verifies tokens.
    try await verify(50)
    let before = try residentMegabytes()
    try await verify(count)
    print(try residentMegabytes() - before)
  }

  struct Unmeasurable: Error {}

  static func residentMegabytes() throws -> Double {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else { throw Unmeasurable() }
    return pages * Double(getpagesize()) / 1e6
  }

  /// Prints the milliseconds of the fastest of twenty starts, and of the first.
  static func start() async throws {
    var times: [Double] = []
    for _ in 0..<20 {
      let begin = ContinuousClock.now
      let provider = try await ScriptedProvider.start(as: configuration(.rs256))
      times.append((ContinuousClock.now - begin) / .milliseconds(1))
      await provider.stop()
    }
    print(times.min() ?? 0, times.first ?? 0)
  }
}
