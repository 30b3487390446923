import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A change to a valid ID token, to the values that it must match, or to the descriptor, and the expected rejection.
struct IDTokenChange: Sendable, CustomTestStringConvertible {
  let name: String
  let rejection: TokenRejection?
  let claims: [String: JSONValue]
  let adjust: @Sendable (inout ProviderConfiguration) -> Void
  var expectation = IDTokenVerifier.Expectation()

  init(
    _ name: String, _ rejection: TokenRejection?, _ claims: [String: JSONValue] = [:],
    expecting: (inout IDTokenVerifier.Expectation) -> Void = { _ in },
    adjust: @escaping @Sendable (inout ProviderConfiguration) -> Void = { _ in }
  ) {
    (self.name, self.rejection, self.claims, self.adjust) = (name, rejection, claims, adjust)
    expecting(&expectation)
  }

  var testDescription: String { name }

  /// The valid token after a refresh of a session with these claims.
  static func refreshed(
    _ name: String, _ rejection: TokenRejection?, from previous: [String: JSONValue], to claims: [String: JSONValue],
    checking checks: [String: ClaimCheck] = [:]
  ) -> IDTokenChange {
    IDTokenChange(name, rejection, claims) {
      $0.previous = previous
      $0.comparesAuthenticationTime = true
    } adjust: {
      $0.idToken?.checks = checks
    }
  }
}

@Suite struct `The checks of an ID token's claims` {
  private typealias Change = IDTokenChange
  private static let issuer: JSONValue = "https://id.example"
  /// A number of seconds after the fixture's time.
  private static func time(_ seconds: Int64) -> JSONValue { .integer(1_800_000_000 + seconds) }
  private static let allowOthers: @Sendable (inout ProviderConfiguration) -> Void = {
    $0.idToken?.otherAudiences = .allow
  }

  private static let origin: [Change] = [
    Change("none", nil),
    Change("another issuer", .issuerMismatch, ["iss": "https://evil.example"]),
    Change("another issuer than in the browser's token", .issuerMismatch) { $0.issuer = "https://b.example" },
    Change("another client", .audienceMismatch, ["aud": "other"], adjust: allowOthers),
    Change("an audience that isn't trusted", .untrustedAudience("x"), ["aud": ["app", "x"], "azp": "app"]),
    Change("an audience that is allowed", nil, ["aud": ["app", "x"], "azp": "app"], adjust: allowOthers),
    Change("two audiences without a party", .audienceMismatch, ["aud": ["app", "x"]], adjust: allowOthers),
    Change("another authorized party", .audienceMismatch, ["azp": "x"]),
    Change("another user", .subjectChanged) { $0.subject = "user-2" },
  ]

  private static let digestOfNonce = JSONValue.string(Hex.encode(SHA256.hash(data: Data("n".utf8))))

  private static let request: [Change] = [
    Change("another nonce", .nonceMismatch, ["nonce": "m"]) { $0.nonce = "n" },
    Change("a digest of the nonce", nil, ["nonce": digestOfNonce]) {
      $0.nonce = "n"
    } adjust: {
      $0.idToken?.nonce = .exactOrSHA256
    },
    Change("neither the nonce nor its digest", .nonceMismatch, ["nonce": "m"]) {
      $0.nonce = "n"
    } adjust: {
      $0.idToken?.nonce = .exactOrSHA256
    },
    Change("another user than requested", .unexpectedClaim("sub")) {
      $0.parameters["claims"] = #"{"id_token":{"sub":{"value":"user-2"}}}"#
    },
    Change(
      "a claim with a wrong value", .unexpectedClaim("hd"), ["hd": "evil.example"],
      adjust: { $0.idToken?.checks = ["hd": "equals(acme.example)"] }),
    Change(
      "a nested claim, and null at the same name", nil, ["org.id": .null, "org": ["id": "o1"]],
      adjust: { $0.idToken?.checks = ["org.id": "equals(o1)"] }),
  ]

  private static let times: [Change] = [
    Change("expired", .expired, ["exp": time(-120)]),
    Change("expired, but not used to sign in", nil, ["exp": time(-120)]) { $0.mayBeExpired = true },
    Change("issued too long ago", .issuedTooLongAgo, ["iat": time(-90_000)]),
    Change("issued long ago, and repeated", nil, ["iat": time(-90_000)]) { $0.maximumTokenAge = nil },
    Change("issued in the future", .notYetValid, ["iat": time(120)]),
    Change("not yet valid", .notYetValid, ["nbf": time(120)]),
    Change("null as the start of its validity", nil, ["nbf": .null]),
    Change("an old authentication", .authenticationTooOld, ["auth_time": time(-200)]) {
      $0.maximumAge = .seconds(60)
    },
  ]

  private static let hashes: [Change] = [
    Change("no hash of the access token", .missingHash("at_hash")) { $0.requiresAccessTokenHash = true },
    Change("no hash of the code", .missingHash("c_hash")) { $0.requiresCodeHash = true },
    Change("null as a hash", nil, ["at_hash": .null]) { $0.accessToken = Secret("t") },
    Change("the hash of another access token", .hashMismatch("at_hash"), ["at_hash": "x"]) {
      $0.accessToken = Secret("t")
    },
    Change("the hash of another code", .hashMismatch("c_hash"), ["c_hash": "x"]) { $0.code = Secret("c") },
    Change("the hash of another state", .hashMismatch("s_hash"), ["s_hash": "x"]) { $0.state = "s" },
  ]

  private static let refreshes: [Change] = [
    .refreshed(
      "another issuer than before", .changedAfterRefresh("iss"), from: ["iss": "https://a.example"], to: [:]),
    .refreshed("null as the party before", nil, from: ["iss": issuer, "azp": .null], to: ["azp": "app"]),
    .refreshed(
      "a new organization", .changedAfterRefresh("org"), from: ["iss": issuer], to: ["org": "o1"],
      checking: ["org": "present"]),
    .refreshed(
      "an organization, and no ID token before", nil, from: ["sub": "user-1"], to: ["org": "o1"],
      checking: ["org": "present"]),
    .refreshed(
      "the same organization as an object", nil, from: ["iss": issuer, "org": ["id": "o1"]], to: ["org": ["id": "o1"]],
      checking: ["org": "present"]),
    .refreshed(
      "another organization as an object", .changedAfterRefresh("org"), from: ["iss": issuer, "org": ["id": "o1"]],
      to: ["org": ["id": "o2"]], checking: ["org": "present"]),
    .refreshed(
      "the same time in another notation", nil, from: ["iss": issuer, "auth_time": .number(1_700_000_000)],
      to: ["auth_time": 1_700_000_000]),
    .refreshed(
      "another time", .changedAfterRefresh("auth_time"), from: ["iss": issuer, "auth_time": .number(1_700_000_000)],
      to: ["auth_time": 1_700_000_001]),
  ]

  @Test(arguments: origin + request + times + hashes + refreshes)
  func `A valid ID token with one change is rejected if exactly that change breaks a rule`(
    change: IDTokenChange
  ) async throws {
    let fixture = try VerifierFixture(adjust: change.adjust)
    let token = try fixture.tokenSigner.token(claims: fixture.claims.merging(change.claims) { $1 })
    #expect(await fixture.failure(of: token, change.expectation) == change.rejection.map { .idToken($0) })
  }

  @Test func `A token of another type is rejected before its keys are fetched`() async throws {
    let fixture = try VerifierFixture()
    let token = try fixture.token(["typ": "at+jwt"])
    #expect(await fixture.failure(of: token) == .idToken(.wrongTokenType("at+jwt")))
    #expect(fixture.server.asked.value == 0)
  }

  @Test func `A verifier without a usable key isn't ready`() async throws {
    let fixture = try VerifierFixture(algorithms: [.hs256], secret: Secret("short"))
    await #expect(throws: StepFailure.configuration(.clientSecretTooShort("HS256", minimumBytes: 32))) {
      try await fixture.verifier.checkReadiness()
    }
  }
}
