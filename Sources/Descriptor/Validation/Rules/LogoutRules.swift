/// What the request that ends a browser session carries.
enum LogoutRules {
  /// A name that is sent twice means whatever the server makes of it.
  @Sendable static func distinctParameters(_ context: RuleContext) -> [Diagnostic] {
    let logout = context.descriptor.logout
    guard logout.style != .none else { return [] }
    var uses = ["id_token_hint": "the ID token", "state": "the state"]
    let names =
      [(logout.redirectParameter, ["logout", "redirect_parameter"], "'redirect_parameter'")]
      + logout.parameters.keys.sorted().map { ($0, ["logout", "parameters", $0], "'parameters'") }
      + logout.flags.map { ($0.name, ["logout", "flags", $0.name], "'flags'") }
    return names.compactMap { name, path, use in
      guard let other = uses.updateValue(use, forKey: name) else { return nil }
      let message = "\(use) and \(other) would both be sent as '\(name)'"
      return Diagnostic(.logoutParameterConflict, message, at: context.tree.location(of: path))
    }
  }
}
