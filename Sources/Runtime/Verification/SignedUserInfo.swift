import Foundation

extension IDTokenVerifier {
  /// Verifies userinfo that the server has signed (OpenID Connect Core 1.0 §5.3.2, §5.3.4). What it says of its issuer, its
  /// audience and its time must be right; it need not say it, for it came straight from the server.
  ///
  /// - Throws: ``ResponseRejection/signedUserInfo(_:)`` naming the rule that it breaks.
  func verifyUserInfo(_ token: String) async throws(StepFailure) -> JSONValue {
    do throws(StepFailure) {
      let signed = try rejecting { () throws(IDTokenRejection) in try SignedToken(token) }
      try rejecting { () throws(IDTokenRejection) in try signed.checkIsIDToken() }
      let allowed = try await signatures.metadata.userInfoAlgorithms()
      let algorithm = try await signatures.check(signed, allowing: allowed)
      let tokenTime = await clock.now
      return try rejecting { () throws(IDTokenRejection) in
        let claims = try readFacts(signed)
        let checks = IDTokenChecks(claims: claims, algorithm: algorithm, verifier: self, tokenTime: tokenTime)
        try checks.checkUserInfo()
        return .object(claims.all)
      }
    } catch {
      if case .idToken(let reason) = error { throw .response(.signedUserInfo(reason)) }
      throw error
    }
  }

  private func readFacts(_ token: SignedToken) throws(IDTokenRejection) -> Claims {
    let members = try token.claims()
    do throws(ClaimFailure) {
      try Claims.checkSignedSubject(in: members)
      return try Claims(known: members, identity: nil, accessToken: [:])
    } catch {
      throw .claim(error)
    }
  }
}

extension IDTokenChecks {
  /// Rules that hold for whatever a server signs for this client.
  fileprivate func checkUserInfo() throws(IDTokenRejection) {
    if claims.all["iss"] != nil { try checkIssuer() }
    if claims.all["aud"] != nil { try checkAudience() }
    if claims.all["exp"] != nil { try checkExpiry() }
    try checkNotBefore()
  }
}

extension HTTPResponse {
  /// The signed token that userinfo is, by the media type or because the descriptor demands one.
  func signedUserInfo(_ format: ProviderConfiguration.UserInfoRules.Format) -> String? {
    let type = headers["content-type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    guard format == .jwt || type == "application/jwt", (200..<300).contains(status) else { return nil }
    return String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
