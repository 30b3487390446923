/// Scopes and parameters that a sign-in needs in addition to those that the app chose.
package struct SignInDemand: Sendable, Hashable {
  package var scopes: [String] = []
  package var parameters = AuthorizationParameters()

  package init(scopes: [String] = [], parameters: AuthorizationParameters = AuthorizationParameters()) {
    (self.scopes, self.parameters) = (scopes, parameters)
  }

  /// Returns the values of the request. The demand's parameters replace those of the app.
  func added(
    to scopes: [String], _ parameters: AuthorizationParameters
  ) -> (scopes: [String], parameters: AuthorizationParameters) {
    var complete = parameters
    for pair in self.parameters.pairs { complete.set(pair.name, pair.value) }
    return (scopes + self.scopes.filter { !scopes.contains($0) }, complete)
  }
}
