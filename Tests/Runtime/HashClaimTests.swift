import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Hash claims in ID tokens` {
  /// The examples of OpenID Connect Core 1.0, appendices A.3, A.4, and A.6.
  @Test(arguments: [
    ("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", SignatureAlgorithm.rs256, "77QmUPtjPfzWtF2AnpK9RQ"),
    ("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", .rs256, "LDktKdoQak3Pk0cnXxCltA"),
  ])
  func `The hashes match the specification's examples`(value: String, algorithm: SignatureAlgorithm, hash: String) {
    #expect(HalfHash.of(value, signedWith: algorithm) == hash)
  }

  /// The empty string's published hashes.
  @Test(arguments: [
    ([SignatureAlgorithm.rs256, .ps256, .es256, .hs256], "e3b0c44298fc1c149afbf4c8996fb924"),
    ([.rs384, .ps384, .es384, .hs384], "38b060a751ac96384cd9327eb1b1e36a21fdb71114be0743"),
    (
      [.rs512, .ps512, .es512, .hs512, .edDSA], "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
    ),
  ])
  func `The hash is made with the hash function of the signing algorithm`(
    algorithms: [SignatureAlgorithm], hash: String
  ) throws {
    for algorithm in algorithms {
      let half = try #require(Base64URL.decode(HalfHash.of("", signedWith: algorithm)))
      #expect(half.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined() == hash)
    }
  }

  private static func half(_ text: String) -> JSONValue { .string(HalfHash.of(text, signedWith: .es256)) }

  /// Access token `t`, code `code-1`.
  @Test(
    arguments: [
      ("at_hash", half("t"), nil), ("at_hash", .null, nil), ("c_hash", half("code-1"), nil),
      ("at_hash", half("u"), .hashMismatch("at_hash")), ("at_hash", .string(""), .hashMismatch("at_hash")),
      ("at_hash", .integer(1), .hashMismatch("at_hash")), ("at_hash", .array([half("t")]), .hashMismatch("at_hash")),
      ("at_hash", .string(HalfHash.of("t", signedWith: .es512)), .hashMismatch("at_hash")),
      ("at_hash", .string(Base64URL.encode(SHA256.hash(data: Data("t".utf8)))), .hashMismatch("at_hash")),
      ("c_hash", half("code-2"), .hashMismatch("c_hash")), ("c_hash", half("t"), .hashMismatch("c_hash")),
    ] as [(String, JSONValue, TokenRejection?)])
  func `A hash claim must match the access token or code that came with the ID token`(
    name: String, value: JSONValue, expected: TokenRejection?
  ) async throws {
    let script = ScriptedProvider.Script {
      $0.claims = { $0[name] = value }
      $0.tokens = { $0["access_token"] = .string("t") }
    }
    try await withProvider(script: script) { provider in
      let failure = await failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(failure == expected.map { .idToken($0) })
    }
  }

  @Test(
    arguments: [
      ("at_hash", half("t"), nil), ("c_hash", half("c"), nil), ("s_hash", half("s"), nil), ("s_hash", .null, nil),
      ("at_hash", .null, .missingHash("at_hash")), ("c_hash", .null, .missingHash("c_hash")),
      ("at_hash", half("c"), .hashMismatch("at_hash")), ("c_hash", half("t"), .hashMismatch("c_hash")),
      ("s_hash", half("t"), .hashMismatch("s_hash")),
    ] as [(String, JSONValue, TokenRejection?)])
  func `An ID token from the browser must have the hash of the access token and code that came with it`(
    name: String, value: JSONValue, expected: TokenRejection?
  ) async throws {
    let fixture = try VerifierFixture()
    var expectation = IDTokenVerifier.Expectation()
    (expectation.accessToken, expectation.requiresAccessTokenHash) = (Secret("t"), true)
    (expectation.code, expectation.requiresCodeHash, expectation.state) = (Secret("c"), true, "s")
    let claims = fixture.claims.merging(["at_hash": Self.half("t"), "c_hash": Self.half("c")]) { $1 }
    let token = try fixture.tokenSigner.token(claims: claims.merging([name: value]) { $1 })
    #expect(await fixture.failure(of: token, expectation) == expected.map { .idToken($0) })
  }

  /// If a server repeats the response to a refresh within its grace period, it may return the first access token with an ID token
  /// for another one.
  @Test func `A refreshed ID token with the wrong access token hash leaves the session and its claims unchanged`()
    async throws
  {
    var scenario = SignInScenario("", over: .oidc)
    scenario.script.tokens = { $0["access_token"] = .string("t") }
    scenario.script.claims = {
      $0["at_hash"] = Self.half("t")
      $0["name"] = "Before"
    }
    _ = try await scenario.signIn { client, provider in
      try await client.refresh()
      let before = try await client.credential()
      await provider.rewrite {
        $0.tokens = { $0["access_token"] = .string("u") }
        $0.claims = {
          $0["at_hash"] = Self.half("t")
          $0["name"] = "After"
        }
      }
      try await client.refresh()
      let after = try await client.credential()
      #expect(after?.accessToken.reveal() == "u")
      #expect(after?.claims == before?.claims && after?.claims?["name"] == "Before")
      #expect(after?.idToken == before?.idToken)
    }
  }
}

@Suite struct `A refreshed ID token` {
  private static let rows: [(String, JSONValue, TokenRejection?)] = [
    ("sub", .string("user-2"), .subjectChanged), ("auth_time", .integer(1_700_000_000), nil),
    ("auth_time", .number(1_700_000_000), nil), ("auth_time", .null, nil),
    ("auth_time", .integer(1_700_000_001), nil),
    ("aud", .array([.string("app"), .string("b"), .string("c")]), nil),
    ("aud", .string("app"), .changedAfterRefresh("aud")), ("azp", .string("b"), .audienceMismatch),
    ("iss", .string("https://b.example"), .changedAfterRefresh("iss")),
    ("iss", .string("https://d.example"), .issuerMismatch), ("iat", .integer(1_700_000_000), nil),
    ("nonce", .string(""), nil), ("nonce", .null, nil), ("nonce", .string("x"), .nonceMismatch),
  ]

  @Test func `After max_age, a refreshed ID token must keep its auth_time`() async throws {
    var scenario = SignInScenario("", over: .oidc)
    scenario.parameters.set("max_age", Duration.seconds(600))
    let now = Int64(Date.now.timeIntervalSince1970)
    scenario.script.claims = { $0["auth_time"] = .integer(now) }
    _ = try await scenario.signIn { client, provider in
      await provider.rewrite { $0.claims = { $0["auth_time"] = .integer(now + 1) } }
      let failure = await failure(of: try await client.refresh())
      #expect(failure == .idToken(.changedAfterRefresh("auth_time")))
      let user = try await client.user()
      #expect(user != nil)
    }
  }

  @Test func `A refresh removes the claims that the new ID token lacks, and no others`() async throws {
    var scenario = SignInScenario("", over: .oidc)
    scenario.script.claims = { ($0["role"], $0["name"]) = ("admin", "Ada") }
    _ = try await scenario.signIn { client, provider in
      let before = try await client.user()
      #expect(before?.claims["role"] == "admin")
      await provider.rewrite { $0.claims = { $0["name"] = "Ada" } }
      try await client.refresh()
      let claims = try #require(try await client.credential()?.claims)
      #expect(claims["role"] == nil && claims["name"] == "Ada" && claims["nonce"] != nil)
    }
  }

  @Test(arguments: rows)
  func `A refreshed ID token keeps the issuer, user, audience, and authorized party`(
    name: String, value: JSONValue, expected: TokenRejection?
  ) async throws {
    var scenario = SignInScenario(
      "id_token: { issuer: ['https://a.example', 'https://b.example'], audience: [client_id, b, c] }", over: .oidc)
    scenario.script.claims = {
      $0["iss"] = .string("https://a.example")
      $0["auth_time"] = .integer(1_700_000_000)
      ($0["aud"], $0["azp"]) = (.array([.string("app"), .string("b")]), .string("app"))
    }
    let first = scenario.script.claims
    _ = try await scenario.signIn { client, provider in
      await provider.rewrite { script in
        script.claims = {
          first(&$0)
          $0[name] = value
        }
      }
      let failure = await failure(of: try await client.refresh())
      #expect(failure == expected.map { .idToken($0) })
    }
  }

  /// The failure of a refresh whose ID token changes a claim from one value, or none, to another.
  private func refreshFailure(
    _ snippet: String, _ name: String, _ before: JSONValue?, _ after: JSONValue?
  ) async throws -> StepFailure? {
    var scenario = SignInScenario(snippet, over: .oidc)
    scenario.settings = snippet.contains("settings.bundle") ? ["bundle": Secret("com.acme.app")] : [:]
    scenario.script.claims = { $0[name] = before }
    return try await scenario.run { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init(), timeout: .seconds(60))
      await provider.rewrite { $0.claims = { $0[name] = after } }
      return await failure(of: try await client.refresh())
    }
  }

  @Test func `A refreshed ID token may have an empty nonce if the first one had none`() async throws {
    let none = "id_token: { nonce: none }"
    #expect(try await refreshFailure(none, "nonce", .string(""), .string("")) == nil)
    #expect(try await refreshFailure(none, "nonce", nil, .string("")) == nil)
    #expect(try await refreshFailure(none, "nonce", .string(""), nil) == nil)
  }

  @Test(
    arguments: [
      ("org_1", "org_1", true), ("org_1", nil, true), (nil, nil, true), ("org_1", "org_2", false),
      (nil, "org_2", false), ("org_K", "org_\u{212A}", false),
    ] as [(String?, String?, Bool)])
  func `A refreshed ID token keeps the organization if the descriptor checks it`(
    before: String?, after: String?, isTaken: Bool
  ) async throws {
    let checked = """
      authorize: { parameters: { organization: { type: string } } }
      id_token: { checks: { org_id: "equals({authorize.organization})" } }
      """
    let (first, second) = (before.map(JSONValue.string), after.map(JSONValue.string))
    let found = try await refreshFailure(checked, "org_id", first, second)
    #expect(found == (isTaken ? nil : .idToken(.changedAfterRefresh("org_id"))))
    #expect(
      try await refreshFailure("", "org_id", first, second) == nil,
      "a claim that the descriptor doesn't check may change")
  }

  @Test func `A refreshed ID token keeps the organization if it is a nested claim`() async throws {
    let checked = """
      authorize: { parameters: { organization: { type: string } } }
      id_token: { checks: { org.id: "equals({authorize.organization})" } }
      """
    let found = try await refreshFailure(checked, "org", ["id": "a"], ["id": "b"])
    #expect(found == .idToken(.changedAfterRefresh("org.id")))
    #expect(try await refreshFailure(checked, "org", ["id": "a"], ["id": "a", "name": "new"]) == nil)
  }

  @Test func `A refreshed ID token may have another name of the organization`() async throws {
    let checked = """
      authorize: { parameters: { organization: { type: string } } }
      id_token: { checks: { org_name: "equals_lowercased({authorize.organization})" } }
      """
    #expect(try await refreshFailure(checked, "org_name", .string("acme"), .string("acme inc")) == nil)
    #expect(try await refreshFailure(checked, "org_name", nil, .string("acme")) == nil)
  }

  @Test(
    arguments: [
      (nil, "app", nil), (nil, "com.acme.app", .changedAfterRefresh("azp")), (nil, "other", .audienceMismatch),
      ("app", "com.acme.app", .changedAfterRefresh("azp")), ("com.acme.app", "com.acme.app", nil), ("app", nil, nil),
    ] as [(String?, String?, TokenRejection?)])
  func `A refreshed ID token keeps its authorized party`(before: String?, after: String?, expected: TokenRejection?)
    async throws
  {
    let names = """
      client: { settings: { bundle: { type: string, optional: true } } }
      id_token: { audience: [client_id, settings.bundle] }
      """
    let found = try await refreshFailure(names, "azp", before.map(JSONValue.string), after.map(JSONValue.string))
    #expect(found == expected.map { .idToken($0) })
  }
}
