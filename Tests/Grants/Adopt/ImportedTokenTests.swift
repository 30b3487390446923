import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The tokens of an import` {
  private func failure(_ move: Move, _ client: AuthClient<DynamicProvider>, _ old: ImportedCredential) async
    -> StepFailure?
  {
    await adoptionFailure { () throws(StepFailure) in try await client.adopt(old) }
  }

  @Test func `A refresh token alone is rejected before a request if the provider doesn't refresh tokens`() async throws
  {
    try await Move.run(.left { $0.refresh = nil }) { move async throws in
      let before = move.provider.requests.count
      let old = ImportedCredential(refreshToken: Secret("refresh-1"), idToken: move.old.idToken)
      #expect(await failure(move, move.client(), old) == .adoption(.noUsableToken))
      #expect(move.provider.requests.count == before)
    }
  }

  @Test func `An access token without a refresh token is adopted without a refresh`() async throws {
    try await Move.run { move async throws in
      let client = move.client()
      let old = ImportedCredential(accessToken: move.old.accessToken, idToken: move.old.idToken)
      #expect(try await client.adopt(old).subject == "user-1")
      #expect(try await client.credential()?.accessToken == move.old.accessToken)
      #expect(move.refreshes == 0)
    }
  }

  @Test func `Tokens that identify no user start no session`() async throws {
    let configuration = ProviderConfiguration.left { it in
      it.idToken?.required = false
      it.userInfo.sources = [.idToken]
    }
    try await Move.run(configuration) { move async throws in
      await move.provider.rewrite { $0.tokens = { $0["id_token"] = nil } }
      let client = move.client()
      let old = ImportedCredential(refreshToken: move.old.refreshToken)
      #expect(await failure(move, client, old) == .response(.unknownUser))
      #expect(try await client.credential() == nil)
    }
  }

  @Test func `If the new ID token couldn't be verified, the refresh token isn't sent`() async throws {
    try await Move.run { move async throws in
      var configuration = move.provider.configuration
      (configuration.server.jwksURI, configuration.discovery.mode) = (nil, .none)
      let client = AuthClient<DynamicProvider>(
        configuration: configuration, variables: [:], clientID: "test-client", redirect: .loopback(),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      let old = ImportedCredential(refreshToken: move.old.refreshToken)
      #expect(await failure(move, client, old) == .configuration(.missingEndpoint(.keys)))
      #expect(move.refreshes == 0)
    }
  }

  @Test func `Too many scopes and values that are too long are rejected before a request`() async throws {
    try await Move.run { move async throws in
      let token = try #require(move.old.refreshToken)
      let long = String(repeating: "a", count: (1 << 17) + 1)
      let imports = [
        ImportedCredential(refreshToken: token, scopes: (0...1000).map { "scope-\($0)" }),
        ImportedCredential(refreshToken: token, scopes: [long]),
        ImportedCredential(refreshToken: token, clientID: long),
        ImportedCredential(refreshToken: token, clientSecret: Secret(long)),
      ]
      let client = move.client()
      for old in imports { #expect(await failure(move, client, old) == .adoption(.noUsableToken)) }
      #expect(move.refreshes == 0)
      let most = ImportedCredential(refreshToken: token, scopes: (0..<1000).map { "scope-\($0)" })
      #expect(try await client.adopt(most).subject == "user-1")
    }
  }
}
