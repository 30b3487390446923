import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The signing algorithms of ID tokens` {
  private static let secret = Secret(String(repeating: "s", count: 64))

  @Test(arguments: SignatureAlgorithm.allCases)
  func `Every algorithm verifies its own tokens and rejects another key or a changed signature`(
    algorithm: SignatureAlgorithm
  ) async throws {
    let tokenSigner = try TokenSigner(algorithm, secret: Self.secret)
    let other = try TokenSigner(algorithm, secret: Secret(String(repeating: "t", count: 64)))
    let fixture = try VerifierFixture(tokenSigner, secret: Self.secret)
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    #expect(
      await fixture.failure(of: try other.token(claims: fixture.claims)) == .idToken(.invalidSignature))
    #expect(
      await fixture.failure(of: try fixture.token().replacing(#/.{4}$/#, with: "AAAA")) == .idToken(.invalidSignature))
    #expect(fixture.server.asked.value == (algorithm.isSymmetric ? 0 : 1))
  }

  private static let tooShort = ConfigurationFailure.clientSecretTooShort("HS256", minimumBytes: 32)

  @Test(
    arguments: [
      ([.hs256], 32, nil), ([.hs256], 31, .configuration(tooShort)), ([.hs256], nil, .configuration(tooShort)),
      ([.hs256, .es256], nil, .idToken(.algorithmNotAllowed("HS256"))),
      ([.hs256, .es256], 31, .configuration(tooShort)), ([.hs256, .es256], 64, nil),
      ([.hs384], 64, .idToken(.algorithmNotAllowed("HS256"))),
    ] as [([SignatureAlgorithm], Int?, StepFailure?)])
  func `HMAC requires a client secret that is long enough`(
    algorithms: [SignatureAlgorithm], length: Int?, expected: StepFailure?
  ) async throws {
    let secret = length.map { Secret(String(repeating: "s", count: $0)) }
    let tokenSigner = try TokenSigner(.hs256, secret: secret ?? Secret("hush"))
    let configuration = ProviderConfiguration.plain.with { $0.idToken?.algorithms = algorithms }
    try await withProvider(configuration, script: .init { $0.tokenSigner = tokenSigner }) { provider in
      let failure = await failure(
        of: try await provider.client(clientSecret: secret).signIn(scopes: [], parameters: .init()))
      #expect(failure == expected)
      #expect(!provider.requests.contains { $0.path == "/keys" }, "HMAC needs no published keys")
    }
  }

  @Test(
    arguments: [
      (.hs256, #"["HS256","ES256"]"#, .idToken(.algorithmNotAllowed("HS256"))), (.es256, #"["HS256","ES256"]"#, nil),
      (.hs256, #"["HS256"]"#, .configuration(.noAllowedAlgorithm)), (.rs256, "null", nil),
      (.es256, "null", .idToken(.algorithmNotAllowed("ES256"))), (.es256, "[]", .configuration(.noAllowedAlgorithm)),
      (.es256, #"["none"]"#, .configuration(.noAllowedAlgorithm)),
    ] as [(SignatureAlgorithm, String, StepFailure?)])
  func `Without an algorithm in the descriptor, those of the metadata are allowed, except HMAC`(
    algorithm: SignatureAlgorithm, offered: String, expected: StepFailure?
  ) async throws {
    let response = Locked("")
    let tokenSigner = try TokenSigner(algorithm, secret: Self.secret)
    let configuration = ProviderConfiguration(id: "open", name: "Open") {
      $0.server.issuer = "https://id.example.com"
      $0.idToken?.algorithms = []
    }
    let script = ScriptedProvider.Script { script in
      script.tokenSigner = tokenSigner
      script.instead = { $0.path.hasSuffix("openid-configuration") ? .json(response.value) : nil }
    }
    try await withProvider(configuration, script: script) { provider in
      let root = try #require(provider.configuration.server.issuer?.text)
      response.withLock {
        $0 = """
          {"issuer":"\(root)","authorization_endpoint":"\(root)/authorize","token_endpoint":"\(root)/token",\
          "jwks_uri":"\(root)/keys","id_token_signing_alg_values_supported":\(offered)}
          """
      }
      let failure = await failure(
        of: try await provider.client(clientSecret: Self.secret).signIn(scopes: [], parameters: .init()))
      #expect(failure == expected)
    }
  }
}
