import AuthConfiguration
import Crypto
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A token that is bound to a key` {
  @Test func `A bound token without a proof is rejected by name, even if it is cached`() async throws {
    let fixture = try ProofFixture(cache: .standard)
    let token = try fixture.token()
    let proven = fixture.request(token, [try await fixture.proof(of: token)])
    #expect(await fixture.failure(of: proven) == nil)
    let failure = AccessFailure.invalidToken(.senderConstrained)
    #expect(await fixture.failure(of: fixture.request(token, [], scheme: "Bearer")) == failure)
    let proof = try await fixture.proof(of: token)
    #expect(await fixture.failure(of: fixture.request(token, [proof], scheme: "Bearer")) == failure)
    await #expect(throws: failure) { try await fixture.api.caller(authorization: "Bearer \(token)") }
    await #expect(throws: failure) { try await fixture.api.caller(bearing: Secret(token)) }
    await #expect(throws: AccessFailure.missingToken) { try await fixture.api.caller(authorization: "DPoP \(token)") }
    #expect(await fixture.failure(of: fixture.request(token, [])) == .invalidProof(.missing))
  }

  @Test func `A proof with a token that isn't bound is rejected by name`() async throws {
    let fixture = try ProofFixture(cache: .standard)
    let token = try fixture.token(["cnf": .null])
    let failure = AccessFailure.invalidToken(.notSenderConstrained)
    for scheme in ["DPoP", "Bearer"] {
      let proof = try await fixture.proof(of: token)
      #expect(await fixture.failure(of: fixture.request(token, [proof], scheme: scheme)) == failure)
    }
    #expect(await fixture.failure(of: fixture.request(token, [], scheme: "Bearer")) == nil)
  }

  @Test func `An API that requires bound tokens rejects others, however they arrive`() async throws {
    let fixture = try ProofFixture(.required(at: "https://api.example"))
    let failure = AccessFailure.invalidToken(.notSenderConstrained)
    for confirmation in [.null, [:]] as [JSONValue] {
      let token = try fixture.token(["cnf": confirmation])
      #expect(await fixture.failure(of: fixture.request(token, [], scheme: "Bearer")) == failure)
      await #expect(throws: failure) { try await fixture.api.caller(authorization: "Bearer \(token)") }
      await #expect(throws: failure) { try await fixture.api.caller(bearing: Secret(token)) }
    }
  }

  @Test func `An API without DPoP doesn't accept its scheme`() async throws {
    let fixture = try ProofFixture(.none)
    let token = try fixture.token()
    let proof = try await fixture.proof(of: token)
    #expect(await fixture.failure(of: fixture.request(token, [proof])) == .missingToken)
    #expect(
      await fixture.failure(of: fixture.request(token, [proof], scheme: "Bearer")) == .invalidToken(.senderConstrained))
    #expect(fixture.api.challenge(for: .missingToken).headers["WWW-Authenticate"] == "Bearer")
  }

  @Test(
    arguments: ["x", ["kid": "k"], ["jkt": 1], ["jwk": [:]], ["jkt": "a", "x": "y"], ["x5t#S256": true], []]
      as [JSONValue])
  func `A token that is bound in an unknown way is rejected`(confirmation: JSONValue) async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token(["cnf": confirmation])
    let requests = [
      fixture.request(token, [try await fixture.proof(of: token)]), fixture.request(token, [], scheme: "Bearer"),
    ]
    for request in requests { #expect(await fixture.failure(of: request) == .invalidToken(.senderConstrained)) }
  }

  @Test func `A token that is bound to a certificate needs exactly that certificate`() async throws {
    let fixture = try ProofFixture(.required(at: "https://api.example"))
    let certificate = Data("certificate".utf8)
    let hash = Base64URL.encode(SHA256.hash(data: certificate))
    let token = try fixture.token(["cnf": ["x5t#S256": .string(hash)]])
    func failure(_ presented: Data?) async -> AccessFailure? {
      await fixture.failure(of: fixture.request(token, [], scheme: "Bearer", certificate: presented))
    }
    #expect(await failure(certificate) == nil)
    #expect(await failure(nil) == .invalidToken(.senderConstrained))
    #expect(await failure(Data()) == .invalidToken(.senderConstrained))
    #expect(await failure(Data("another".utf8)) == .invalidToken(.wrongCertificate))
    await #expect(throws: AccessFailure.invalidToken(.senderConstrained)) {
      try await fixture.api.caller(authorization: "Bearer \(token)")
    }
    let caller = try await fixture.api.caller(
      of: fixture.request(token, [], scheme: "Bearer", certificate: certificate))
    #expect(caller.confirmation?.certificateThumbprint == hash)
  }

  @Test func `A token that is bound to a key and a certificate needs both`() async throws {
    let fixture = try ProofFixture()
    let certificate = Data("certificate".utf8)
    let token = try fixture.token([
      "cnf": [
        "jkt": .string(fixture.key.publicKey.thumbprint),
        "x5t#S256": .string(Base64URL.encode(SHA256.hash(data: certificate))),
      ]
    ])
    let proof = try await fixture.proof(of: token)
    #expect(await fixture.failure(of: fixture.request(token, [proof])) == .invalidToken(.senderConstrained))
    let bearer = fixture.request(token, [], scheme: "Bearer", certificate: certificate)
    #expect(await fixture.failure(of: bearer) == .invalidToken(.senderConstrained))
    #expect(await fixture.failure(of: fixture.request(token, [proof], certificate: certificate)) == nil)
  }

  @Test func `An opaque token is bound by the cnf of its introspection`() async throws {
    let key = try ProofFixture().key
    let now = 1_800_000_000.0
    let fixture = try ProofFixture(
      client: ClientCredentials(id: "api", secret: Secret("secret")), cache: .standard,
      introspection: [
        "active": true, "sub": "ada", "aud": "https://api.example", "token_type": "DPoP", "exp": .number(now + 600),
        "cnf": ["jkt": .string(key.publicKey.thumbprint)],
      ])
    let proof = try await fixture.proof(of: "opaque", key: key)
    #expect(await fixture.failure(of: fixture.request("opaque", [proof])) == nil)
    #expect(
      await fixture.failure(of: fixture.request("opaque", [], scheme: "Bearer")) == .invalidToken(.senderConstrained))
    let other = try await fixture.proof(of: "opaque")
    #expect(await fixture.failure(of: fixture.request("opaque", [other])) == .invalidProof(.wrongKey))
  }

  @Test func `Without a public URL, each request must state its full URL`() async throws {
    let fixture = try ProofFixture(.accepted)
    let token = try fixture.token()
    let proof = try await fixture.proof(of: token)
    #expect(await fixture.failure(of: fixture.request(token, [proof], url: ProofFixture.url)) == nil)
    #expect(await fixture.failure(of: fixture.request(token, [proof]))?.caseName == "invalidParameter")
    let ftp = fixture.request(token, [proof], url: "ftp://api.example/")
    #expect(await fixture.failure(of: ftp)?.caseName == "malformedRequest")
  }

  @Test func `The public URL replaces the host of a request, and may contain a prefix that a proxy removes`()
    async throws
  {
    let fixture = try ProofFixture(.accepted(at: "https://api.example/v1/"))
    let token = try fixture.token()
    for url in ["/accounts", "/accounts#top", "http://10.0.0.7:8080/accounts?x=1", "https://attacker.test/accounts"] {
      let request = fixture.request(token, [try await fixture.proof(of: token)], url: url)
      #expect(await fixture.failure(of: request) == nil)
    }
  }

  @Test(arguments: ["api.example", "ftp://api.example", "https://", "https://a b", "https://user@api.example"])
  func `An invalid public URL is a configuration error`(url: String) async throws {
    let fixture = try ProofFixture(.accepted(at: url))
    await #expect { try await fixture.api.checkReadiness() } throws: {
      ($0 as? AccessFailure)?.caseName == "invalidURL"
    }
  }

  @Test(arguments: [[], [.hs256]] as [[SignatureAlgorithm]])
  func `A policy that no proof can meet is a configuration error`(algorithms: [SignatureAlgorithm]) async throws {
    for use in [DPoPPolicy.Use.accepted, .required] {
      let policy = DPoPPolicy(use, at: "https://api.example") { $0.algorithms = algorithms }
      let fixture = try ProofFixture(policy)
      await #expect(throws: AccessFailure.configuration(.noAllowedAlgorithm)) { try await fixture.api.checkReadiness() }
    }
    try await ProofFixture(DPoPPolicy(.none) { $0.algorithms = algorithms }).api.checkReadiness()
  }

  @Test func `Printing a request shows neither its token nor its proof`() {
    let request = APIRequest(method: "GET", url: "/a", authorization: ["DPoP t0ken"], dpop: ["pr00f"])
    var dumped = ""
    dump(request, to: &dumped)
    for text in ["\(request)", String(reflecting: request), dumped] {
      #expect(!text.contains("t0ken") && !text.contains("pr00f"))
    }
  }
}
