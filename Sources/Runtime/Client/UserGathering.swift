import Foundation
import HTTPTypes

/// Determines who the user is, from the sources that the descriptor lists (OpenID Connect Core 1.0 §5.3, or the
/// provider's own way).
struct UserGathering: Sendable {
  let core: ClientCore
  let response: TokenResponse
  /// The callback's parameters that the descriptor lists.
  let callback: [String: String]
  let variables: [String: String]
  let redirectURI: String
  let scope: String
  /// The key of the access token, if it's bound to one.
  var key: SessionKey?

  private var rules: ProviderConfiguration.UserInfoRules { core.configuration.userInfo }

  /// - Parameter verified: The claims of the ID token, if there is one.
  /// - Returns: `nil` if no source identifies the user, which is normal for some providers without ID tokens.
  func claims(_ verified: Claims?) async throws(StepFailure) -> Claims? {
    var (facts, fromOtherSources) = (UserFacts(), UserFacts())
    for source in rules.sources {
      guard let place = try await place(of: source, verified, isIdentified: isIdentified(by: facts, verified)) else {
        continue
      }
      facts.add(place.value, map: rules.map, isWhole: place.isWhole)
      if source != .idToken { fromOtherSources.add(place.value, map: rules.map, isWhole: place.isWhole) }
    }
    for call in rules.furtherRequests where call.condition.map(JSONValue.object(facts.all).satisfies) ?? true {
      guard let place = try await furtherFacts(call, verified) else { continue }
      facts.add(place, map: call.map, isWhole: false)
      fromOtherSources.add(place, map: call.map, isWhole: false)
    }
    var all = facts.all
    // Verified claims are never replaced by unverified ones.
    if let verified { all.merge(verified.all) { $1 } }
    if all["sub"] == nil { all["sub"] = facts.identity.map(JSONValue.string) }
    guard all["sub"] != nil else { return nil }
    do {
      return try Claims(
        known: all, identity: facts.identity, accessToken: response.accessToken.claimsOfJWT,
        otherSourceNames: Set(fromOtherSources.all.keys))
    } catch {
      throw .idToken(.claim(error))
    }
  }

  /// Returns the claims of one source, and whether all of its members are claims or only those that the descriptor maps,
  /// or `nil` if the source has none.
  private func place(
    of source: ProviderConfiguration.UserInfoRules.Source, _ verified: Claims?, isIdentified: Bool
  ) async throws(StepFailure) -> (value: JSONValue, isWhole: Bool)? {
    switch source {
    case .idToken: return verified.map { (.object($0.all), true) }
    case .token(let path): return response.all.value(at: path).map { (response.withoutTokens($0), true) }
    case .callback(let name, let path):
      // The fields of a callback aren't signed, so only those that the descriptor maps are used.
      let value = callback[name].flatMap { core.configuration.callback.value($0, of: name)?.value(at: path) }
      return value.map { ($0, false) }
    case .endpoint:
      guard try await isEndpointAsked(verified) else { return nil }
      do throws(StepFailure) {
        return (try await endpoint(verified).claims(about: verified?.subject), true)
      } catch {
        // The code is already used up, so the user couldn't simply try again.
        guard isIdentified, error.isUserInfoOutage else { throw error }
        core.observer.report(skipped: error)
        return nil
      }
    }
  }

  /// Whether the sources so far contain the user's key, so that later ones can't change it.
  private func isIdentified(by facts: UserFacts, _ verified: Claims?) -> Bool {
    facts.identity != nil || verified != nil && rules.map["id"] == nil
  }

  /// Returns whether to send a request to the userinfo endpoint. If the ID token identifies the user, the endpoint and
  /// an access token are optional.
  private func isEndpointAsked(_ verified: Claims?) async throws(StepFailure) -> Bool {
    guard verified != nil, rules.sources.contains(.idToken) else { return true }
    guard !response.accessToken.reveal().isEmpty else { return false }
    guard core.configuration.discovery.mode == .runtime else { return true }
    return try await core.metadata.optionalURL(.userInfo, try values(verified)) != nil
  }

  private func values(_ verified: Claims?) throws(StepFailure) -> TemplateValues {
    try core.provider.values(with: variables).adding("access_token", response.accessToken.reveal())
      .adding("redirect_uri", try core.provider.sentRedirectURI(redirectURI)).adding("scope", scope)
      .adding(tree: response.all, as: "token").adding(tree: verified.map { .object($0.all) }, as: "id_token")
      .withFreshValues
  }

  private func endpoint(_ verified: Claims?) throws(StepFailure) -> UserInfoEndpoint {
    UserInfoEndpoint(core: core, accessToken: response.accessToken, values: try values(verified), key: key)
  }

  /// Returns the claims of an additional request. If it fails, the user is still signed in without them, because the
  /// code is already used up.
  private func furtherFacts(
    _ call: ProviderConfiguration.FurtherRequest, _ verified: Claims?
  ) async throws(StepFailure) -> JSONValue? {
    do {
      return try await endpoint(verified).claims(of: call)
    } catch {
      switch error {
      case .server, .response, .network: return nil
      default: throw error
      }
    }
  }
}

extension StepFailure {
  /// Whether the userinfo endpoint can't be used now, as opposed to a request that it rejects or claims that fail a check.
  fileprivate var isUserInfoOutage: Bool {
    switch self {
    case .network(_, .userInfo), .response(.rateLimited), .response(.notJSON(.userInfo, _)): true
    case .response(.unexpectedStatus(let status, .userInfo)): status >= 500
    case .server(_, let error): error.endpoint == .userInfo && (error.status ?? 0) >= 500
    default: false
    }
  }
}
