import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `The keys in a key set` {
  private func query(
    _ tokenSigner: TokenSigner, keyID: JSONValue? = nil, claims: [String: JSONValue] = [:]
  ) throws -> KeyQuery {
    let token = try tokenSigner.token(claims: claims, header: keyID.map { ["kid": $0] } ?? [:])
    return KeyQuery(token: try SignedToken(token), algorithm: tokenSigner.algorithm)
  }

  @Test func `Only the first hundred keys are read`() throws {
    let keys = (0...100).map { JSONValue.object(["kty": "EC", "kid": .string("\($0)")]) }
    let set = try KeySet(.keySet(keys))
    #expect(set.keys.map(\.keyID) == (0..<100).map { "\($0)" })
    #expect(KeySource.maximumKeys == 100)
  }

  @Test func `A key with two names is one key for a token without a key ID`() throws {
    let tokenSigner = TokenSigner()
    let set = try KeySet(.keySet([tokenSigner.jwk, tokenSigner.jwk.with(["kid": "key-2"])]))
    #expect(set.keys.count == 2)
    #expect(try set.candidates(query(tokenSigner, keyID: .null)).map(\.keyID) == ["key-1"])
  }

  @Test func `A key of another issuer doesn't fit`() throws {
    let tokenSigner = TokenSigner()
    let set = try KeySet(.keySet([tokenSigner.jwk.with(["issuer": "https://id.example"])]))
    for (issuer, count) in [("https://id.example", 1), ("https://evil.example", 0)] {
      #expect(try set.candidates(query(tokenSigner, claims: ["iss": .string(issuer)])).count == count)
    }
  }

  @Test func `A verifier is used again only for the same key ID and algorithm`() async throws {
    // Both signers have the same RSA key.
    let (signer, pssSigner) = (try TokenSigner(quickly: .rs256), try TokenSigner(quickly: .ps256))
    let keys = PreparedKeys(try KeySet(.keySet([signer.jwk.with(["alg": .null])])))
    let (named, nameless) = (try query(signer), try query(signer, keyID: .null))
    let (pss, unknown) = (try query(pssSigner), try query(signer, keyID: "key-2"))
    #expect(keys.ready(for: named) == nil)
    let verifier = try #require(await keys.verifiers(of: keys.set.fitting(named), for: named).first)
    #expect(keys.ready(for: named) === verifier && verifier.accepts(named.token))
    #expect(keys.ready(for: pss) == nil && keys.ready(for: nameless) == nil)
    let other = try #require(await keys.verifiers(of: keys.set.fitting(pss), for: pss).first)
    #expect(other !== verifier && other.accepts(pss.token))
    #expect(keys.ready(for: pss) === other && keys.ready(for: named) === verifier)
    _ = await keys.verifiers(of: keys.set.fitting(nameless), for: nameless)
    #expect(keys.ready(for: nameless) != nil && keys.ready(for: unknown) == nil)
    let again = await keys.verifiers(of: keys.set.fitting(named), for: named)
    #expect(again.first === verifier)
  }

  @Test func `Two issuers' keys with the same key ID have two verifiers`() async throws {
    let (signer, otherSigner) = (TokenSigner(), TokenSigner())
    let (jwk, otherJWK) = (
      signer.jwk.with(["issuer": "https://a.example"]), otherSigner.jwk.with(["issuer": "https://b.example"])
    )
    let keys = PreparedKeys(try KeySet(.keySet([jwk, otherJWK])))
    let first = try query(signer, claims: ["iss": "https://a.example"])
    let second = try query(otherSigner, claims: ["iss": "https://b.example"])
    let verifier = try #require(await keys.verifiers(of: keys.set.fitting(first), for: first).first)
    let other = try #require(await keys.verifiers(of: keys.set.fitting(second), for: second).first)
    #expect(verifier.accepts(first.token) && other.accepts(second.token))
    let again = await keys.verifiers(of: keys.set.fitting(second), for: second)
    #expect(again.first === other)
    #expect(keys.ready(for: first) == nil && keys.ready(for: second) == nil, "the issuer decides")
  }
}
