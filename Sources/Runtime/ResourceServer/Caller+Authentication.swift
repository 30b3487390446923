import Foundation

/// The maximum time since a user authenticated.
public struct AuthenticationAge: Sendable, Hashable {
  /// The time, in whole seconds.
  public let duration: Duration

  /// Creates an age. A negative duration is treated as zero, and fractions of a second are removed.
  public init(_ duration: Duration) {
    self.duration = .seconds(max(0, duration.components.seconds))
  }

  /// Returns an age in seconds.
  public static func seconds(_ seconds: Int) -> AuthenticationAge { AuthenticationAge(.seconds(seconds)) }
  /// Returns an age in minutes.
  public static func minutes(_ minutes: Int) -> AuthenticationAge {
    AuthenticationAge(.seconds(minutes.multipliedReportingOverflow(by: 60).partialValue))
  }
}

extension Caller {
  /// The way to authenticate again (RFC 9470 §3).
  struct AuthenticationDemand {
    var acrValues: [String] = []
    var maxAge: Duration?
  }

  func hasAuthenticated(_ acr: String? = nil, within age: AuthenticationAge?) -> Bool {
    if let acr, !(authenticationContext?.isExactly(acr) ?? false) { return false }
    guard let age else { return true }
    guard let date = authenticationTime else { return false }
    // A time in the future comes from a wrong clock, or from a server that made it up.
    return (-leeway...age.duration.seconds + leeway).contains(time.timeIntervalSince(date))
  }

  /// Returns the authentication that would meet the requirement, or `nil` if the caller also lacks something else. Then
  /// asking the user to authenticate would be in vain.
  func authenticationDemand(of requirement: Requirement<Provider>) -> AuthenticationDemand? {
    guard !satisfies(requirement) else { return AuthenticationDemand() }
    switch requirement {
    case .acr(let value, let age): return AuthenticationDemand(acrValues: [value], maxAge: age?.duration)
    case .authenticated(let age): return AuthenticationDemand(maxAge: age.duration)
    case .all(let requirements):
      let demands = requirements.map(authenticationDemand)
      return demands.contains { $0 == nil } ? nil : union(demands.compactMap(\.self))
    case .any(let requirements):
      let demands = requirements.compactMap(authenticationDemand)
      return demands.isEmpty ? nil : union(demands)
    default: return nil
    }
  }

  private func union(_ demands: [AuthenticationDemand]) -> AuthenticationDemand {
    var values: [String] = []
    for value in demands.flatMap(\.acrValues) where !values.contains(where: value.isExactly) { values.append(value) }
    return AuthenticationDemand(acrValues: values, maxAge: demands.compactMap(\.maxAge).min())
  }
}
