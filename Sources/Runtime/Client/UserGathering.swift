import Foundation
import HTTPTypes

/// Finds out who the user is, from the places that the descriptor names (OpenID Connect Core 1.0 §5.3, or the provider's
/// own way).
struct UserGathering: Sendable {
  let core: ClientCore
  let response: TokenResponse
  /// The callback's parameters that the descriptor names.
  let callback: [String: String]
  let variables: [String: String]
  let redirectURI: String
  let scope: String

  private var rules: ProviderConfiguration.UserInfoRules { core.configuration.userInfo }

  /// - Parameter verified: The claims of the ID token, where there is one.
  /// - Returns: `nil` when nothing says who the user is, which a provider without ID tokens may mean so.
  func claims(_ verified: Claims?) async throws(StepFailure) -> Claims? {
    var (facts, told) = (UserFacts(), UserFacts())
    for source in rules.sources {
      guard let place = try await place(of: source, verified) else { continue }
      facts.add(place.value, map: rules.map, isWhole: place.isWhole)
      if source != .idToken { told.add(place.value, map: rules.map, isWhole: place.isWhole) }
    }
    for call in rules.furtherRequests where call.condition.map(JSONValue.object(facts.all).satisfies) ?? true {
      guard let place = try await furtherFacts(call, verified) else { continue }
      facts.add(place, map: call.map, isWhole: false)
      told.add(place, map: call.map, isWhole: false)
    }
    var all = facts.all
    // What was verified is never replaced by what was not.
    if let verified { all.merge(verified.all) { $1 } }
    if all["sub"] == nil { all["sub"] = facts.identity.map(JSONValue.string) }
    guard all["sub"] != nil else { return nil }
    do {
      return try Claims(
        known: all, identity: facts.identity, accessToken: response.accessToken.claimsOfJWT, told: Set(told.all.keys))
    } catch {
      throw .idToken(.claim(error))
    }
  }

  /// What one source says about the user, and whether all of its members are facts or only those that the descriptor maps;
  /// `nil` if the source says nothing.
  private func place(
    of source: ProviderConfiguration.UserInfoRules.Source, _ verified: Claims?
  ) async throws(StepFailure) -> (value: JSONValue, isWhole: Bool)? {
    switch source {
    case .idToken: return verified.map { (.object($0.all), true) }
    case .token(let path): return response.all.value(at: path).map { (response.withoutTokens($0), true) }
    case .callback(let name, let path):
      // Nobody signs a callback's fields: only what the descriptor maps is taken.
      let value = callback[name].flatMap { JSONValue(parsing: Data($0.utf8)) }?.value(at: path)
      return value.map { ($0, false) }
    case .endpoint:
      guard try await isEndpointAsked(verified) else { return nil }
      return (try await endpoint(verified).facts(about: verified?.subject), true)
    }
  }

  /// Where the ID token has said who the user is, an endpoint that discovery does not name, and a sign-in that brought no
  /// access token, are no failure.
  private func isEndpointAsked(_ verified: Claims?) async throws(StepFailure) -> Bool {
    guard verified != nil, rules.sources.contains(.idToken) else { return true }
    guard !response.accessToken.reveal().isEmpty else { return false }
    guard core.configuration.discovery.mode == .runtime else { return true }
    return try await core.metadata.urlIfAny(.userInfo, try values(verified)) != nil
  }

  private func values(_ verified: Claims?) throws(StepFailure) -> TemplateValues {
    try core.provider.values(with: variables).adding("access_token", response.accessToken.reveal())
      .adding("redirect_uri", redirectURI).adding("scope", scope)
      .adding(tree: response.all, as: "token").adding(tree: verified.map { .object($0.all) }, as: "id_token")
      .withFreshValues
  }

  private func endpoint(_ verified: Claims?) throws(StepFailure) -> UserInfoEndpoint {
    UserInfoEndpoint(core: core, accessToken: response.accessToken, values: try values(verified))
  }

  /// What a further call adds. One that does not work adds nothing: the user is signed in without it, and the tokens that
  /// the code was spent for are not thrown away.
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
