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

  private var rules: ProviderConfiguration.UserInfoRules { core.configuration.userInfo }

  /// - Parameter verified: The claims of the ID token, if there is one.
  /// - Returns: `nil` if no source identifies the user, which is normal for some providers without ID tokens.
  func claims(_ verified: Claims?) async throws(StepFailure) -> Claims? {
    var (facts, fromOtherSources) = (UserFacts(), UserFacts())
    for source in rules.sources {
      guard let place = try await place(of: source, verified) else { continue }
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
    of source: ProviderConfiguration.UserInfoRules.Source, _ verified: Claims?
  ) async throws(StepFailure) -> (value: JSONValue, isWhole: Bool)? {
    switch source {
    case .idToken: return verified.map { (.object($0.all), true) }
    case .token(let path): return response.all.value(at: path).map { (response.withoutTokens($0), true) }
    case .callback(let name, let path):
      // The fields of a callback aren't signed, so only those that the descriptor maps are used.
      let value = callback[name].flatMap { JSONValue(parsing: Data($0.utf8)) }?.value(at: path)
      return value.map { ($0, false) }
    case .endpoint:
      guard try await isEndpointAsked(verified) else { return nil }
      return (try await endpoint(verified).facts(about: verified?.subject), true)
    }
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
    UserInfoEndpoint(core: core, accessToken: response.accessToken, values: try values(verified))
  }

  /// Returns the claims of an additional request. If it fails, the user is still signed in without them, because the
  /// code is already used up.
  private func furtherFacts(
    _ call: ProviderConfiguration.FurtherRequest, _ verified: Claims?
  ) async throws(StepFailure) -> JSONValue? {
    do {
      return try await endpoint(verified).facts(of: call)
    } catch {
      switch error {
      case .server, .response, .network: return nil
      default: throw error
      }
    }
  }
}
