import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A response type and mode of an OpenID provider, as in the certification profiles of relying parties.
struct ConformanceProfile: Sendable, CustomTestStringConvertible {
  var name: String
  var type: ProviderConfiguration.ResponseType
  var mode: ProviderConfiguration.ResponseMode?
  var testDescription: String { name }

  static let all = [
    Self(name: "basic", type: .code), Self(name: "basic, form post", type: .code, mode: .formPost),
    Self(name: "hybrid", type: .codeIDToken), Self(name: "hybrid with tokens", type: .codeIDTokenToken),
    Self(name: "hybrid, form post", type: .codeIDTokenToken, mode: .formPost),
    Self(name: "implicit", type: .idTokenToken), Self(name: "implicit, ID token alone", type: .idToken),
    Self(name: "implicit, form post", type: .idTokenToken, mode: .formPost),
  ]
}

/// A server that breaks one rule. `name` is the certification's test module, and `verdict` is the expected failure.
/// `nil` means that the sign-in succeeds.
struct ConformanceModule: Sendable, CustomTestStringConvertible {
  var name: String
  var verdict: StepFailure?
  var script: ScriptedProvider.Script
  var testDescription: String { name }

  init(_ name: String, _ verdict: TokenRejection?, _ change: (inout ScriptedProvider.Script) -> Void) {
    (self.name, self.verdict, script) = (name, verdict.map { .idToken($0) }, ScriptedProvider.Script(change))
  }

  private static func claim(_ module: String, _ name: String, _ value: JSONValue?, _ verdict: TokenRejection) -> Self {
    Self(module, verdict) { $0.claims = { $0[name] = value } }
  }

  private static let unsigned: @Sendable (String) -> String = { token in
    token.split(separator: ".").prefix(2).joined(separator: ".") + "."
  }

  private static let otherSignature: @Sendable (String) -> String = { token in
    token.split(separator: ".").prefix(2).joined(separator: ".") + "." + Base64URL.encode(Data(repeating: 7, count: 64))
  }

  static let all: [Self] = [
    Self("client-test", nil) { _ in },
    Self("invalid-signature", .invalidSignature) { $0.idToken = otherSignature },
    Self("idtoken-sig-none", .algorithmNotAllowed("none")) { script in
      script.header = ["alg": .string("none")]
      script.idToken = unsigned
    },
    Self("invalid-null-alg", .malformed("the header's alg is missing")) { $0.header = ["alg": .null] },
    Self("invalid-alternate-alg", .algorithmNotAllowed("PS256")) { $0.header = ["alg": .string("PS256")] },
    Self("invalid-sig-hs256", .algorithmNotAllowed("HS256")) { $0.header = ["alg": .string("HS256")] },
    claim("invalid-iss", "iss", .string("https://id.example.com/other"), .issuerMismatch),
    claim("missing-iss", "iss", nil, .claim(.missingClaim("iss"))),
    claim("missing-sub", "sub", nil, .claim(.missingClaim("sub"))),
    claim("invalid-aud", "aud", .string("other"), .audienceMismatch),
    claim("missing-aud", "aud", nil, .audienceMismatch),
    claim(
      "invalid-secondary-aud", "aud", .array([.string("app"), .string("other")]), .untrustedAudience("other")),
    Self("valid-aud-as-array", nil) { $0.claims = { $0["aud"] = .array([.string("app")]) } },
    claim("missing-iat", "iat", nil, .claim(.missingClaim("iat"))),
    Self("iat-is-week-in-past", .issuedTooLongAgo) { script in
      script.claims = { $0["iat"] = .number((Date().timeIntervalSince1970 - 7 * 86_400).rounded()) }
    },
    claim("invalid-expired-exp", "exp", .integer(1_700_000_000), .expired),
    claim("missing-exp", "exp", nil, .claim(.missingClaim("exp"))),
    claim("nonce-invalid", "nonce", .string("other"), .nonceMismatch),
    claim("missing-nonce", "nonce", nil, .nonceMismatch),
    Self("kid-absent-single-jwks", nil) { $0.header = ["kid": .null] },
    claim("invalid-azp", "azp", .string("other"), .audienceMismatch),
  ]
}

@Suite struct `Servers in the certification's modules` {
  private func outcome(_ module: ConformanceModule, _ profile: ConformanceProfile) async throws -> StepFailure? {
    try await withServer(script: module.script) { it in
      it.authorization.responseType = profile.type
      it.authorization.responseMode = profile.mode
    } _: { client, _ in
      await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    }
  }

  @Test(arguments: ConformanceModule.all, ConformanceProfile.all)
  func `A server that breaks a rule causes the failure of this rule`(
    module: ConformanceModule, profile: ConformanceProfile
  ) async throws {
    #expect(try await outcome(module, profile) == module.verdict)
  }

  @Test(arguments: ConformanceProfile.all)
  func `kid-absent-multiple-jwks: A token without a key ID is rejected if several keys fit`(profile: ConformanceProfile)
    async throws
  {
    let other = TokenSigner(keyID: "key-2").jwk
    var script = ScriptedProvider.Script { $0.header = ["kid": .null] }
    let own = script.tokenSigner.jwk
    let keys = String(decoding: try JSONEncoder().encode(["keys": [other, own]]), as: UTF8.self)
    script.instead = { $0.path.hasSuffix("/keys") ? .json(keys) : nil }
    var module = ConformanceModule("kid-absent-multiple-jwks", .ambiguousKey) { _ in }
    module.script = script
    #expect(try await outcome(module, profile) == module.verdict)
  }

  @Test(arguments: ConformanceProfile.all.filter { $0.type.includesCode || $0.type.includesAccessToken })
  func `userinfo-invalid-sub: Userinfo about another user is rejected`(profile: ConformanceProfile) async throws {
    let script = ScriptedProvider.Script { $0.userInfo = { $0["sub"] = .string("user-2") } }
    let found = try await withServer(script: script) { it in
      it.authorization.responseType = profile.type
      it.authorization.responseMode = profile.mode
      it.userInfo.sources = [.idToken, .endpoint]
    } _: { client, _ in
      await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    }
    #expect(found == .response(.subjectMismatch))
  }

  @Test(arguments: ["https://id.example.com", "https://id.example.com/tenant/", ""])
  func `discovery-issuer-mismatch: A discovery document of another issuer is rejected`(name: String) async throws {
    let found = try await withServer { client, provider in
      let body = #"{"issuer":"\#(name)","authorization_endpoint":"https://id.example.com/authorize"}"#
      await provider.rewrite { script in
        script.instead = { $0.path.hasSuffix("openid-configuration") ? .json(body) : nil }
      }
      return await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    }
    #expect(found == .response(.discoveryIssuerMismatch))
  }
}
