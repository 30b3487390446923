import AuthConfiguration

/// The rules for the request that ends a browser session.
enum LogoutChecks {
  /// A custom logout page requires a URL. The URL of the standard page is part of the metadata.
  @Sendable static func endpoint(_ context: CheckContext) -> [Diagnostic] {
    let logout = context.configuration.logout
    switch logout.style {
    case .none: return []
    case .custom:
      if logout.endpoint != nil { return [] }
      let message = "'logout.style: custom' requires 'logout.endpoint'"
      return [context.finding(.urls.logoutEndpoint, message, at: "logout", "style")]
    case .rpInitiated:
      let name = Endpoint.endSession.rawValue
      if logout.endpoint != nil {
        let message = "'logout.endpoint' requires 'style: custom'; for the standard style, use 'server.\(name)'"
        return [context.finding(.urls.logoutEndpoint, message, at: "logout", "endpoint")]
      }
      if context.configuration.discovery.mode != .none || context.configuration.mayHave(.endSession) { return [] }
      let message = "'server.\(name)' is missing, and 'discovery: none' prevents its discovery"
      return [context.finding(.urls.missingEndpoint, message, at: "server")]
    }
  }

  /// The names of the parameters must differ, because the meaning of a duplicate depends on the server.
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
