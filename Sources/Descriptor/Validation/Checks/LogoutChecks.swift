import AuthConfiguration

/// What the request that ends a browser session carries.
enum LogoutChecks {
  /// A page of the provider's own needs an address, the standard one is metadata.
  @Sendable static func endpoint(_ context: CheckContext) -> [Diagnostic] {
    let logout = context.configuration.logout
    switch logout.style {
    case .none: return []
    case .custom:
      if logout.endpoint != nil { return [] }
      let message = "'logout.style: custom' needs 'logout.endpoint'"
      return [context.finding(.urls.logoutEndpoint, message, at: "logout", "style")]
    case .rpInitiated:
      let name = Endpoint.endSession.rawValue
      if logout.endpoint != nil {
        let message = "'logout.endpoint' is for 'style: custom'; the standard one is 'server.\(name)'"
        return [context.finding(.urls.logoutEndpoint, message, at: "logout", "endpoint")]
      }
      if context.configuration.discovery.mode != .none || context.configuration.mayHave(.endSession) { return [] }
      let message = "'server.\(name)' is missing, and 'discovery: none' cannot find it"
      return [context.finding(.urls.missingEndpoint, message, at: "server")]
    }
  }

  /// A name that is sent twice means whatever the server makes of it.
  @Sendable static func distinctParameters(_ context: CheckContext) -> [Diagnostic] {
    let logout = context.configuration.logout
    guard logout.style != .none else { return [] }
    var uses = ["id_token_hint": "the ID token", "state": "the state"]
    let names =
      [(logout.redirectParameter, ["logout", "redirect_parameter"], "'redirect_parameter'")]
      + logout.parameters.keys.sorted().map { ($0, ["logout", "parameters", $0], "'parameters'") }
      + logout.flags.map { ($0, ["logout", "flags", $0], "'flags'") }
    return names.compactMap { name, path, use in
      guard let other = uses.updateValue(use, forKey: name) else { return nil }
      let message = "\(use) and \(other) would both be sent as '\(name)'"
      return Diagnostic(.values.logoutParameterConflict, message, at: context.tree.location(of: path))
    }
  }
}
