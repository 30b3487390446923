import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

extension ProviderConfiguration {
  /// A provider whose users come from another library.
  static func left(_ change: (inout ProviderConfiguration) -> Void = { _ in }) -> ProviderConfiguration {
    ProviderConfiguration(id: "left", name: "Left") { it in
      it.variables = [.init("domain", .host, example: "id.example.com")]
      it.server.issuer = "https://{domain}"
      it.server.authorizationEndpoint = "https://{domain}/authorize"
      it.server.tokenEndpoint = "https://{domain}/token"
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      it.server.revocationEndpoint = "https://{domain}/revoke"
      it.server.jwksURI = "https://{domain}/keys"
      it.scopes?.defaults = ["openid"]
      it.scopes?.required = ["openid"]
      it.refresh?.rotation = .rotate
      it.revocation.style = .rfc7009
      it.revocation.tokens = [.refreshToken]
      it.userInfo.map = ["id": "sub"]
      it.idToken?.algorithms = [.es256]
      it.errors = StandardErrors.all
      change(&it)
    }
  }
}

/// A provider, and the tokens of a user who is signed in with another library.
struct Move: Sendable {
  let provider: ScriptedProvider
  /// The tokens that the other library keeps.
  let old: ImportedCredential

  /// Signs in as the other library would, and runs a test.
  static func run(
    _ configuration: ProviderConfiguration = .left(), script: ScriptedProvider.Script = .init(),
    _ test: (Move) async throws -> Void
  ) async throws {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(as: configuration, script: script)
      let result: Result<Void, any Error>
      do { result = .success(try await test(Move(provider: provider, old: try await signIn(provider)))) } catch {
        result = .failure(error)
      }
      await provider.stop()
      try result.get()
    }
  }

  private static func signIn(_ provider: ScriptedProvider) async throws -> ImportedCredential {
    let library = provider.client()
    _ = try await library.signIn(scopes: [], parameters: AuthorizationParameters())
    let kept = try #require(try await library.credential())
    return ImportedCredential(
      refreshToken: kept.refreshToken, accessToken: kept.accessToken, expiresAt: kept.expiresAt, idToken: kept.idToken,
      scopes: kept.scopes)
  }

  /// A new client of this package. Its waits end at once.
  func client(
    keeping store: any CredentialStore = MemoryCredentialStore(), now: @escaping @Sendable () -> Date = { Date() }
  ) -> AuthClient<DynamicProvider> {
    client(keeping: store, now: now, clock: PromptClock())
  }

  /// A new client of this package that also signs in with the browser, and waits for it.
  func clientWithBrowser(keeping store: any CredentialStore = MemoryCredentialStore()) -> AuthClient<DynamicProvider> {
    client(keeping: store, now: { Date() }, clock: ContinuousClock())
  }

  private func client(
    keeping store: any CredentialStore, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>
  ) -> AuthClient<DynamicProvider> {
    provider.client(
      environment: AuthEnvironment(
        browser: FollowingBrowser(), store: store, now: now, clock: clock))
  }

  var refreshes: Int { provider.requests.filter { $0.text.contains("grant_type=refresh_token") }.count }
  var revocations: Int { provider.requests.filter { $0.path == "/revoke" }.count }

  /// Whether the other library can still refresh.
  func oldTokenWorks() async -> Bool {
    let library = client()
    do {
      _ = try await library.adopt(old)
      return true
    } catch {
      return false
    }
  }
}

/// The failure of an adoption.
func adoptionFailure<Value>(
  _ body: () async throws(AuthFailure<AnyErrorCode>) -> Value
) async -> AuthFailure<AnyErrorCode>? {
  do throws(AuthFailure<AnyErrorCode>) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

/// A clock whose sleeps end at once.
struct PromptClock: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock().now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}

/// A store for several keys that a test can make fail. It records its contents after each write.
actor JournaledStore: CredentialStore {
  typealias Contents = [CredentialKey: Data]

  private var contents: Contents
  private(set) var states: [Contents] = []
  private var failing: (@Sendable (_ write: Int) -> StoreFailure?)?
  private var unreadable = false
  private var writes = 0
  private var beforeWrite: (@Sendable (_ write: Int) async -> Void)?

  init(_ contents: Contents = [:]) { self.contents = contents }

  /// Called with the number of each write from now on.
  func fail(_ failing: (@Sendable (Int) -> StoreFailure?)?) { (self.failing, writes) = (failing, 0) }

  func makeUnreadable() { unreadable = true }

  /// Runs before each write from now on.
  func before(_ body: (@Sendable (Int) async -> Void)?) { (beforeWrite, writes) = (body, 0) }

  /// The credentials of sessions, without journals.
  var sessions: [Credential] {
    contents.filter { !$0.key.issuer.hasPrefix("adoption at ") }.values.compactMap { try? Credential(encoded: $0) }
  }

  /// The credentials of journals.
  var journals: [Credential] {
    contents.filter { $0.key.issuer.hasPrefix("adoption at ") }.values.compactMap { try? Credential(encoded: $0) }
  }

  func load(_ key: CredentialKey) throws(StoreFailure) -> Credential? {
    if unreadable { throw .corrupt }
    guard let data = contents[key] else { return nil }
    return try Credential(encoded: data)
  }

  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    try await write(credential.encoded(), key)
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) {
    if contents[key] != nil { try await write(nil, key) }
  }

  private func write(_ data: Data?, _ key: CredentialKey) async throws(StoreFailure) {
    writes += 1
    let number = writes
    await beforeWrite?(number)
    if let failure = failing?(number) { throw failure }
    contents[key] = data
    states.append(contents)
  }
}
