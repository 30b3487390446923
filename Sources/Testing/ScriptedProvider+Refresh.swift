#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Refresh tokens and their families (RFC 9700 §4.14.2).
  extension ScriptedProvider.State {
    /// A refresh token that was used, and the time of its first use.
    struct UsedToken {
      var grant: Grant
      var date: Date
      /// The refresh token and the access token of the first response.
      var successors: (refresh: String, access: String)
    }

    /// Issues new tokens for a valid refresh token.
    func refresh(_ token: String, _ fields: [String: String]) -> ScriptedResponse {
      let rules = configuration.refresh?.response ?? configuration.token.response
      guard let grant = refreshTokens[token].map(bound) else { return reuse(token, fields, by: rules) }
      if let response = tokenDemand(for: grant, .refreshDemand) { return response }
      if let wanted = fields["resource"], narrowed(grant, to: wanted) == nil {
        return .json(#"{"error":"invalid_target"}"#, status: 400)
      }
      guard let access = narrowed(access(grant, fields), toDetailsIn: fields) else {
        return .json(#"{"error":"invalid_authorization_details"}"#, status: 400)
      }
      if script.rotation == .none { return issue(grant, nonce: nil, by: rules, refreshToken: token, access: access) }
      refreshTokens[token] = nil
      let issued = newTokens(for: access)
      usedTokens[token] = UsedToken(grant: grant, date: script.now(), successors: issued)
      previousTokens[grant.family] = token
      return issue(
        grant, nonce: nil, by: rules, refreshToken: issued.refresh, access: access, accessToken: issued.access)
    }

    /// The purpose of the access token: the sign-in's API, or another one that the refresh requests.
    private func access(_ grant: Grant, _ fields: [String: String]) -> Grant {
      guard let audience = configuration.refresh?.audience.flatMap({ fields[$0] }) else { return grant }
      var access = grant
      access.audience = audience
      access.scope = fields["scope"] ?? ""
      return access
    }

    /// Invalidates all refresh tokens of a sign-in.
    func end(_ family: UUID) {
      refreshTokens = refreshTokens.filter { $0.value.family != family }
      usedTokens = usedTokens.filter { $0.value.grant.family != family }
      previousTokens[family] = nil
    }

    /// Responds to a token that was used before or never issued.
    private func reuse(
      _ token: String, _ fields: [String: String], by rules: ProviderConfiguration.ResponseRules
    ) -> ScriptedResponse {
      let unknown = #"{"error":"invalid_grant","error_description":"unknown refresh token"}"#
      guard let overlap = script.rotation.overlap, let used = usedTokens[token] else {
        return .json(unknown, status: 403)
      }
      let isEarly = script.now() < used.date.addingTimeInterval(TimeInterval(overlap.components.seconds))
      if isEarly, previousTokens[used.grant.family] == token {
        let access = access(used.grant, fields)
        guard case .repeated = script.rotation else { return issue(used.grant, nonce: nil, by: rules, access: access) }
        return issue(
          used.grant, nonce: nil, by: rules, refreshToken: used.successors.refresh, access: access,
          accessToken: used.successors.access, hashed: "another access token")
      }
      end(used.grant.family)
      return .json(#"{"error":"invalid_grant","error_description":"reuse detected"}"#, status: 403)
    }

    private func newTokens(for access: Grant) -> (refresh: String, access: String) {
      ("refresh-\(UUID().uuidString)", (try? accessToken(for: access)) ?? "")
    }
  }

  extension RefreshRotation {
    /// The time in which a used token can be used again, or `nil` if reuse isn't detected.
    fileprivate var overlap: Duration? {
      switch self {
      case .none, .oneUse: nil
      case .reuseDetected(let overlap), .repeated(let overlap): overlap
      }
    }
  }
#endif
