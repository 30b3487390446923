import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// A sign-in or a sign-out that an app's session stores until the browser returns. The first byte selects which.
  static let pending = FuzzEntry(longest: 8192) { bytes in
    let (variant, input) = bytes.variant
    return try variant & 1 == 0 ? signIn(Data(input)) : signOut(Data(input))
  }

  private static func signIn(_ stored: Data) throws -> Verdict {
    guard let pending = try? JSONDecoder().decode(PendingAuthorization.self, from: stored) else { return .rejected }
    let again = try JSONDecoder().decode(PendingAuthorization.self, from: try JSONEncoder().encode(pending))
    let (before, after) = (pending.request, again.request)
    try require(after.state == before.state && after.nonce == before.nonce, "the state or the nonce has changed")
    try require(after.pkce.codeVerifier == before.pkce.codeVerifier, "the code verifier has changed")
    try require(after.redirectURI == before.redirectURI && again.issuer == pending.issuer, "the server has changed")
    try require(after.maximumAge == before.maximumAge, "the maximum age has changed")
    if let state = before.state {
      let other = ["state": state + "x", "code": "code", "iss": Fixture.issuer]
      try require(!accepts(other, for: pending), "a callback with another state is accepted")
    }
    _ = accepts(["state": before.state ?? "", "code": "code", "iss": Fixture.issuer], for: pending)
    return .accepted
  }

  private static func accepts(_ fields: [String: String], for pending: PendingAuthorization) -> Bool {
    do throws(StepFailure) {
      _ = try AuthorizationResponse(
        fields, to: pending.request, from: try Fixture.provider(), issuerIsPromised: pending.issuerIsPromised,
        now: Fixture.now)
      return true
    } catch { return false }
  }

  private static func signOut(_ stored: Data) throws -> Verdict {
    guard let pending = try? JSONDecoder().decode(PendingSignOut.self, from: stored) else { return .rejected }
    let again = try JSONDecoder().decode(PendingSignOut.self, from: try JSONEncoder().encode(pending))
    try require(again.url == pending.url && again.request.state == pending.request.state, "the request has changed")
    if let state = pending.request.state {
      let other = Result { () throws(StepFailure) in try pending.request.checkReturn(query: "state=x&other=1") }
      try require((try? other.get()) == nil || ["x", "1"].contains(state), "a return with another state is accepted")
    }
    return .accepted
  }
}
