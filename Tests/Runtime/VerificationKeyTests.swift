import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// Algorithms, signatures, and keys.
extension `ID tokens` {
  @Test(arguments: ["none", "None", "HS256", "RS256", "es256", ""])
  func `An algorithm that the descriptor doesn't list is rejected`(name: String) async throws {
    #expect(
      try await rejection { $0.header = ["alg": .string(name)] } == .idToken(.algorithmNotAllowed(name)))
  }

  @Test func `An unsigned token is rejected`() async throws {
    let unsigned: @Sendable (String) -> String = { token in
      let payload = token.split(separator: ".")[1]
      return Base64URL.encode(Data(#"{"alg":"none"}"#.utf8)) + ".\(payload)."
    }
    #expect(try await rejection { $0.idToken = unsigned } == .idToken(.algorithmNotAllowed("none")))
  }

  @Test func `A changed signature, payload, or key is rejected`() async throws {
    let other = TokenSigner()
    #expect(
      try await rejection { script in
        script.idToken = { $0.prefix { $0 != "." } + $0.dropFirst($0.prefix { $0 != "." }.count).dropLast(4) + "AAAA" }
      } == .idToken(.invalidSignature))
    #expect(
      try await rejection { script in
        script.idToken = { token in
          var parts = token.split(separator: ".").map(String.init)
          let payload = String(decoding: Base64URL.decode(parts[1]) ?? Data(), as: UTF8.self)
          parts[1] = Base64URL.encode(Data(payload.replacingOccurrences(of: "user-1", with: "user-2").utf8))
          return parts.joined(separator: ".")
        }
      } == .idToken(.invalidSignature))
    #expect(
      try await rejection { $0.idToken = { _ in (try? other.token(claims: ["sub": .string("x")])) ?? "" } }
        == .idToken(.invalidSignature))
  }

  @Test func `The client finds a new signing key, and doesn't request keys for every token`() async throws {
    try await withProvider { provider in
      let time = AdjustableTime()
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), now: { time.now }))
      let keyRequests = { provider.requests.filter { $0.path == "/keys" }.count }
      _ = try await client.signIn(scopes: [], parameters: .init())
      for number in 2...3 {
        await provider.rewrite { $0.tokenSigner = TokenSigner(keyID: "key-\(number)") }
        _ = try await client.signIn(scopes: [], parameters: .init())
        #expect(keyRequests() == number, "every rotation is found immediately")
      }
      await provider.rewrite { $0.header = ["kid": .string("unknown")] }
      for _ in 1...2 {
        #expect(
          await failure(of: try await client.signIn(scopes: [], parameters: .init()))
            == .idToken(.noMatchingKey))
        #expect(keyRequests() == 4, "no request during the cooldown")
      }
      time.advance(by: 10)
      #expect(
        await failure(of: try await client.signIn(scopes: [], parameters: .init()))
          == .idToken(.noMatchingKey))
      #expect(keyRequests() == 5)
    }
  }

  @Test func `A token without a key ID is verified with newly fetched keys before it is rejected`() async throws {
    let script = ScriptedProvider.Script { $0.header = ["kid": .null] }
    let nameless: @Sendable (inout ScriptedProvider.Script) -> Void = { $0.tokenSigner = TokenSigner(keyID: "key-2") }
    try await withProvider(script: script) { provider in
      let time = AdjustableTime()
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), now: { time.now }))
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite(nameless)
      time.advance(by: 10)
      _ = try await client.signIn(scopes: [], parameters: .init())
    }
  }

  @Test func `Keys are fetched again if the clock was set back`() async throws {
    try await withProvider { provider in
      let time = AdjustableTime()
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), now: { time.now }))
      _ = try await client.signIn(scopes: [], parameters: .init())
      time.advance(by: -30)
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(provider.requests.filter { $0.path == "/keys" }.count == 2)
    }
  }
}
