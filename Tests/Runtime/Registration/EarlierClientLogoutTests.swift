import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A logout token for an earlier registration` {
  private static let secrets = ["a", "b"].map { Secret(String(repeating: $0, count: 64)) }

  private func token(for clientID: String, _ provider: ScriptedProvider, _ secret: Secret) throws -> String {
    let now = Date().timeIntervalSince1970.rounded()
    return try TokenSigner(.hs256, secret: secret).token(claims: [
      "iss": .string(provider.configuration.server.issuer?.text ?? ""), "aud": .string(clientID), "jti": "j1",
      "iat": .number(now), "exp": .number(now + 120), "sub": "user-1",
      "events": .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]),
    ])
  }

  @Test(arguments: [false, true])
  func `It's accepted for the client of the session, but not with an earlier secret of the same client`(
    hasSameID: Bool
  ) async throws {
    var rules = try configuration(confidentialRegistration, over: .oidc)
    rules.idToken?.algorithms = [.hs256]
    let count = Locked(0)
    var script = ScriptedProvider.Script()
    script.tokenSigner = try TokenSigner(.hs256, secret: Self.secrets[0])
    script.registration = { members in
      let number = count.withLock { count in
        count += 1
        return count
      }
      members["client_id"] = .string(hasSameID ? "client" : "client-\(number)")
      members["client_secret"] = .string(Self.secrets[number - 1].reveal())
    }
    try await withScriptedProvider(rules, script: script) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.forgetClients()
      let signer = try TokenSigner(.hs256, secret: Self.secrets[1])
      await provider.rewrite { $0.tokenSigner = signer }
      try await client.account("new").begin()
      let ids = hasSameID ? ["client", "client"] : ["client-1", "client-2"]
      let current = try token(for: ids[1], provider, Self.secrets[1])
      #expect(try await client.verifyLogoutToken(current).subject == "user-1")
      let earlier = try token(for: ids[0], provider, Self.secrets[0])
      let failure = await failure(of: try await client.verifyLogoutToken(earlier))
      #expect(failure == (hasSameID ? StepFailure.logoutToken(.invalidSignature) : nil))
    }
  }
}
