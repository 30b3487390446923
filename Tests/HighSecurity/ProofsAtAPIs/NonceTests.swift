import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Nonces of an API` {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private static let key = Secret(String(repeating: "k", count: 32))

  @Test func `A nonce is accepted for one to two lifetimes, and an old one is replaced in the response`() async throws {
    let policy = DPoPPolicy(.required, at: "https://api.example") { $0.nonces = DPoPNonces() }
    let fixture = try ProofFixture(policy)
    func caller(_ nonce: String, after seconds: Double) async throws -> Caller<DynamicProvider> {
      fixture.time.withLock { $0 = Self.start.addingTimeInterval(seconds) }
      let token = try fixture.token()
      // The clock of this client is wrong. The nonce states the time.
      let proof = try await fixture.proof(of: token, ["nonce": .string(nonce), "iat": 1])
      return try await fixture.api.caller(of: fixture.request(token, [proof]))
    }
    let nonce = try #require(fixture.api.challenge(for: .missingToken).headers["DPoP-Nonce"])
    #expect(try await caller(nonce, after: 0).responseHeaders.isEmpty)
    #expect(try await caller(nonce, after: 299).responseHeaders.isEmpty)
    let new = try #require(try await caller(nonce, after: 300).responseHeaders["DPoP-Nonce"])
    #expect(new != nonce)
    #expect(try await caller(nonce, after: 599).responseHeaders["DPoP-Nonce"] == new)
    await #expect(throws: AccessFailure.invalidProof(.wrongNonce)) { _ = try await caller(nonce, after: 600) }
    #expect(try await caller(new, after: 600).responseHeaders["DPoP-Nonce"] != nil)
  }

  @Test func `A replaced proof with a nonce is remembered for as long as the nonce is accepted`() async throws {
    let policy = DPoPPolicy(.accepted, at: "https://api.example") { $0.nonces = DPoPNonces() }
    let fixture = try ProofFixture(policy)
    let nonce = try #require(fixture.api.challenge(for: .missingToken).headers["DPoP-Nonce"])
    let token = try fixture.token()
    let request = fixture.request(token, [try await fixture.proof(of: token, ["nonce": .string(nonce)])])
    #expect(await fixture.failure(of: request) == nil)
    fixture.time.withLock { $0 = Self.start.addingTimeInterval(599) }
    #expect(await fixture.failure(of: request) == .invalidProof(.replayed))
  }

  @Test func `Servers with the same key accept one another's nonces, and those of a previous key`() {
    let (one, two) = (DPoPNonces(key: Self.key), DPoPNonces(key: Self.key))
    let nonce = one.current(at: Self.start)
    #expect(two.check(nonce, at: Self.start)?.isOld == false)
    // The other server's clock is a little behind.
    #expect(two.check(nonce, at: Self.start.addingTimeInterval(-1)) != nil)
    let rotated = DPoPNonces(key: Secret(String(repeating: "n", count: 32)), previousKeys: [Self.key])
    #expect(rotated.check(nonce, at: Self.start)?.isOld == true)
    #expect(two.check(rotated.current(at: Self.start), at: Self.start) == nil)
    let other = DPoPNonces(key: Self.key, lifetime: .seconds(60))
    #expect(other.check(nonce, at: Self.start) == nil)
  }

  @Test(arguments: [
    "", "a", "AAAA", String(repeating: "A", count: 27), String(repeating: "A", count: 100_000), "\u{E9}",
  ])
  func `An invented nonce is rejected`(nonce: String) {
    #expect(DPoPNonces(key: Self.key).check(nonce, at: Self.start) == nil)
  }

  @Test func `A changed nonce is rejected`() {
    let nonces = DPoPNonces(key: Self.key)
    let nonce = Array(nonces.current(at: Self.start))
    for index in nonce.indices {
      var changed = nonce
      changed[index] = changed[index] == "A" ? "B" : "A"
      #expect(nonces.check(String(changed), at: Self.start) == nil)
    }
  }

  @Test(arguments: [-Double.infinity, -1, 0, .nan, 1e300, .infinity])
  func `A clock with an impossible time never ends the process`(seconds: Double) {
    let (nonces, date) = (DPoPNonces(key: Self.key), Date(timeIntervalSince1970: seconds))
    #expect(nonces.check(nonces.current(at: date), at: date)?.isOld == false)
  }

  @Test func `A key that is too short is a configuration error`() async throws {
    let policy = DPoPPolicy(.accepted, at: "https://api.example") { $0.nonces = DPoPNonces(key: Secret("short")) }
    let fixture = try ProofFixture(policy)
    await #expect { try await fixture.api.checkReadiness() } throws: {
      ($0 as? AccessFailure)?.caseName == "invalidParameter"
    }
  }
}

@Suite struct `Challenges of an API with DPoP` {
  private func field(
    _ failure: AccessFailure, _ policy: DPoPPolicy, scheme: String? = nil, realm: String? = nil
  ) throws -> String? {
    let request = scheme.map { APIRequest(method: "GET", url: "/", authorization: ["\($0) token"]) }
    return try ProofFixture(policy).api.challenge(for: failure, to: request, realm: realm).headers["WWW-Authenticate"]
  }

  private static func policy(_ use: DPoPPolicy.Use) -> DPoPPolicy {
    DPoPPolicy(use, at: "https://api.example") { $0.algorithms = [.es256, .ps256] }
  }

  @Test func `Both schemes are offered if both are accepted, and the error belongs to the scheme of the request`()
    throws
  {
    let both = Self.policy(.accepted)
    #expect(try field(.missingToken, both) == #"Bearer, DPoP algs="ES256 PS256""#)
    #expect(
      try field(.missingToken, both, realm: "bank") == #"Bearer realm="bank", DPoP realm="bank", algs="ES256 PS256""#)
    let failure = AccessFailure.invalidToken(.expired)
    let error = #"error="invalid_token", error_description="the access token has expired""#
    #expect(try field(failure, both, scheme: "Bearer") == #"Bearer \#(error), DPoP algs="ES256 PS256""#)
    #expect(try field(failure, both, scheme: "dpop") == #"Bearer, DPoP \#(error), algs="ES256 PS256""#)
    #expect(try field(failure, both) == #"Bearer \#(error), DPoP \#(error), algs="ES256 PS256""#)
    #expect(try field(failure, Self.policy(.required), scheme: "Bearer") == #"DPoP \#(error), algs="ES256 PS256""#)
  }

  @Test func `An API that accepts no proofs offers no nonce`() throws {
    for (use, hasNonce) in [(.none, false), (.accepted, true)] as [(DPoPPolicy.Use, Bool)] {
      let policy = DPoPPolicy(use, at: "https://api.example") { $0.nonces = DPoPNonces() }
      let challenge = try ProofFixture(policy).api.challenge(for: .missingToken)
      #expect((challenge.headers["DPoP-Nonce"] != nil) == hasNonce)
    }
  }

  @Test func `A rejected proof has its own error codes`() throws {
    let both = Self.policy(.accepted)
    let codes: [(ProofRejection, String)] = [
      (.replayed, "invalid_dpop_proof"), (.missing, "invalid_dpop_proof"), (.missingNonce, "use_dpop_nonce"),
      (.wrongNonce, "use_dpop_nonce"), (.wrongKey, "invalid_token"),
    ]
    for (reason, code) in codes {
      let value = try field(.invalidProof(reason), both, scheme: "DPoP") ?? ""
      #expect(value.hasPrefix(#"Bearer, DPoP error="\#(code)", error_description=""#), "\(value)")
      #expect(AccessFailure.invalidProof(reason).challenge().status == 401)
    }
    #expect(
      AccessFailure.invalidProof(.replayed).challenge().headers["WWW-Authenticate"]
        == #"DPoP error="invalid_dpop_proof", error_description="the DPoP proof was used before""#)
  }

  @Test func `The client's parser reads the API's own challenges`() throws {
    let failure = AccessFailure.insufficientAuthentication(acrValues: ["phr"], maxAge: .seconds(300))
    let field = try #require(try field(failure, Self.policy(.accepted), scheme: "DPoP", realm: "bank"))
    let challenges = AuthenticationChallenge.all(in: field)
    #expect(challenges.map(\.scheme) == ["bearer", "dpop"])
    #expect(challenges.last?.parameters["acr_values"] == "phr")
    #expect(challenges.last?.parameters["max_age"] == "300")
    #expect(challenges.last?.parameters["algs"] == "ES256 PS256")
  }

  @Test func `The metadata lists the algorithms and whether tokens must be bound`() throws {
    let resource = try #require(URL(string: "https://api.example"))
    let required = try ProofFixture(Self.policy(.required)).api.metadata(of: resource)
    let json = String(decoding: required.json, as: UTF8.self)
    #expect(
      json.contains(#""dpop_bound_access_tokens_required":true,"dpop_signing_alg_values_supported":["ES256","PS256"]"#))
    // By default, an app may not pass proofs at all.
    #expect(try ProofFixture(.accepted).api.metadata(of: resource).dpopAlgorithms.isEmpty)
  }
}
