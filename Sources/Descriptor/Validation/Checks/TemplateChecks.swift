import AuthConfiguration

/// Which names a template may have depends on where it stands: what is not known yet cannot be sent.
enum TemplateChecks {
  /// A stage of the flow.
  enum Place: Sendable, CaseIterable {
    /// An endpoint that is needed before there is a token.
    case url
    /// Something that travels through the browser.
    case browser
    /// The request that exchanges a code.
    case token
    /// A second exchange.
    case secondExchange
    /// A request without a browser before it.
    case direct
    /// The token request of a sign-in on another device.
    case device
    /// A request about the user.
    case userInfo
    /// A request with the tokens of a session.
    case later
    /// The browser's way out.
    case logout
    /// A check of the callback.
    case callback
    /// A check of the ID token.
    case check
    /// A check of an access token, by an API: it knows no client.
    case resource

    /// Names that stand for themselves.
    var names: Set<String> {
      switch self {
      case .url: ["client_id"]
      case .browser: ["client_id", "redirect_uri", "scope", "state", "app_name"]
      case .token:
        ["client_id", "client_secret", "redirect_uri", "scope", "state", "code", "code_verifier", "app_name"]
      case .secondExchange: Place.token.names.union(["access_token"])
      case .direct: ["client_id", "client_secret", "scope", "app_name"]
      case .device: Place.direct.names.union(["user_code"])
      case .userInfo: ["client_id", "client_secret", "redirect_uri", "scope", "access_token", "app_name"]
      case .later:
        ["client_id", "client_secret", "redirect_uri", "scope", "refresh_token", "access_token", "token", "app_name"]
      case .logout: ["client_id"]
      case .callback, .check: ["client_id", "client_secret"]
      case .resource: []
      }
    }

    /// What may stand before a dot.
    var groups: Set<String> {
      switch self {
      case .url: ["settings"]
      case .browser, .direct, .device: ["settings", "derive"]
      case .token: ["settings", "derive", "callback"]
      case .secondExchange: ["settings", "derive", "callback", "token"]
      case .userInfo, .later: ["settings", "derive", "token", "id_token"]
      case .logout: ["settings", "id_token"]
      case .callback: ["settings"]
      case .resource: []
      case .check: ["settings", "id_token", "authorize"]
      }
    }
  }

  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    templates(context).flatMap { place, path, node in
      TextTemplate(node.text ?? "").holes.filter { !isKnown($0, at: place, context) }.map { name in
        unknown(name, path: path, at: node.location, place, context)
      }
    }
  }

  /// A function's names, and a function that nobody uses.
  @Sendable static func derived(_ context: CheckContext) -> [Diagnostic] {
    let used = namesUsedAnywhere(context)
    return (context.tree["derive"]?.entries ?? []).flatMap { entry -> [Diagnostic] in
      let path = ["derive", entry.key]
      let names = DerivedValue(entry.value.text ?? "").expression?.names ?? []
      let places: [Place] = [.browser, .secondExchange, .later]
      let unknown = names.filter { name in !places.contains { isKnown(name, at: $0, context) } }
      let findings = unknown.map { self.unknown($0, path: path, at: entry.value.location, .token, context) }
      if context.environment != nil || used.contains("derive.\(entry.key)") { return findings }
      let message = "nothing uses '{derive.\(entry.key)}'"
      return findings + [Diagnostic(.urls.unusedVariable, message, at: entry.location)]
    }
  }

  static func isKnown(_ name: String, at place: Place, _ context: CheckContext) -> Bool {
    if place.names.contains(name) || context.configuration.variables.contains(where: { $0.name == name }) {
      return true
    }
    guard let dot = name.firstIndex(of: ".") else { return false }
    let (group, member) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    guard place.groups.contains(group) else { return false }
    switch group {
    case "settings": return context.configuration.client.settings.contains { $0.name == member }
    case "derive": return context.configuration.derived[member] != nil
    case "authorize": return context.configuration.authorization.parameters.contains { $0.name == member }
    // What may be missing cannot be sent: the sign-in would fail once the code is spent.
    case "callback": return context.configuration.callback.fields.contains { $0.name == member && !$0.isOptional }
    default: return FieldPath(member).problem == nil
    }
  }

  private static func unknown(
    _ name: String, path: [String], at location: SourceLocation, _ place: Place, _ context: CheckContext
  ) -> Diagnostic {
    let variables = context.configuration.variables.map(\.name)
    let settings = context.configuration.client.settings.map { "settings.\($0.name)" }
    let known = variables + settings + context.configuration.derived.keys.sorted().map { "derive.\($0)" }
    let suggestion = NearestWord.suggestion(for: name, among: known + place.names.sorted())
    if path.first == "server" {
      let message = "'\(path.dotted)': the variable '{\(name)}' is not declared under 'variables'\(suggestion)"
      return Diagnostic(.urls.undeclaredVariable, message, at: location)
    }
    let expected =
      suggestion.isEmpty ? "; expected one of \((place.names.sorted() + known).joined(separator: ", "))" : suggestion
    return Diagnostic(
      .urls.undeclaredVariable, "'\(path.dotted)': '{\(name)}' is not known here\(expected)", at: location)
  }

  /// All names between braces, for finding what no environment uses.
  static func namesUsedAnywhere(_ context: CheckContext) -> Set<String> {
    context.environments.reduce(usedNames(context)) { $0.union(usedNames($1)) }
  }

  private static func usedNames(_ context: CheckContext) -> Set<String> {
    let derived = context.configuration.derived.values.flatMap { $0.expression?.names ?? [] }
    let docs = context.descriptor.docs
    let texts = [docs.console?.url].compactMap { $0 } + docs.callbacks.values + docs.links.values
    return Set(
      templates(context).flatMap { TextTemplate($0.node.text ?? "").holes } + derived
        + texts.flatMap { TextTemplate($0).holes })
  }

  /// Every template with its place.
  private static func templates(_ context: CheckContext) -> [(place: Place, path: [String], node: LocatedNode)] {
    single.flatMap { place, path in
      context.tree[path].map { node in node.texts == nil ? [] : nodes(node).map { (place, path, $0) } } ?? []
    }
      + maps.flatMap { place, path in
        (context.tree[path]?.entries ?? []).map { (place, path + [$0.key], $0.value) }
      } + server(context) + nested(context)
  }

  private static func nodes(_ node: LocatedNode) -> [LocatedNode] { node.list ?? [node] }

  private static let single: [(Place, [String])] = [
    (.url, ["discovery", "url"]), (.url, ["discovery", "issuer"]), (.logout, ["logout", "endpoint"]),
    (.later, ["refresh", "endpoint"]), (.later, ["revocation", "endpoint"]), (.userInfo, ["userinfo", "endpoint"]),
    (.secondExchange, ["token", "second_exchange", "endpoint"]), (.check, ["id_token", "issuer"]),
    (.url, ["access_token", "client_subject"]),
    (.check, ["client", "secret_from", "jwt", "kid"]), (.check, ["client", "secret_from", "jwt", "key"]),
    (.userInfo, ["userinfo", "body"]),
  ]

  private static let maps: [(Place, [String])] = [
    (.token, ["token", "headers"]), (.token, ["token", "parameters"]),
    (.secondExchange, ["token", "second_exchange", "headers"]),
    (.secondExchange, ["token", "second_exchange", "parameters"]), (.later, ["refresh", "headers"]),
    (.later, ["refresh", "parameters"]),
    (.later, ["revocation", "headers"]), (.later, ["revocation", "parameters"]), (.logout, ["logout", "parameters"]),
    (.userInfo, ["userinfo", "headers"]), (.userInfo, ["userinfo", "parameters"]), (.userInfo, ["userinfo", "body"]),
    (.later, ["api", "headers"]), (.direct, ["device", "parameters"]), (.device, ["device", "token", "parameters"]),
    (.check, ["client", "secret_from", "jwt", "claims"]),
  ]

  private static func server(_ context: CheckContext) -> [(Place, [String], LocatedNode)] {
    URLChecks.urls(context).filter { $0.path.first == "server" }.map { path, node in
      switch path.last.flatMap(Endpoint.init) {
      case .userInfo: (.userInfo, path, node)
      case .revocation: (.later, path, node)
      default: (.url, path, node)
      }
    }
  }

  /// Templates inside of lists and of maps with names of the author's own.
  private static func nested(_ context: CheckContext) -> [(Place, [String], LocatedNode)] {
    let parameters = (context.tree[["authorize", "parameters"]]?.entries ?? []).compactMap { entry in
      // Without a browser there is neither a state nor an address to return to.
      let place: Place = (entry.value["requests"]?.texts ?? []).allSatisfy { $0 == "authorize" } ? .browser : .direct
      return entry.value["const"].map { (place, ["authorize", "parameters", entry.key, "const"], $0) }
    }
    let fields = (context.tree[["callback", "fields"]]?.entries ?? []).compactMap { entry in
      entry.value["equals"].map { (Place.callback, ["callback", "fields", entry.key, "equals"], $0) }
    }
    let checks = [(Place.check, "id_token"), (.resource, "access_token")].flatMap { place, section in
      (context.tree[[section, "checks"]]?.entries ?? []).map { entry in
        let text = ClaimCheck(entry.value.text ?? "").comparison?.template.text ?? ""
        let node = LocatedNode(value: .text(text, isPlain: false), location: entry.value.location)
        return (place, [section, "checks", entry.key], node)
      }
    }
    let calls = (context.tree[["userinfo", "further_requests"]]?.list ?? []).flatMap { call in
      let headers = call["headers"]?.entries?.map(\.value) ?? []
      return ([call["endpoint"]].compactMap { $0 } + headers).map {
        (Place.userInfo, ["userinfo", "further_requests"], $0)
      }
    }
    return parameters + fields + checks + calls
  }
}
