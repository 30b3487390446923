import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `ID tokens` {
  /// The failure of a sign-in whose ID token was changed.
  func rejection(
    _ configuration: ProviderConfiguration = .plain, parameters: AuthorizationParameters = .init(),
    _ change: (inout ScriptedProvider.Script) -> Void
  ) async throws -> StepFailure? {
    try await withProvider(configuration, script: .init(change)) { provider in
      await failure(of: try await provider.client().signIn(scopes: [], parameters: parameters))
    }
  }

  @Test func `A valid ID token is accepted, and its claims are typed`() async throws {
    try await withProvider { provider in
      let user = try await provider.client().signIn(scopes: ["profile"], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(user.name == "Ada")
      #expect(user.email == "ada@example.test")
      #expect(user.isEmailVerified == false)
    }
  }

  @Test(arguments: [
    ("iss", JSONValue.string("https://evil.example"), TokenRejection.issuerMismatch),
    ("aud", .string("other"), .audienceMismatch),
    ("aud", .array([.string("other")]), .audienceMismatch),
    ("aud", .array([.string("test-client"), .string("other")]), .untrustedAudience("other")),
    ("aud", .array([.string("test-client"), .string("test-client")]), .audienceMismatch),
    ("aud", .array([.string("test-client"), .integer(1)]), .audienceMismatch),
    ("aud", .null, .audienceMismatch),
    ("azp", .string("other"), .audienceMismatch),
    ("exp", .integer(1_000_000_000), .expired),
    ("exp", .string("tomorrow"), .claim(.wrongClaimType("exp", expected: "a time in seconds since 1970"))),
    ("exp", .null, .claim(.missingClaim("exp"))),
    ("iat", .integer(9_000_000_000), .notYetValid),
    ("iat", .null, .claim(.missingClaim("iat"))),
    ("nbf", .integer(9_000_000_000), .notYetValid),
    ("nonce", .string("other"), .nonceMismatch),
    ("nonce", .string(""), .nonceMismatch),
    ("nonce", .null, .nonceMismatch),
    ("sub", .null, .claim(.missingClaim("sub"))),
    ("sub", .string(""), .claim(.missingClaim("sub"))),
  ])
  func `A wrong claim in an ID token is rejected by name`(name: String, value: JSONValue, expected: TokenRejection)
    async throws
  {
    #expect(try await rejection { $0.claims = { $0[name] = value } } == .idToken(expected))
  }

  @Test(
    arguments: [
      (.reject, ["test-client"], "test-client", .untrustedAudience("api")),
      (.reject, ["test-client", "api"], "test-client", nil),
      (.reject, ["test-client", "api"], nil, .audienceMismatch),
      (.reject, ["test-client", "api"], "api", .audienceMismatch),
      (.reject, ["{client_id}", "api"], "test-client", nil),
      (.reject, ["{client_id}", "api"], "api", .audienceMismatch),
      (.reject, ["api"], "api", .untrustedAudience("test-client")),
      (.reject, ["test-client", "api"], "other", .audienceMismatch),
      (.allow, ["test-client"], "test-client", nil),
      (.allow, ["test-client"], nil, .audienceMismatch),
      (.allow, ["test-client"], "api", .audienceMismatch),
    ] as [(ProviderConfiguration.IDTokenRules.OtherAudiences, [TextTemplate], String?, TokenRejection?)])
  func `Another audience must be trusted, and this client must be the authorized party`(
    others: ProviderConfiguration.IDTokenRules.OtherAudiences, trusted: [TextTemplate], party: String?,
    expected: TokenRejection?
  ) async throws {
    let configuration = ProviderConfiguration.plain.with {
      $0.idToken?.otherAudiences = others
      $0.idToken?.audiences = trusted
    }
    let claims: [String: JSONValue?] = [
      "aud": .array([.string("test-client"), .string("api")]), "azp": party.map(JSONValue.string),
    ]
    #expect(
      try await rejection(configuration) { script in script.claims = { $0.merge(claims.compactMapValues { $0 }) { $1 } }
      }
        == expected.map { .idToken($0) })
  }

  @Test func `An ID token without an audience is rejected`() async throws {
    #expect(try await rejection(.plain) { $0.claims = { $0["aud"] = nil } } == .idToken(.audienceMismatch))
  }

  @Test(
    arguments: [
      (["{client_id}", "api"], ["api"], "api"), (["{client_id}", "api"], ["api"], nil),
      (["test-client", "api"], ["api"], "test-client"), (["api", "{client_id}"], ["api", "api"], "test-client"),
      (["{client_id}", "api", "other"], ["api", "other"], "test-client"),
    ] as [([TextTemplate], [String], String?)])
  func `A token without this client among its audiences is rejected, even if they are trusted`(
    listed: [TextTemplate], audiences: [String], party: String?
  ) async throws {
    for others in ProviderConfiguration.IDTokenRules.OtherAudiences.allCases {
      let configuration = ProviderConfiguration.plain.with {
        $0.idToken?.otherAudiences = others
        $0.idToken?.audiences = listed
      }
      let failure = try await rejection(configuration) { script in
        script.claims = {
          $0["aud"] = audiences.count == 1 ? .string(audiences[0]) : .array(audiences.map(JSONValue.string))
          $0["azp"] = party.map(JSONValue.string)
        }
      }
      #expect(failure == .idToken(.audienceMismatch))
    }
  }

  @Test(arguments: [
    ("exp", -59.0, nil as TokenRejection?), ("exp", -61.0, .expired),
    ("iat", 59.0, nil), ("iat", 61.0, .notYetValid),
    ("nbf", 59.0, nil), ("nbf", 61.0, .notYetValid),
  ])
  func `The leeway for exp, iat, and nbf is one minute`(name: String, offset: Double, expected: TokenRejection?)
    async throws
  {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let script = ScriptedProvider.Script {
      $0.claims = { claims in
        claims["iat"] = .number(now.timeIntervalSince1970)
        claims["exp"] = .number(now.timeIntervalSince1970 + 600)
        claims[name] = .number(now.timeIntervalSince1970 + offset)
      }
    }
    try await withProvider(script: script) { provider in
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), now: { now }))
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == expected.map { .idToken($0) })
    }
  }

  @Test func `Identifiers are compared byte by byte`() async throws {
    // The Kelvin sign is canonically equivalent to K.
    let client = "client-K"
    try await withProvider(script: .init { $0.claims = { $0["aud"] = .string("client-\u{212A}") } }) { provider in
      let failure = await failure(
        of: try await provider.client(clientID: client).signIn(scopes: [], parameters: .init()))
      #expect(failure == .idToken(.audienceMismatch))
    }
    #expect("K" == "\u{212A}" && !"K".isExactly("\u{212A}"))
  }

  @Test(arguments: [
    ("", TokenRejection.missingIDToken),
    ("a.b", .malformed("it doesn't have three parts")),
    ("a.b.c.d.e", .encrypted),
    ("!.b.c", .malformed("the header isn't valid base64url")),
    ("e30.e30.e30", .malformed("the header's alg is missing")),
    ("W10.e30.e30", .malformed("the header isn't a JSON object")),
  ])
  func `A string that isn't a signed token is rejected`(token: String, expected: TokenRejection) async throws {
    #expect(try await rejection { $0.idToken = { _ in token } } == .idToken(expected))
  }

  @Test func `A critical header extension is rejected`() async throws {
    #expect(
      try await rejection { $0.header = ["crit": .array([.string("b64")]), "b64": .bool(false)] }
        == .idToken(.criticalHeader))
  }

  @Test func `After max_age, auth_time must be recent enough`() async throws {
    var parameters = AuthorizationParameters()
    parameters.set("max_age", Duration.seconds(300))
    #expect(
      try await rejection(parameters: parameters) { $0.claims = { $0["auth_time"] = nil } }
        == .idToken(.authenticationTooOld))
    #expect(
      try await rejection(parameters: parameters) { $0.claims = { $0["auth_time"] = .number(Self.time(before: 600)) } }
        == .idToken(.authenticationTooOld))
    #expect(
      try await rejection(parameters: parameters) { $0.claims = { $0["auth_time"] = .number(Self.time(before: 200)) } }
        == nil)
  }

  /// The time at which a token is created. On a busy machine, that may take a while.
  private static func time(before seconds: Double) -> Double {
    Date().timeIntervalSince1970 - seconds
  }

  @Test func `A missing ID token is rejected if the provider must return one`() async throws {
    #expect(try await rejection { $0.tokens = { $0["id_token"] = nil } } == .idToken(.missingIDToken))
  }
}
