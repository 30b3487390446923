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

  /// Requires both.
  public func and(_ other: WebPolicy) -> WebPolicy {
    WebPolicy(
      demand: WebDemand(
        scopes: demand.scopes + other.demand.scopes.filter { !demand.scopes.contains($0) },
        contexts: demand.contexts.isEmpty ? other.demand.contexts : demand.contexts,
        seconds: [demand.seconds, other.demand.seconds].compactMap { $0 }.min()))
  }
}

/// A policy without its provider's types.
struct WebDemand: Sendable, Hashable, Codable {
  var scopes: [String] = []
  var contexts: [String] = []
  var seconds: Int?

  /// The seconds by which the clocks of the app and of the provider may differ.
  private static let tolerance: TimeInterval = 60

  /// Whether the tokens satisfy the demand. A missing claim doesn't.
  func isSatisfied(by credential: Credential, at date: Date) -> Bool {
    guard scopes.allSatisfy(credential.scopes.contains) else { return false }
    if !contexts.isEmpty {
      guard let context = credential.claims?["acr"]?.string, contexts.contains(where: context.isExactly) else {
        return false
      }
    }
    guard let seconds else { return true }
    guard let time = credential.claims?["auth_time"]?.number else { return false }
    return date.timeIntervalSince1970 - time <= TimeInterval(seconds) + Self.tolerance
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
