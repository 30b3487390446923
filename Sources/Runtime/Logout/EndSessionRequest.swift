import Foundation

/// The provider's page that ends the browser session (OpenID Connect RP-Initiated Logout 1.0 §2).
struct EndSessionRequest: Sendable, Codable {
  var url: URL
  /// The `state` that was sent and that the provider must return (§2), or `nil` if it wasn't sent.
  let state: String?
  /// The parameter of the callback that contains the state.
  private let stateName: String

  init(
    endpoint: URL, rules: ProviderConfiguration.LogoutRules, values: TemplateValues, idToken: Secret?,
    returnTo: String?, flags: [String], renames: [String: String] = [:], stateName: String = "state"
  ) throws(StepFailure) {
    // Without a return URL, there's no callback to match with a state.
    let state = rules.style == .rpInitiated && returnTo != nil ? RandomText.make() : nil
    var pairs: [(name: String, value: String)] = []
    pairs += try values.pairs(rules.parameters, allowsMissing: true)
    if rules.idTokenHint != .never, let idToken { pairs.append(("id_token_hint", idToken.reveal())) }
    if let returnTo { pairs.append((rules.redirectParameter, returnTo)) }
    if let state { pairs.append(("state", state)) }
    self.state = state
    self.stateName = stateName
    self.url = endpoint.adding(pairs.renamed(by: renames), flags: flags)
  }

  /// Checks the callback after sign-out. If no state was sent, every return is accepted.
  func checkReturn(query: String) throws(StepFailure) {
    guard let state else { return }
    guard let pairs = FormEncoding.decode(query) else { throw .callback(.malformed) }
    let returned = pairs.filter { $0.name == stateName }
    guard returned.count <= 1 else { throw .callback(.repeatedParameter(stateName)) }
    guard let value = returned.first?.value, constantTimeEquals(value, state) else { throw .callback(.stateMismatch) }
  }
}
