import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

@Suite struct `A scripted provider's refresh tokens` {
  /// Signs in, and uses the session's refresh tokens by number. The first one is 0.
  ///
  /// - Returns: Whether each use succeeded.
  private func uses(_ numbers: [Int], _ rotation: RefreshRotation, waiting: TimeInterval = 0) async throws -> [Bool] {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.rotation = rotation }
      let client = provider.client(Auth0.self)
      _ = try await client.signIn(scopes: [.openid, .offlineAccess])
      var tokens = [try #require(try await client.credential()?.refreshToken)]
      var outcomes: [Bool] = []
      for number in numbers {
        let form = "grant_type=refresh_token&client_id=test-client&refresh_token=\(tokens[number].reveal())"
        let endpoint = try #require(provider.configuration.server.tokenEndpoint.flatMap { URL(string: $0.text) })
        let response = try await AuthEnvironment.platformTransport.send(
          TransportRequest(
            method: .post, url: endpoint, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Data(form.utf8)))
        outcomes.append(response.status == 200)
        if let new = JSONValue(parsing: response.body)?.object?["refresh_token"]?.string { tokens.append(Secret(new)) }
        let time = Date().addingTimeInterval(waiting)
        await provider.rewrite { $0.now = { time } }
      }
      return outcomes
    }
  }

  @Test(
    arguments: [
      ([0, 0, 0], .none, 0, [true, true, true]),
      ([0, 1, 2], .oneUse, 0, [true, true, true]),
      ([0, 0, 1], .oneUse, 0, [true, false, true]),
      ([0, 0, 1], .reuseDetected(), 0, [true, false, false]),
      ([0, 0, 1], .reuseDetected(overlap: .seconds(60)), 0, [true, true, true]),
      ([0, 1, 0, 2], .reuseDetected(overlap: .seconds(60)), 0, [true, true, false, false]),
      ([0, 0, 1], .reuseDetected(overlap: .seconds(60)), 61, [true, false, false]),
    ] as [([Int], RefreshRotation, TimeInterval, [Bool])])
  func `A refresh token works as often as the provider's rotation allows`(
    numbers: [Int], rotation: RefreshRotation, waiting: TimeInterval, expected: [Bool]
  ) async throws {
    #expect(try await uses(numbers, rotation, waiting: waiting) == expected)
  }
}

@Suite struct `A scripted provider's access tokens` {
  @Test func `Access tokens of a sign-in and of a refresh live as long as the script says`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.accessTokenLifetime = .seconds(5) }
      let client = provider.client(Auth0.self)
      _ = try await client.signIn(scopes: [.openid, .offlineAccess], audience: "https://api.acme.com")
      for _ in 0..<2 {
        let expiry = try #require(try await client.credential()?.expiresAt)
        #expect(expiry.timeIntervalSinceNow <= 5)
        _ = try await client.refresh()
      }
    }
  }
}
