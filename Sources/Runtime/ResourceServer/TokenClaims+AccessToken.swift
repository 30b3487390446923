extension TokenClaims {
  /// RFC 9068 §4.
  ///
  /// - Parameter isTyped: Whether the header identifies an access token.
  func checkAccessToken(_ api: ResourceCore, isTyped: Bool) throws(TokenRejection) {
    try checkIssuer()
    try checkAudience(of: api.audiences, at: api.rules.audience)
    try checkExpiry()
    try checkNotInFuture("nbf")
    try checkNotInFuture("iat")
    if !isTyped { try checkIsAccessToken(api.rules) }
    try checkDemands(api.rules.kindChecks)
    try checkDemands(api.rules.checks)
  }

  /// RFC 7662 §2.2: the server itself describes the token, and may omit the issuer and times. The audience is required:
  /// otherwise a token for another API would be valid here.
  func checkIntrospectedToken(_ api: ResourceCore) throws(TokenRejection) {
    try checkIsActive()
    try checkIsAccessTokenType()
    try checkIssuer(.optional)
    try checkAudience(of: api.audiences, at: api.rules.audience)
    try checkExpiry(.nullable)
    try checkNotInFuture("nbf")
    try checkNotInFuture("iat")
    try checkDemands(api.rules.kindChecks)
    try checkDemands(api.rules.checks)
  }
}
