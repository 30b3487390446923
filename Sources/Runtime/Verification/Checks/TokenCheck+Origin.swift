// Checks of the token's issuer, audience, and user.
extension TokenCheck {
  static func issuer(_ presence: Presence = .required) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      if presence == .optional, token.all["iss"] == nil { return }
      guard token.provider.isIssuer(of: token.all) else { throw .issuerMismatch }
    }
  }

  /// The issuer must be that of the ID token that the browser delivered (OpenID Connect Core 1.0 §3.3.3.6).
  static func sameIssuer(as issuer: String?) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      guard let issuer else { return }
      guard token["iss"]?.string?.isExactly(issuer) ?? false else { throw .issuerMismatch }
    }
  }

  /// `aud` must name this client (OpenID Connect Core 1.0 §3.1.3.7 rule 3).
  static func audience(of client: TokenAudiences, _ presence: Presence = .required) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      if presence == .optional, token.all["aud"] == nil { return }
      guard token.audiences.contains(where: client.isThisClient) else { throw .audienceMismatch }
    }
  }

  /// The access token must be meant for this API (RFC 9068 §4).
  static func audience(of api: [String], at selector: Selector) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      let names = token.audiences(at: selector)
      guard api.contains(where: { names.contains(where: $0.isExactly) }) else { throw .audienceMismatch }
    }
  }

  /// Rejects audiences that the descriptor doesn't trust, because they could have requested the token to replay it here
  /// (OpenID Connect Core 1.0 §3.1.3.7 rule 3).
  static func otherAudiences(
    _ rule: ProviderConfiguration.IDTokenRules.OtherAudiences, trustedBy client: TokenAudiences
  ) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      guard rule == .reject, let other = token.audiences.first(where: { !client.isListed($0) }) else { return }
      throw .untrustedAudience(other)
    }
  }

  /// `azp` must name this client if it is present, and must be present if `aud` has several audiences (OpenID Connect
  /// Core 1.0 §3.1.3.7 rules 4 and 5). An audience that the descriptor trusts isn't the client that requested the
  /// token.
  static func authorizedParty(_ client: TokenAudiences) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      guard let claim = token["azp"] else {
        guard token.audiences.count == 1 else { throw .audienceMismatch }
        return
      }
      guard let party = claim.string, client.isThisClient(party) else { throw .audienceMismatch }
    }
  }

  /// After a refresh the token must name the same user (OpenID Connect Core 1.0 §12.2).
  static func subject(_ subject: String?) -> TokenCheck {
    TokenCheck { token throws(TokenRejection) in
      guard let subject else { return }
      guard token["sub"].flatMap(String.init(claim:))?.isExactly(subject) ?? false else { throw .subjectChanged }
    }
  }
}

extension TokenClaims {
  /// The audiences in `aud`: a string or a list of strings. Empty for any other value.
  var audiences: [String] { self["aud"]?.names ?? [] }

  func audiences(at selector: Selector) -> [String] { JSONValue.object(all).select(selector)?.names ?? [] }
}
