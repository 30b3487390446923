#if Loopback
  import AuthRuntime
  import Foundation

  /// Refresh tokens and their families (RFC 9700 §4.14.2).
  extension ScriptedProvider.Book {
    /// A refresh token that was used, and when first.
    struct UsedToken {
      var grant: Grant
      var date: Date
    }

    /// New tokens for a refresh token, if it is good.
    func refresh(_ token: String, _ fields: [String: String]) -> ScriptedAnswer {
      let rules = configuration.refresh?.response ?? configuration.token.response
      guard let grant = refreshTokens[token] else { return reuse(token, fields, by: rules) }
      let access = access(grant, fields)
      if script.rotation == .none { return issue(grant, nonce: nil, by: rules, refreshToken: token, access: access) }
      refreshTokens[token] = nil
      usedTokens[token] = UsedToken(grant: grant, date: script.now())
      previousTokens[grant.family] = token
      return issue(grant, nonce: nil, by: rules, access: access)
    }

    /// What the access token is for: the sign-in's API, or another one that the refresh asks for.
    private func access(_ grant: Grant, _ fields: [String: String]) -> Grant {
      guard let audience = configuration.refresh?.audience.flatMap({ fields[$0] }) else { return grant }
      var access = grant
      access.audience = audience
      access.scope = fields["scope"] ?? ""
      return access
    }

    /// No refresh token of this sign-in is good any more.
    func end(_ family: UUID) {
      refreshTokens = refreshTokens.filter { $0.value.family != family }
      usedTokens = usedTokens.filter { $0.value.grant.family != family }
      previousTokens[family] = nil
    }

    /// A token that was used before, or never given.
    private func reuse(
      _ token: String, _ fields: [String: String], by rules: ProviderConfiguration.ResponseRules
    ) -> ScriptedAnswer {
      let unknown = #"{"error":"invalid_grant","error_description":"unknown refresh token"}"#
      guard case .reuseDetected(let overlap) = script.rotation, let used = usedTokens[token] else {
        return .json(unknown, status: 403)
      }
      let isEarly = script.now() < used.date.addingTimeInterval(TimeInterval(overlap.components.seconds))
      if isEarly, previousTokens[used.grant.family] == token {
        return issue(used.grant, nonce: nil, by: rules, access: access(used.grant, fields))
      }
      end(used.grant.family)
      return .json(#"{"error":"invalid_grant","error_description":"reuse detected"}"#, status: 403)
    }
  }
#endif
