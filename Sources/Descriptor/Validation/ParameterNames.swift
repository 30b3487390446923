import AuthConfiguration

/// The names of all parameters in requests and callbacks, after `rename`.
enum ParameterNames {
  /// The use of a name.
  struct Use: Sendable {
    /// The name in the descriptor.
    var name: String
    /// The name in requests.
    var sent: String
    /// The key that determines the name.
    var path: [String]
  }

  /// The standard names in requests that can be renamed.
  static let standard: [String] = [
    "response_type", "client_id", "redirect_uri", "response_mode", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "grant_type", "code", "code_verifier", "client_secret", "refresh_token", "access_token",
    "token", "token_type_hint", "device_code", "auth_req_id", "login_hint_token",
    "binding_message", "user_code", "requested_expiry", "auth_session", "resource",
    "authorization_details",
  ]

  /// Returns the protocol's names in an authorization request.
  static func authorization(_ context: CheckContext) -> [Use] {
    let names = [
      "response_type", "client_id", "redirect_uri", "response_mode", "state", "nonce", "code_challenge",
      "code_challenge_method",
    ]
    let rules = context.configuration.authorization
    let access =
      (rules.resources == .none ? [] : ["resource"]) + (rules.details.isEmpty ? [] : ["authorization_details"])
    return (names + access).map { renamed($0, context) } + scopes(context)
  }

  /// The standard parameter isn't sent if all scopes are in groups.
  private static func scopes(_ context: CheckContext) -> [Use] {
    guard let rules = context.configuration.scopes else { return [] }
    if context.descriptor.scopes.values.isEmpty, rules.defaults.isEmpty { return [] }
    return [renamed(rules.parameter, context, at: ["scopes", "parameter"], called: "scopes")]
  }

  /// Returns the provider's names in an authorization request.
  static func own(_ context: CheckContext) -> [Use] {
    let rules = context.configuration.authorization
    let declared = rules.parameters.map(\.name)
    let groups = context.configuration.scopes?.groups ?? []
    return rules.parameters.map { renamed($0.name, context, at: ["authorize", "parameters", $0.name]) }
      + groups.map {
        renamed(
          $0.parameter, context, at: ["scopes", "groups", $0.name, "parameter"], called: "scopes.groups.\($0.name)")
      }
      // A declared parameter may also request a refresh token.
      + rules.offlineParameters.keys.sorted().filter { !declared.contains($0) }.map {
        renamed($0, context, at: ["offline", "parameters", $0])
      }
  }

  /// Returns the protocol's names in the requests that a client sends itself.
  static func endpoints(_ context: CheckContext) -> [[Use]] {
    exchanges(context).values.map { names in names.map { renamed($0, context) } }
  }

  /// Returns the standard parameters by the key with the `omit` list.
  static func exchanges(_ context: CheckContext) -> [String: [String]] {
    let token = context.configuration.refresh?.exchangedToken.rawValue ?? "refresh_token"
    return [
      "token": ["grant_type", "code", "redirect_uri", "code_verifier", "client_id", "client_secret"],
      "refresh": ["grant_type", token, "client_id", "client_secret"],
      "revocation": ["token", "token_type_hint", "client_id", "client_secret"],
    ]
  }

  /// Returns the names in a callback.
  static func callback(_ context: CheckContext) -> [Use] {
    let rules = context.configuration.callback
    let state = Use(name: "callback.state", sent: rules.state, path: ["callback", "state"])
    let named = [
      ("callback.code", rules.code, ["callback", "code"]), ("callback.error", rules.error, ["callback", "error"]),
      ("callback.error_description", rules.errorDescription, ["callback", "error_description"]),
    ]
    let scope = rules.scope.map { Use(name: "callback.scope", sent: $0, path: ["callback", "scope"]) }
    let signature = rules.signature.map {
      Use(name: "callback.signature", sent: $0.parameter, path: ["callback", "signature", "parameter"])
    }
    return (context.configuration.authorization.state == .none ? [] : [state]) + [
      Use(name: "iss", sent: "iss", path: ["callback"])
    ]
      + named.map { Use(name: $0, sent: $1, path: $2) }
      + [scope].compactMap(\.self)
      + rules.fields.map {
        Use(name: "callback.fields.\($0.name)", sent: $0.name, path: ["callback", "fields", $0.name])
      }
      + [signature].compactMap(\.self)
  }

  private static func renamed(
    _ name: String, _ context: CheckContext, at path: [String]? = nil, called label: String? = nil
  ) -> Use {
    let own = context.configuration.renames[name]
    return Use(name: label ?? name, sent: own ?? name, path: own == nil ? path ?? ["rename", name] : ["rename", name])
  }
}
