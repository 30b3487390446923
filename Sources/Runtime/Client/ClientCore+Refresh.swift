import Foundation

extension ClientCore {
  /// How this provider renews a credential, or `nil` when it does not.
  var renewal: Renewal? {
    guard let rules = configuration.refresh else { return nil }
    return Renewal(
      rotates: rules.rotation != .none && rules.with == .refreshToken, refusals: rules.refusals,
      token: { $0.token(for: rules.with) },
      prepare: { old async throws(StepFailure) in try await self.tokens.prepareRefresh(try self.values(for: old)) },
      exchange: { old, wish async throws(StepFailure) in try await self.exchange(old, wish) },
      verify: { fresh, old async throws(StepFailure) in try await self.verified(fresh, after: old) },
      discard: { await self.discard($0) })
  }

  /// Asks for new tokens (RFC 6749 §6).
  private func exchange(_ old: Credential, _ wish: AudienceWish?) async throws(StepFailure) -> Renewal.Fresh {
    let response = try await response(to: old, wish)
    var new = old
    new.take(response, for: wish, in: configuration.accessToken.format, at: environment.now())
    new.claims = new.claims?.replacing(accessToken: new.accessToken.claimsOfJWT)
    return Renewal.Fresh(
      credential: new, accessToken: response.accessToken, idToken: verifier == nil ? nil : response.idToken)
  }

  /// RFC 6749 §5.2 asks for an `error` with these statuses; a server that gives none has still said no.
  private func response(to old: Credential, _ wish: AudienceWish?) async throws(StepFailure) -> TokenResponse {
    do throws(StepFailure) {
      return try await tokens.refresh(old, wish, try values(for: old))
    } catch {
      // It may be the other API that is refused.
      guard wish == nil, case .response(.unexpectedStatus(let status, _)) = error, [400, 401].contains(status) else {
        throw error
      }
      throw .session(.refused(status))
    }
  }

  private func verified(_ fresh: Renewal.Fresh, after old: Credential) async throws(StepFailure) -> Credential {
    guard let idToken = fresh.idToken, let verifier else { return fresh.credential }
    var new = fresh.credential
    let expectation = IDTokenVerifier.Expectation(
      nonce: old.claims?["nonce"]?.string, nonceMayBeMissing: true, maximumTokenAge: nil,
      subject: old.claims?.subject, previous: old.claims?.all, accessToken: fresh.accessToken)
    let verified = try await verifier.verify(idToken, expecting: expectation)
    new.claims = try verified.merged(
      under: old.claims, rules: configuration.userInfo, accessToken: new.accessToken.claimsOfJWT)
    new.idToken = idToken
    return new
  }
}

extension Claims {
  /// Fresh claims; what only the sign-in brought, such as a callback's name, stays. So does the user's key: it is the same
  /// user, and data is filed under it.
  fileprivate func merged(
    under old: Claims?, rules: ProviderConfiguration.UserInfoRules, accessToken: [String: JSONValue]
  ) throws(StepFailure) -> Claims {
    var facts = UserFacts()
    // Where another place had the first word at sign-in, its facts are not overruled now.
    facts.add(.object(all), map: rules.sources.first == .idToken ? rules.map : [:])
    do {
      return try Claims(
        known: facts.all.merging(old?.all ?? [:]) { fresh, _ in fresh }, identity: old?.identity ?? facts.identity,
        accessToken: accessToken)
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
