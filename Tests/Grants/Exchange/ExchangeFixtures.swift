import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// The type of a JWT as a token (RFC 8693 §3).
let jwt = "urn:ietf:params:oauth:token-type:jwt"

/// The parameters of the exchanges that a provider received.
func exchanges(_ provider: ScriptedProvider, _ name: String = "subject_token") -> [[String: String]] {
  provider.requests.filter { $0.path.hasSuffix("token") }.compactMap { request in
    let fields = Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { $1 }
    return fields[name] == nil ? nil : fields
  }
}

/// Runs a test with a signed-in client.
func signedIn(
  store: any CredentialStore = MemoryCredentialStore(), now: @escaping @Sendable () -> Date = { Date() },
  _ test: (ScriptedProvider, Vault.Client) async throws -> Void
) async throws {
  try await ScriptedProvider.run(as: Vault.self) { provider in
    await provider.rewrite { $0.now = now }
    let environment = AuthEnvironment(browser: FollowingBrowser(), store: store, now: now)
    let vault = provider.client(Vault.self, environment: environment)
    _ = try await vault.signIn(scopes: [.openid, "offline_access"])
    try await test(provider, vault)
  }
}
