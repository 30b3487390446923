import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The certification's test modules that change the authorization response, or a request that follows it.
@Suite struct `Authorization responses in the certification's modules` {
  private func outcome(
    _ script: ScriptedProvider.Script, _ profile: ConformanceProfile,
    promisingIssuer: Bool = false, environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser())
  ) async throws -> StepFailure? {
    try await withServer(script: script, environment: environment) { it in
      it.authorization.responseType = profile.type
      it.authorization.responseMode = profile.mode
    } _: { client, provider in
      if promisingIssuer {
        try await provider.announce(["authorization_response_iss_parameter_supported": .bool(true)])
      }
      return await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    }
  }

  /// An environment in which the user's time is over as soon as the browser has delivered the callback.
  private static var limitedTime: AuthEnvironment {
    let clock = GatedClock()
    let browser = VisitingBrowser { url in
      try? await FollowingBrowser().open(url)
      clock.open()
    }
    return AuthEnvironment(browser: browser, clock: clock)
  }

  private static let withCodeAndToken = ConformanceProfile.all.filter {
    $0.type.includesCode && $0.type.includesIDToken
  }
  private static let withAccessToken = ConformanceProfile.all.filter(\.type.includesAccessToken)
  private static let withIDToken = ConformanceProfile.all.filter(\.type.includesIDToken)

  @Test(arguments: withCodeAndToken)
  func `invalid-chash, missing-chash: An ID token without the code's hash is rejected`(profile: ConformanceProfile)
    async throws
  {
    let wrong = ScriptedProvider.Script { $0.frontClaims = { $0["c_hash"] = .string("AAAAAAAAAAAAAAAAAAAAAA") } }
    #expect(try await outcome(wrong, profile) == .idToken(.hashMismatch("c_hash")))
    let missing = ScriptedProvider.Script { $0.frontClaims = { $0["c_hash"] = nil } }
    #expect(try await outcome(missing, profile) == .idToken(.missingHash("c_hash")))
  }

  @Test(arguments: withAccessToken)
  func `invalid-athash, missing-athash: An ID token without the access token's hash is rejected`(
    profile: ConformanceProfile
  ) async throws {
    let wrong = ScriptedProvider.Script { $0.frontClaims = { $0["at_hash"] = .string("AAAAAAAAAAAAAAAAAAAAAA") } }
    #expect(try await outcome(wrong, profile) == .idToken(.hashMismatch("at_hash")))
    let missing = ScriptedProvider.Script { $0.frontClaims = { $0["at_hash"] = nil } }
    #expect(try await outcome(missing, profile) == .idToken(.missingHash("at_hash")))
  }

  @Test(arguments: withIDToken)
  func `invalid-shash: An ID token with another state's hash is rejected`(profile: ConformanceProfile) async throws {
    let wrong = ScriptedProvider.Script { $0.frontClaims = { $0["s_hash"] = .string("AAAAAAAAAAAAAAAAAAAAAA") } }
    #expect(try await outcome(wrong, profile) == .idToken(.hashMismatch("s_hash")))
  }

  @Test(arguments: ConformanceProfile.all)
  func `invalid-authorization-response-iss, remove-authorization-response-iss: A missing or wrong issuer is rejected`(
    profile: ConformanceProfile
  ) async throws {
    let other = ScriptedProvider.Script { $0.callback = { $0.append(("iss", "https://id.example.com/other")) } }
    #expect(try await outcome(other, profile) == .callback(.issuerMixUp))
    #expect(try await outcome(.init(), profile, promisingIssuer: true) == .callback(.issuerMixUp))
    let rejection = ScriptedProvider.Script {
      $0.callback = { $0 = $0.filter { $0.name == "state" } + [("error", "access_denied")] }
    }
    #expect(try await outcome(rejection, profile, promisingIssuer: true) == .callback(.issuerMixUp))
  }

  @Test(arguments: ConformanceProfile.all)
  func `ensure-authorization-response-with-invalid-state-fails, ….-missing-state-fails: The sign-in keeps waiting`(
    profile: ConformanceProfile
  ) async throws {
    let wrong = ScriptedProvider.Script {
      $0.callback = { $0 = $0.map { ($0.name, $0.name == "state" ? "x" : $0.value) } }
    }
    let expected = StepFailure.browser(.timedOut(lastRejection: .stateMismatch))
    #expect(try await outcome(wrong, profile, environment: Self.limitedTime) == expected)
    let missing = ScriptedProvider.Script { $0.callback = { $0.removeAll { $0.name == "state" } } }
    #expect(try await outcome(missing, profile, environment: Self.limitedTime) == expected)
  }

  @Test func `form-post-error: An error in a posted response is the server's error`() async throws {
    try await withServer {
      $0.authorization.responseMode = .formPost
    } _: { client, provider in
      await provider.inject(.denial)
      let found = await failure(of: try await client.signIn())
      guard case .server(_, let error)? = found else {
        Issue.record("\(String(describing: found))")
        return
      }
      #expect((error.code, error.endpoint) == ("access_denied", .authorization))
    }
  }

  @Test(arguments: ConformanceProfile.all)
  func `encrypted-idtoken: An encrypted ID token is rejected by name`(profile: ConformanceProfile) async throws {
    let script = ScriptedProvider.Script { $0.idToken = { _ in "a.b.c.d.e" } }
    #expect(try await outcome(script, profile) == .idToken(.encrypted))
  }

  @Test(arguments: ConformanceProfile.all)
  func `signing-key-rotation: A key that is new since the last sign-in verifies the ID token`(
    profile: ConformanceProfile
  ) async throws {
    try await withServer { it in
      it.authorization.responseType = profile.type
      it.authorization.responseMode = profile.mode
    } _: { client, provider in
      for number in 1...3 {
        await provider.rewrite { $0.tokenSigner = TokenSigner(keyID: "rotated-\(number)") }
        let user = try await client.signIn(scopes: [], parameters: .init())
        #expect(user.subject == "user-1")
      }
      #expect(provider.requests.count { $0.path.hasSuffix("/keys") } == 3)
    }
  }

  @Test(arguments: ConformanceProfile.all.filter { $0.type != .idToken })
  func `userinfo-bearer-header: The access token is sent in a header`(profile: ConformanceProfile) async throws {
    try await withServer { it in
      it.authorization.responseType = profile.type
      it.authorization.responseMode = profile.mode
      it.userInfo.sources = [.idToken, .endpoint]
    } _: { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try await client.accessToken().reveal()
      let request = try #require(provider.requests.first { $0.path.hasSuffix("/userinfo") })
      #expect(request.headers["authorization"] == "Bearer \(token)")
      #expect(!request.query.contains(token))
    }
  }
}

extension ScriptedProvider {
  /// Adds members to the discovery document.
  func announce(_ members: [String: JSONValue]) async throws {
    let address = (configuration.server.issuer?.text ?? "") + "/.well-known/openid-configuration"
    let url = try #require(URL(string: address))
    let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
    let document = try #require(JSONValue(parsing: response.body)?.object).merging(members) { $1 }
    let body = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
    await rewrite { script in
      let others = script.instead
      script.instead = { $0.path.hasSuffix("openid-configuration") ? .json(body) : others($0) }
    }
  }
}
