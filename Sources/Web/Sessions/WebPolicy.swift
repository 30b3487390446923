import AuthRuntime
import Foundation

/// The requirements of a page in addition to a signed-in user.
///
/// ```swift
/// WebPolicy<Bank>.authentication(["urn:example:mfa"], within: .seconds(300))
/// ```
public struct WebPolicy<Provider: UserIdentifying>: Sendable, Hashable {
  let demand: WebDemand

  /// Requires scopes. The user may have to consent to them.
  public static func scopes(_ scopes: [AuthScope<Provider>]) -> WebPolicy {
    WebPolicy(demand: WebDemand(scopes: scopes.map(\.rawValue)))
  }

  /// Requires an authentication of a certain kind, or one that isn't too long ago. The provider must issue ID tokens.
  ///
  /// - Parameters:
  ///   - contexts: The accepted values of the `acr` claim, in order of preference. An empty list accepts any.
  ///   - duration: The maximum time since the user authenticated, in whole seconds.
  public static func authentication(_ contexts: [String] = [], within duration: Duration? = nil) -> WebPolicy {
    WebPolicy(demand: WebDemand(contexts: contexts, seconds: duration.map { Int($0.components.seconds) }))
  }

  /// Combines two policies. If both list `acr` values, only values in both lists are accepted. If the lists have no
  /// value in common, no session satisfies the policy.
  public func and(_ other: WebPolicy) -> WebPolicy { WebPolicy(demand: demand.and(other.demand)) }
}

/// A policy without its provider's types.
struct WebDemand: Sendable, Hashable, Codable {
  var scopes: [String] = []
  var contexts: [String] = []
  var seconds: Int?
  /// Whether the demand is a combination that no authentication satisfies.
  var isContradictory = false

  /// The seconds by which the clocks of the app and of the provider may differ.
  private static let tolerance: TimeInterval = 60

  /// Whether the tokens satisfy the demand. A missing claim doesn't.
  func isSatisfied(by credential: Credential, at date: Date) -> Bool {
    guard !isContradictory, scopes.allSatisfy(credential.scopes.contains) else { return false }
    if !contexts.isEmpty {
      guard let context = credential.claims?["acr"]?.string, contexts.contains(where: context.isExactly) else {
        return false
      }
    }
    guard let seconds else { return true }
    guard let time = credential.claims?["auth_time"]?.number else { return false }
    return date.timeIntervalSince1970 - time <= TimeInterval(seconds) + Self.tolerance
  }

  func and(_ other: WebDemand) -> WebDemand {
    var both = self
    both.scopes += other.scopes.filter { !scopes.contains($0) }
    both.seconds = [seconds, other.seconds].compactMap { $0 }.min()
    both.isContradictory = isContradictory || other.isContradictory
    if contexts.isEmpty {
      both.contexts = other.contexts
    } else if !other.contexts.isEmpty {
      both.contexts = contexts.filter { context in other.contexts.contains(where: context.isExactly) }
      if both.contexts.isEmpty { both.isContradictory = true }
    }
    return both
  }

  /// The additions to the sign-in that satisfies the demand.
  var signIn: SignInDemand {
    var parameters = AuthorizationParameters()
    parameters.set("acr_values", contexts)
    parameters.set("max_age", seconds)
    return SignInDemand(scopes: scopes, parameters: parameters)
  }
}

extension WebSession {
  /// Whether the session satisfies a policy.
  public func satisfies(_ policy: WebPolicy<Provider>) -> Bool {
    policy.demand.isSatisfied(by: credential, at: now())
  }
}
