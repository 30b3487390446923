import AuthConfiguration
import Crypto
import Foundation
import HTTPTypes
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `A proof of possession` {
  private static let date = Date(timeIntervalSince1970: 1_562_262_616.7)
  private let request = HTTPRequest.get("https://api.example.com/accounts?page=2")

  private func proofs(now: Date = date) -> Proofs { Proofs(clock: ServerClock(.none, deviceTime: { now })) }

  private func proof(
    _ key: SessionKey, for request: HTTPRequest, token: Secret? = nil, nonce: String? = nil
  ) async throws -> ReceivedProof {
    let text = try await proofs().proof(for: request, by: key, token, nonce: nonce)
    return try #require(ReceivedProof(text))
  }

  @Test(arguments: SignatureAlgorithm.ofSessionKeys)
  func `A proof has the header and the claims of RFC 9449`(algorithm: SignatureAlgorithm) async throws {
    let key = try SessionKey(generating: algorithm)
    let proof = try await proof(key, for: request, token: Secret("token"), nonce: "n-1")
    #expect(Set(proof.header.keys) == ["typ", "alg", "jwk"])
    #expect(proof.header["typ"] == "dpop+jwt")
    #expect(proof.algorithm == algorithm)
    #expect(Set(proof.claims.keys) == ["jti", "htm", "htu", "iat", "ath", "nonce"])
    #expect(proof.claims["htm"] == "GET")
    #expect(proof.claims["htu"] == "https://api.example.com/accounts")
    #expect(proof.claims["iat"] == 1_562_262_616)
    #expect(proof.claims["nonce"] == "n-1")
    #expect(proof.key.thumbprint == key.signer?.thumbprint)
  }

  @Test func `A proof contains only the public half of the key`() async throws {
    let proof = try await proof(try SessionKey(generating: .es256), for: request)
    #expect(proof.header["jwk"]?.object.map { Set($0.keys) } == ["kty", "crv", "x", "y"])
  }

  @Test func `Without an access token and a nonce, a proof has neither ath nor nonce`() async throws {
    let proof = try await proof(try SessionKey(generating: .es256), for: request)
    #expect(Set(proof.claims.keys) == ["jti", "htm", "htu", "iat"])
  }

  @Test func `Each proof has its own jti`() async throws {
    let key = try SessionKey(generating: .es256)
    var ids: Set<String> = []
    for _ in 0..<100 { ids.insert(try await proof(key, for: request).claims["jti"]?.string ?? "") }
    #expect(ids.count == 100)
    #expect(ids.allSatisfy { $0.utf8.count == 43 }, "256 bits")
  }

  /// RFC 9449 §7.1, figures 12 and 13.
  @Test func `The hash of an access token is that of the example in RFC 9449`() async throws {
    let token = Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
    let proof = try await proof(try SessionKey(generating: .es256), for: request, token: token)
    #expect(proof.claims["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }

  /// RFC 9449 §4.1, figures 1 and 2, and §6.1, figure 8.
  @Test func `The example in RFC 9449 is a proof for its request, and its key has the thumbprint of the example`()
    throws
  {
    let text = """
      eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdC\
      RnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRt\
      IjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwn\
      Qg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
      """
    let proof = try #require(ReceivedProof(text))
    var request = HTTPRequest.get("https://server.example.com/token")
    request.method = .post
    let target = ProofTarget(request)
    #expect(proof.claims["htm"]?.string == target.method)
    #expect(proof.claims["htu"]?.string == target.url)
    #expect(proof.key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  @Test(arguments: [
    ("https://api.example.com", "https://api.example.com/"),
    ("https://api.example.com/a/b?c=d#e", "https://api.example.com/a/b"),
    ("https://api.example.com:8443/a%20b?", "https://api.example.com:8443/a%20b"),
    ("http://127.0.0.1:9/?x", "http://127.0.0.1:9/"),
  ])
  func `The URL in a proof has neither a query nor a fragment`(url: String, expected: String) {
    #expect(ProofTarget(.get(url)).url == expected)
  }

  @Test func `Characters of a path can't add claims to a proof`() async throws {
    var request = request
    request.path = #"/a","htm":"DELETE\"# + "\u{1}"
    let proof = try await proof(try SessionKey(generating: .es256), for: request)
    #expect(proof.claims["htm"] == "GET")
    #expect(proof.claims["htu"]?.string == "https://api.example.com" + (request.path ?? ""))
  }

  @Test func `Characters of a nonce can't change a proof`() async throws {
    for nonce in ["a\u{0}b", "a\u{1F}", "\n", #"","htm":"DELETE"#, #"\"#, "é\u{7F}"] {
      let proof = try await proof(try SessionKey(generating: .es256), for: request, nonce: nonce)
      #expect(proof.claims["htm"] == "GET")
      #expect(proof.claims["nonce"] == .string(nonce))
    }
  }

  @Test func `A proof has the server's time if the app corrects its clock`() async throws {
    let clock = ServerClock(.serverDate(upTo: .seconds(3600)), deviceTime: { Self.date })
    await clock.watch(TransportResponse(status: 200, headers: [.date: "Thu, 04 Jul 2019 18:00:00 GMT"]))
    let text = try await Proofs(clock: clock).proof(
      for: request, by: try SessionKey(generating: .es256), nil, nonce: nil)
    #expect(ReceivedProof(text)?.claims["iat"] == 1_562_263_200)
  }
}
