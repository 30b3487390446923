extension TokenCheck {
  /// RFC 9068 §4.
  ///
  /// - Parameter isTyped: Whether the header identifies an access token.
  static func accessToken(_ api: ResourceCore, isTyped: Bool) -> [TokenCheck] {
    [
      .issuer(), .audience(of: api.audiences, at: api.rules.audience),
      .expiry(), .notInFuture("nbf"), .notInFuture("iat"),
    ] + (isTyped ? [] : [.isAccessToken(api.rules)]) + [.demands(api.rules.checks)]
  }

  /// RFC 7662 §2.2: the server itself describes the token, and may omit the issuer and times. The audience is required:
  /// otherwise a token for another API would be valid here.
  static func introspectedToken(_ api: ResourceCore) -> [TokenCheck] {
    [
      .isActive, .isAccessTokenType, .issuer(.optional), .audience(of: api.audiences, at: api.rules.audience),
      .expiry(.nullable), .notInFuture("nbf"), .notInFuture("iat"), .demands(api.rules.checks),
    ]
  }
}
