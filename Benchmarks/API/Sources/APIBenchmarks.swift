import AuthRuntime
import AuthTesting
import Foundation
import Hummingbird
import TimesheetsAPI

/// `serve` serves one resource with and without verification; `memory COUNT` verifies as many tokens and says what that
/// leaves behind; `start` says how long a scripted provider takes to start.
@main
enum APIBenchmarks {
  static let audience = "https://api.example"

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "serve": try await serve()
    case "memory": try await memory(count: Int(arguments.dropFirst().first ?? "") ?? 100_000)
    case "start": try await start()
    default: print("expected serve, memory or start")
    }
  }

  /// Access tokens that are signed with one algorithm.
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

  static func api(of provider: ScriptedProvider, _ cache: TokenCachePolicy) -> ResourceServer<DynamicProvider> {
    ResourceServer(configuration: provider.configuration, variables: [:], audiences: [audience], cache: cache)
  }

  /// Prints the port and a token, and serves until it is killed.
  static func serve() async throws {
    let provider = try await ScriptedProvider.start(as: configuration(.rs256))
    let router = Router(context: CallerContext<DynamicProvider>.self)
    let metadata = ProtectedResourceMetadata(resource: URL(fileURLWithPath: "/"), authorizationServers: [])
    router.get("open") { _, _ in "[]" }
    for (name, cache) in [("verified", TokenCachePolicy.none), ("cached", .standard)] {
      router.group(RouterPath(name))
        .add(middleware: BearerMiddleware(api: api(of: provider, cache), realm: "bench", metadata: metadata))
        .get { _, context in
          _ = try context.caller(who: .scope("read"))
          return "[]"
        }
    }
    let token = try await provider.accessToken(audience: audience, scopes: ["read"], lifetime: .seconds(3600))
    let server = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        print("\(channel.localAddress?.port ?? 0) \(token.reveal())")
        fflush(nil)
      })
    try await server.runService()
  }

  /// Prints the megabytes that a process gained with so many distinct tokens, after a tenth as many that are not counted.
  static func memory(count: Int) async throws {
    let provider = try await ScriptedProvider.start(as: configuration(.es256))
    let api = api(of: provider, .standard)
    func verify(_ number: Int) async throws {
      for _ in 0..<number {
        _ = try await api.caller(bearing: try await provider.accessToken(audience: audience, scopes: ["read"]))
        await provider.forgetAccessTokens()
      }
    }
    try await verify(count / 10)
    let before = residentMegabytes()
    try await verify(count)
    print(residentMegabytes() - before)
  }

  static func residentMegabytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(getpagesize()) / 1e6
  }

  /// Prints the milliseconds of the quickest of twenty starts, and of the first.
  static func start() async throws {
    var times: [Double] = []
    for _ in 0..<20 {
      let begin = ContinuousClock.now
      let provider = try await ScriptedProvider.start(as: configuration(.rs256))
      times.append(Double((ContinuousClock.now - begin).components.attoseconds) / 1e15)
      await provider.stop()
    }
    print(times.min() ?? 0, times.first ?? 0)
  }
}
