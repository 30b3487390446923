import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

/// A server that breaks one rule. `name` is the OpenID Foundation's test module, without the prefix
/// `fapi2-security-profile-final-client-test-`. `verdict` is the expected failure, or `nil` if the client succeeds.
struct ProfileModule: Sendable, CustomTestStringConvertible {
  var name: String
  var verdict: StepFailure?
  var script: ScriptedProvider.Script
  var fault: ScriptedFault?
  var scheme = "DPoP"
  var testDescription: String { name }

  init(_ name: String, _ verdict: StepFailure? = nil, _ change: (inout ScriptedProvider.Script) -> Void = { _ in }) {
    (self.name, self.verdict) = (name, verdict)
    script = ScriptedProvider.Script { script in
      script.proofNonces = .constant
      change(&script)
    }
  }

  private static func claim(_ module: String, _ name: String, _ value: JSONValue?, _ verdict: TokenRejection?) -> Self {
    Self(module, verdict.map { .idToken($0) }) { $0.claims = { $0[name] = value } }
  }

  private static func callback(
    _ module: String, _ verdict: StepFailure,
    _ change: @escaping @Sendable (inout [(name: String, value: String)]) -> Void
  ) -> Self {
    Self(module, verdict) { $0.callback = change }
  }

  private static func replacing(
    _ name: String
  ) -> @Sendable (inout [(name: String, value: String)]) -> Void {
    { $0 = $0.map { ($0.name, $0.name == name ? "https://bank.example/other" : $0.value) } }
  }

  private static let lowercaseType: Self = {
    var module = Self("token-type-case-insensitivity")
    module.fault = .dpop(.lowercaseType)
    return module
  }()

  private static let scheme: Self = {
    var module = Self("rs-dpop-auth-scheme-case-insensitivity")
    module.scheme = "dPoP"
    return module
  }()

  /// A token with a valid signature by a published RSA key.
  private static let otherAlgorithm: Self = {
    // RSA keys of this size can always be created.
    // swift-format-ignore: NeverUseForceTry
    let signer = try! TokenSigner(.rs256)
    return Self("invalid-alternate-alg", .idToken(.algorithmNotAllowed("RS256"))) { $0.tokenSigner = signer }
  }()

  private static let waiting = StepFailure.browser(.timedOut(lastRejection: .stateMismatch))

  static let all: [Self] = [
    Self("happy-path"), Self("happy-path-no-dpop-nonce") { $0.proofNonces = .none }, lowercaseType, scheme,
    Self("token-endpoint-response-without-expires_in") { $0.tokens = { $0["expires_in"] = nil } },
    claim("valid-aud-as-array", "aud", ["app"], nil),
    Self("discovery-issuer-mismatch", .response(.discoveryIssuerMismatch)) { script in
      let body = #"{"issuer":"https://bank.example","authorization_endpoint":"https://bank.example/authorize"}"#
      script.instead = { $0.path.hasSuffix("openid-configuration") ? .json(body) : nil }
    },
    claim("invalid-iss", "iss", "https://bank.example/other", .issuerMismatch),
    claim("invalid-aud", "aud", "other", .audienceMismatch),
    claim("invalid-secondary-aud", "aud", ["app", "other"], .untrustedAudience("other")),
    Self("invalid-null-alg", .idToken(.algorithmNotAllowed("none"))) { script in
      script.header = ["alg": "none"]
      script.idToken = { $0.split(separator: ".").prefix(2).joined(separator: ".") + "." }
    },
    otherAlgorithm,
    claim("invalid-expired-exp", "exp", .integer(1_700_000_000), .expired),
    claim("invalid-missing-exp", "exp", nil, .claim(.missingClaim("exp"))),
    claim("invalid-missing-aud", "aud", nil, .audienceMismatch),
    claim("invalid-missing-iss", "iss", nil, .claim(.missingClaim("iss"))),
    claim("invalid-nonce", "nonce", "other", .nonceMismatch),
    claim("invalid-missing-nonce", "nonce", nil, .nonceMismatch),
    callback("invalid-authorization-response-iss", .callback(.issuerMixUp), replacing("iss")),
    callback("remove-authorization-response-iss", .callback(.issuerMixUp)) { $0.removeAll { $0.name == "iss" } },
    callback("ensure-authorization-response-with-invalid-state-fails", waiting, replacing("state")),
    callback("ensure-authorization-response-with-invalid-missing-state-fails", waiting) {
      $0.removeAll { $0.name == "state" }
    },
  ]
}

@Suite struct `Servers in the modules of FAPI 2.0` {
  /// A browser that ends the user's time when it has delivered the callback.
  private struct LastBrowser: Browser {
    let clock: GatedClock

    func open(_ url: URL) async throws(BrowserFailure) {
      defer { clock.open() }
      try await FollowingBrowser().open(url)
    }
  }

  private static var limitedTime: AuthEnvironment {
    let clock = GatedClock()
    return AuthEnvironment(browser: LastBrowser(clock: clock), clock: clock)
  }

  @Test(arguments: ProfileModule.all)
  func `A server that breaks a rule of FAPI 2.0 causes the failure of this rule`(module: ProfileModule) async throws {
    let isWaiting = module.verdict?.caseName == "timedOut"
    let environment = isWaiting ? Self.limitedTime : AuthEnvironment(browser: FollowingBrowser())
    try await ProfileServer.run(script: module.script, scheme: module.scheme, environment: environment) { server in
      if let fault = module.fault { await server.provider.inject(fault) }
      let failure = await messageFailure(of: try await server.signInAndCall())
      #expect(failure == module.verdict)
      #expect(server.api.requests.isEmpty == (module.verdict != nil))
      if case .idToken = module.verdict { return }
      #expect(server.requests(to: "/token").isEmpty == (module.verdict != nil))
    }
  }

  @Test func `Each module of FAPI 2.0 is tested once`() {
    let names = ProfileModule.all.map(\.name)
    #expect(names.count == 22)
    #expect(Set(names).count == 22)
  }
}

/// The conditions that the OpenID Foundation's tests check in every module.
@Suite struct `The requests of a client of FAPI 2.0` {
  @Test func `Only client_id and request_uri are sent to the authorization endpoint`() async throws {
    try await ProfileServer.run { server in
      #expect(try await server.signInAndCall() == 200)
      #expect(server.requests(to: "/authorize").map { $0.keys.sorted() } == [["client_id", "request_uri"]])
      let pushed = try #require(server.requests(to: "/par").last)
      #expect(pushed["response_type"] == "code")
      #expect(pushed["code_challenge_method"] == "S256")
      #expect(pushed["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
    }
  }

  @Test func `Each assertion is for the issuer, as a string, and is used once`() async throws {
    try await ProfileServer.run { server in
      #expect(try await server.signInAndCall() == 200)
      _ = try await server.client.refresh()
      let assertions = try server.assertions
      #expect(assertions.count > 2)
      #expect(assertions.allSatisfy { $0["aud"] == .string(server.issuer) })
      #expect(assertions.allSatisfy { $0["iss"] == "app" && $0["sub"] == "app" })
      #expect(Set(assertions.map { $0["jti"] }).count == assertions.count)
    }
  }

  @Test func `Each proof is new, and the code and the tokens are bound to its key`() async throws {
    try await ProfileServer.run { server in
      #expect(try await server.signInAndCall() == 200)
      let proofs = server.proofs
      #expect(proofs.count > 3)
      #expect(Set(proofs.map { $0.claims["jti"] }).count == proofs.count)
      let thumbprint = try #require(try await server.client.credential()?.keyThumbprint)
      #expect(Set(proofs.map(\.key.thumbprint)) == [thumbprint])
      #expect(server.requests(to: "/par").last?["dpop_jkt"] == thumbprint)
      #expect(thumbprint != ProfileServer.key.publicKey.thumbprint)
    }
  }

  @Test func `Without a key, the client fails before the browser opens`() async throws {
    try await ProfileServer.run { server in
      let client = AuthClient<DynamicProvider>(
        issuer: server.issuer, clientID: "app", clientSecret: Secret("secret"), redirect: .loopback()
      ) {
        $0.follow(.fapi2Security)
      }
      #expect(await stepFailure(of: try await client.checkReadiness()) == .configuration(.missingClientKey))
    }
  }

  @Test func `A server that issues bearer tokens is rejected`() async throws {
    try await ProfileServer.run { server in
      await server.provider.inject(.dpop(.bearer))
      #expect(await messageFailure(of: try await server.signInAndCall()) == .response(.unboundToken))
    }
  }
}
