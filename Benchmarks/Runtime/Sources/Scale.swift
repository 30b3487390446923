import AuthRuntime
import Foundation

/// Measures the memory of many callers, issuers, and sessions in one process.
///
/// Each measurement needs a process that has done nothing else, because freed memory would be used again.
struct Scale: Sendable {
  private static let audience = "https://api.example.com"

  private let key: SigningKey
  private let server: Server

  init(_ key: SigningKey) {
    self.key = key
    server = Server(key)
  }

  /// The kilobytes of a caller whose token an API remembers.
  func callers(_ count: Int = 100_000) async throws -> Double {
    let api = api(issuer: Server.issuer, cache: TokenCachePolicy(count: count, lifetime: .seconds(3600)))
    try await verify(caller: 0, by: api, issuer: Server.issuer)
    let memory = try await kilobytes(count) { try await verify(caller: $0 + 1, by: api, issuer: Server.issuer) }
    return withExtendedLifetime(api) { memory }
  }

  /// The kilobytes of an issuer: its verifier, its keys, and one remembered token.
  func issuers(_ count: Int = 1_000) async throws -> Double {
    func verifier(_ number: Int) async throws -> ResourceServer<Provider> {
      let issuer = "https://tenant-\(number).example.com"
      let api = api(issuer: issuer, cache: .standard)
      try await verify(caller: number, by: api, issuer: issuer)
      return api
    }
    // First do the work of every process that verifies tokens.
    for number in 0..<20 { _ = try await verifier(count + number) }
    var verifiers: [ResourceServer<Provider>] = []
    let memory = try await kilobytes(count) { verifiers.append(try await verifier($0)) }
    return withExtendedLifetime(verifiers) { memory }
  }

  /// The kilobytes of a session in a store that is shared by all sessions.
  func sessions(_ count: Int = 10_000) async throws -> Double {
    let store = MemoryCredentialStore()
    let credential = try await credential().encoded()
    let memory = try await kilobytes(count) { number in
      let key = CredentialKey(issuer: Server.issuer, clientID: Server.clientID, account: "user-\(number)")
      // Decoded again, so that the sessions share nothing.
      await store.save(try Credential(encoded: credential), for: key)
    }
    return withExtendedLifetime(store) { memory }
  }

  /// Returns the kilobytes of memory that the process gains with each call.
  private func kilobytes(_ count: Int, _ work: (Int) async throws -> Void) async throws -> Double {
    let before = try Native.residentMegabytes()
    for number in 0..<count { try await work(number) }
    return (try Native.residentMegabytes() - before) * 1000 / Double(count)
  }

  private func api(issuer: String, cache: TokenCachePolicy) -> ResourceServer<Provider> {
    var configuration = server.configuration()
    configuration.server.issuer = TextTemplate(issuer)
    configuration.server.jwksURI = TextTemplate("\(issuer)/keys")
    configuration.accessToken.format = .jwt
    return ResourceServer(
      configuration: configuration, variables: [:], audiences: [Self.audience], cache: cache,
      environment: AuthEnvironment(transport: server))
  }

  private func verify(caller number: Int, by api: ResourceServer<Provider>, issuer: String) async throws {
    let now = Int64(Date().timeIntervalSince1970)
    let token = try key.jwt(
      header: ["typ": "at+jwt", "kid": .string(SigningKey.name)],
      [
        "iss": .string(issuer), "aud": .string(Self.audience), "sub": .string("user-\(number)"), "client_id": "app",
        "iat": .integer(now), "exp": .integer(now + 3600), "jti": .string(UUID().uuidString), "scope": "accounts",
      ])
    guard try await api.caller(authorization: "Bearer \(token)").subject == "user-\(number)" else {
      throw Verification.Rejected()
    }
  }

  /// The credential of a user who just signed in.
  private func credential() async throws -> Credential {
    guard let url = URL(string: Server.callback) else { throw Verification.Rejected() }
    let (browser, store) = (ReturningBrowser(server: server), KeepingStore())
    let client = AuthClient<DynamicProvider>(
      configuration: server.configuration(), variables: [:], clientID: Server.clientID, redirect: .url(url),
      environment: AuthEnvironment(transport: server, browser: browser, store: store))
    await browser.handOver(to: client)
    _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
    guard let credential = await store.last else { throw Verification.Rejected() }
    return credential
  }
}

/// A store that keeps only the last credential, and ignores keys.
private actor KeepingStore: CredentialStore {
  private(set) var last: Credential?

  func load(_ key: CredentialKey) -> Credential? { last }
  func save(_ credential: Credential, for key: CredentialKey) { last = credential }
  func remove(_ key: CredentialKey) { last = nil }
}
