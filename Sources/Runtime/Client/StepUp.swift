import Foundation

/// The permission to sign the user in again if an API demands it: with more scopes (RFC 6750 §3.1), in another way, or
/// because the last authentication is too long ago (RFC 9470).
///
/// ```swift
/// let (receipt, _) = try await bank.data(
///   for: payment, stepUp: .ask(maximum: 2, scopes: [.payments]))
/// ```
///
/// Pass it only for APIs that you trust, because their responses open the provider's page. An API can't choose other
/// parameters of the sign-in than `acr_values`, `max_age`, and scopes that you list.
public struct StepUp<Provider: AuthProvider>: Sendable {
  /// The upper limit for the number of sign-ins.
  static var limit: Int { 5 }

  let maximum: Int
  let scopes: [String]
  let parameters: AuthorizationParameters
  let timeout: Duration

  /// Allows sign-ins.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of sign-ins for one request, from 1 to 5. An API may first demand another
  ///     authentication, and then more scopes.
  ///   - scopes: The scopes that the API may demand. The sign-in also requests the scopes of the session
  ///     and of the last sign-in. The new token goes to the API, so list only scopes that the API may use.
  ///   - parameters: Parameters that each sign-in of this app needs, such as an audience.
  ///   - timeout: The time that the user may take in the browser, at most a day.
  public static func ask(
    maximum: Int = 1, scopes: [AuthScope<Provider>] = [],
    parameters: AuthorizationParameters = AuthorizationParameters(), timeout: Duration = .seconds(300)
  ) -> StepUp {
    StepUp(
      maximum: min(max(1, maximum), limit), scopes: scopes.map(\.rawValue), parameters: parameters, timeout: timeout)
  }
}
