import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A bank on loopback that asks its users on their phones.
struct BackchannelProvider {
  static let configuration = ProviderConfiguration.openIDConnect(issuer: "https://bank.example") { it in
    it.server.backchannelAuthenticationEndpoint = "https://bank.example/bc-authorize"
    it.server.tokenEndpoint = "https://bank.example/token"
    it.server.jwksURI = "https://bank.example/keys"
    it.idToken?.algorithms = [.es256]
    it.client.authentication = [.clientSecretPost]
  }

  let scripted: ScriptedProvider
  /// The waits of the client, which end immediately.
  let clock = RecordingClock()

  static func run(
    script change: @Sendable (inout ScriptedProvider.Script) -> Void = { _ in },
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }, _ test: (BackchannelProvider) async throws -> Void
  ) async throws {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(
        as: configuration.changed(adjust), script: ScriptedProvider.Script(change))
      do { try await test(BackchannelProvider(scripted: provider)) } catch {
        await provider.stop()
        throw error
      }
      await provider.stop()
    }
  }

  func client(
    secret: Secret? = Secret("s3cret-of-the-bank"), key: ClientKey? = nil, certificate: ClientCertificate? = nil,
    now: @escaping @Sendable () -> Date = { Date() }, transport: any HTTPTransport = AuthEnvironment.platformTransport,
    changing adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> AuthClient<DynamicProvider> {
    AuthClient(
      configuration: scripted.configuration.changed(adjust), variables: [:], clientID: "app", clientSecret: secret,
      key: key, certificate: certificate, redirect: .loopback(),
      environment: AuthEnvironment(transport: transport, now: now, clock: clock))
  }

  /// The fields of the requests to a path.
  func fields(at path: String) -> [[String: String]] {
    scripted.requests.filter { $0.path == path }.map { request in
      Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }

  /// The failure of a sign-in.
  func failure(
    of client: AuthClient<DynamicProvider>, _ request: BackchannelRequest = BackchannelRequest(.login("ada"))
  ) async -> StepFailure? {
    await TestSupport.failure(
      StepFailure.self, of: try await client.signInOverBackchannel(request, scopes: ["openid"]))
  }
}

/// A clock on which every wait ends immediately and is recorded.
final class RecordingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let waits = Locked<[Duration]>([])
  /// Called at the start of each wait.
  let onWait = Locked<@Sendable () -> Void>({})
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  /// The waits in whole seconds, rounded up.
  var waited: [Duration] { waits.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let seconds = (deadline - now).components.seconds
    waits.withLock { $0.append(.seconds(seconds + 1)) }
    onWait.withLock { $0 }()
    try Task.checkCancellation()
  }
}

extension ProviderConfiguration {
  func changed(_ change: (inout ProviderConfiguration) -> Void) -> ProviderConfiguration {
    var copy = self
    change(&copy)
    return copy
  }
}

extension StepFailure {
  /// The code of the server's error.
  var serverCode: String? { if case .server(_, let error) = self { error.code } else { nil } }
}
