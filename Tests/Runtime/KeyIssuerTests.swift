import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A key that names its issuer` {
  private static let tenant = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
  private static let other = "9188040d-6c67-4c5b-b112-36a304b66dad"

  private func key(of issuer: JSONValue, _ tokenSigner: TokenSigner) -> JSONValue {
    var members = tokenSigner.jwk.object ?? [:]
    members["issuer"] = issuer
    return .object(members)
  }

  @Test(
    arguments: [
      (.string("https://id.example"), nil), (.null, nil),
      (.string("https://id.example/"), .idToken(.noMatchingKey)),
      (.string("https://evil.example"), .idToken(.noMatchingKey)), (.integer(1), .idToken(.noMatchingKey)),
      (.string("https://{tenantid}"), .idToken(.noMatchingKey)),
    ] as [(JSONValue, StepFailure?)])
  func `A key verifies ID tokens of its issuer only`(issuer: JSONValue, expected: StepFailure?) async throws {
    let tokenSigner = TokenSigner()
    let key = key(of: issuer, tokenSigner)
    let fixture = try VerifierFixture(tokenSigner) { _ in .keySet([key]) }
    #expect(await fixture.failure(of: try fixture.token()) == expected)
  }

  @Test func `Two keys with the same key ID are ambiguous even if one verified another issuer's token`() async throws {
    let (tokenSigner, other) = (TokenSigner(), TokenSigner())
    let keys = [tokenSigner.jwk, key(of: .string("https://id.example"), other)]
    let fixture = try VerifierFixture(tokenSigner, { _ in .keySet(keys) }) {
      $0.idToken?.issuers = ["https://id.example", "https://b.example"]
    }
    let foreign = fixture.claims.merging(["iss": "https://b.example"]) { $1 }
    #expect(await fixture.failure(of: try tokenSigner.token(claims: foreign)) == nil)
    #expect(await fixture.failure(of: try fixture.token()) == .idToken(.ambiguousKey))
  }

  @Test func `A key that verified its issuer's token still rejects another issuer's`() async throws {
    let tokenSigner = TokenSigner()
    let key = key(of: .string("https://id.example"), tokenSigner)
    let fixture = APIFixture(tokenSigner: tokenSigner) { _ in .keySet([key]) }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    let foreign = try fixture.token(["iss": .string("https://evil.example")])
    #expect(await fixture.failure(of: foreign) == .invalidToken(.noMatchingKey))
  }

  @Test(
    arguments: [
      ("https://login.example/{tenantid}/v2.0", tenant, tenant, true),
      ("https://login.example/{tenantid}/v2.0", other, other, true),
      ("https://login.example/{tenantid}/v2.0", tenant, other, false),
      ("https://login.example/\(other)/v2.0", tenant, tenant, false),
      ("https://login.example/\(other)/v2.0", other, other, true),
      ("https://login.example/{tenantid}/v2.0", "acme.example", "acme.example", false),
    ])
  func `A key's issuer with a placeholder matches only the token's tenant`(
    key: String, issuer: String, tenant: String, fits: Bool
  ) {
    let claims: [String: JSONValue] = [
      "iss": .string("https://login.example/\(issuer)/v2.0"), "tid": .string(tenant),
    ]
    #expect(KeyIssuer(text: key).isIssuer(of: claims) == fits)
    #expect(
      !KeyIssuer(text: key).isIssuer(of: ["iss": .string("https://login.example/\(issuer)/v2.0")]) || !key.contains("{")
    )
  }
}
