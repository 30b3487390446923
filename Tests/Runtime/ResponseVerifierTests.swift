import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The verifier of signed authorization responses` {
  private static func verifier(_ fixture: VerifierFixture) -> SignedResponseVerifier? {
    SignedResponseVerifier(
      fixture.verifier.provider, signatures: fixture.verifier.signatures, clock: fixture.verifier.clock)
  }

  @Test(arguments: [(nil, false), (.query, false), (.jwt, true)] as [(ProviderConfiguration.ResponseMode?, Bool)])
  func `A client has a verifier if it requests signed responses`(
    mode: ProviderConfiguration.ResponseMode?, exists: Bool
  ) throws {
    let fixture = try VerifierFixture(adjust: { $0.authorization.responseMode = mode })
    #expect((Self.verifier(fixture) != nil) == exists)
  }

  /// The fixture's time is 1,800,000,000.
  @Test(
    arguments: [
      (nil, ["iat": 1_800_000_060, "nbf": 1_800_000_060], nil), ("jwt", [:], nil),
      (nil, ["iat": 1_800_000_061], .notYetValid), (nil, ["nbf": 1_800_000_061], .notYetValid),
      (nil, ["exp": 1_799_999_940], .expired), (nil, ["iss": "https://evil.example"], .issuerMismatch),
      (nil, ["aud": "other"], .audienceMismatch), ("at+jwt", [:], .wrongTokenType("at+jwt")),
    ] as [(String?, [String: JSONValue], TokenRejection?)])
  func `A signed response must be for this client, from its server, current, and of no other type`(
    type: String?, changes: [String: JSONValue], expected: TokenRejection?
  ) async throws {
    let fixture = try VerifierFixture(adjust: {
      $0.authorization.responseMode = .jwt
      $0.server.authorizationAlgorithms = [.es256]
    })
    let verifier = try #require(Self.verifier(fixture))
    let claims = fixture.claims.merging(["code": "c", "state": "s"]) { $1 }.merging(changes) { $1 }
    let header = ["typ": type.map(JSONValue.string) ?? .null]
    let token = try SignedToken(fixture.tokenSigner.token(claims: claims, header: header))
    let failure = await failure(of: try await verifier.verifiedFields(of: token))
    #expect(failure == expected.map { .callback(.signedResponse($0)) })
  }
}
