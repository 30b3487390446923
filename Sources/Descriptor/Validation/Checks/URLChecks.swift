import AuthConfiguration

/// The rules for URLs.
enum URLChecks {
  /// Every URL must be absolute and secure, and the value of a variable must not be able to change other parts of it.
  @Sendable static func templates(_ context: CheckContext) -> [Diagnostic] {
    urls(context).flatMap { path, text in
      let template = URLTemplateText(text.text ?? "")
      return (form(template, context) + VariablePlacement.findings(template, context)).map { code, message in
        Diagnostic(code, "'\(path.dotted)': \(message)", at: text.location)
      }
    }
  }

  /// Without discovery, the descriptor must contain every endpoint of the flow.
  @Sendable static func endpoints(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    if configuration.discovery.mode != .none { return withoutIssuer(context) }
    let needed = Endpoint.allCases.filter { endpoint in
      endpoint.facts.isNeeded(configuration) || endpoint == .token && asksForTokens(context)
    }
    return needed.filter { configuration.server[$0] == nil }.map { endpoint in
      let reason =
        configuration.server.issuer == nil
        ? "discovery requires 'server.issuer'" : "'discovery: none' prevents its discovery"
      return context.finding(
        .urls.missingEndpoint, "'server.\(endpoint.rawValue)' is missing, and \(reason)", at: "server",
        note: endpoint == .token && configuration.server[.authorization] != nil ? withoutTokens : nil)
    }
  }

  /// Some providers return the user in the callback, and have no tokens.
  private static let withoutTokens =
    "a sign-in widget without a token endpoint, such as Telegram's, isn't supported: verify its signed callback in your own "
    + "code, or use the provider's OAuth or OpenID Connect server"

  /// Whether a client uses the token endpoint for more than a sign-in.
  private static func asksForTokens(_ context: CheckContext) -> Bool {
    let descriptor = context.descriptor
    return descriptor.canRefresh || descriptor.hasDeviceFlow || descriptor.hasBackchannelFlow
      || descriptor.hasFirstPartyFlow
      || descriptor.hasClientCredentials || descriptor.hasJWTBearer || !descriptor.exchanges.isEmpty
  }

  private static func withoutIssuer(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    guard configuration.server.issuer == nil, configuration.discovery.url == nil else { return [] }
    return [
      context.finding(.urls.missingEndpoint, "discovery requires 'server.issuer' or 'discovery.url'", at: "discovery")
    ]
  }

  /// An issuer is compared character by character, and must not have a query or a fragment (RFC 8414 §2).
  @Sendable static func issuer(_ context: CheckContext) -> [Diagnostic] {
    guard let issuer = context.configuration.server.issuer, issuer.text.contains(where: { "?#".contains($0) }) else {
      return []
    }
    return [context.finding(.urls.invalidURL, "an issuer must not have a query or a fragment", at: "server", "issuer")]
  }

  /// An endpoint must not have a fragment (RFC 6749 §3.1), because parameters would be appended to the fragment instead
  /// of the query.
  @Sendable static func fragments(_ context: CheckContext) -> [Diagnostic] {
    let names = Endpoint.announced.map(\.rawValue)
    return urls(context).compactMap { path, node in
      guard path.first != "server" || names.contains(path.last ?? ""), node.text?.contains("#") == true else {
        return nil
      }
      let remedy =
        path.last == Endpoint.authorization.rawValue
        ? "; write the part after '#' in 'authorize.fragment', and 'authorize.placement: fragment_route' if the parameters follow it"
        : ""
      return Diagnostic(
        .urls.invalidURL, "'\(path.dotted)': an endpoint must not have a fragment\(remedy)", at: node.location)
    }
  }

  /// The fragment is a constant. Its placeholders would be sent as they are.
  @Sendable static func authorizationFragment(_ context: CheckContext) -> [Diagnostic] {
    let path = ["authorize", "fragment"]
    guard let node = context.tree[path], node.text?.contains(where: { "{}#".contains($0) }) == true else { return [] }
    let message = "'authorize.fragment' must not contain '#', '{', or '}'; it isn't a template"
    return [Diagnostic(.urls.invalidURL, message, at: context.tree.location(of: path))]
  }

  /// People open the links in the documentation, so they must be secure too.
  @Sendable static func links(_ context: CheckContext) -> [Diagnostic] {
    context.strings(.link).compactMap { path, node in
      let (link, location) = (URLTemplateText(node.text ?? ""), context.tree.location(of: path))
      if startsWithURL(link, context) { return nil }
      guard link.scheme == "https" else { return Diagnostic(.urls.insecureURL, "expected an https URL", at: location) }
      let hasHost = HostText.isHost(link.authority) || link.hasPlaceholderInAuthority
      return hasHost ? nil : Diagnostic(.urls.invalidURL, "expected an https URL with a host", at: location)
    }
  }

  /// Returns every URL in the descriptor that requests are sent to or that responses are compared with.
  static func urls(_ context: CheckContext) -> [(path: [String], node: LocatedNode)] {
    // The URL of a pinned document is a file.
    let isPinned = context.tree[["discovery", "mode"]]?.text == "pinned"
    return context.strings(.url).filter { !(isPinned && $0.path == ["discovery", "url"]) } + otherMetadata(context)
  }

  /// Returns the URLs in metadata that clients don't use.
  static func otherMetadata(_ context: CheckContext) -> [(path: [String], node: LocatedNode)] {
    let used = Set(ProviderConfiguration.ServerMetadata.table.keys.map(\.name))
    return (context.tree["server"]?.entries ?? []).filter { entry in
      entry.value.text != nil && !used.contains(entry.key)
        && ["_endpoint", "_uri"].contains { entry.key.hasSuffix($0) }
    }.map { (["server", $0.key], $0.value) }
  }
}

extension URLChecks {
  private static func form(
    _ template: URLTemplateText, _ context: CheckContext
  ) -> [(DiagnosticCode, String)] {
    if template.hasStrayBrace { return [(.urls.invalidURL, "unbalanced brace; to write a literal brace, double it")] }
    let startsWithURL = startsWithURL(template, context)
    guard startsWithURL || !template.authority.isEmpty, template.hasOnlyURLCharacters else {
      return [(.urls.invalidURL, "expected an absolute URL, such as https://{domain}/authorize")]
    }
    if startsWithURL { return [] }
    // Another check validates placeholders in the host.
    if !template.hasPlaceholderInAuthority, !HostText.isHost(template.authority) {
      return [
        (
          .urls.invalidURL,
          "'\(template.authority)' isn't a valid host; use a name or an IP address, with an optional "
            + "port"
        )
      ]
    }
    if template.scheme == "https" || (template.scheme == "http" && template.isLoopback) { return [] }
    return [(.urls.insecureURL, "expected https; http is only allowed for loopback addresses" + advice(template))]
  }

  /// Returns advice for a variable host. It may be a loopback address only if the app supplies the scheme too.
  private static func advice(_ template: URLTemplateText) -> String {
    guard template.scheme == "http", template.hasPlaceholderInAuthority, let placeholder = template.placeholders.first
    else { return "" }
    return ". To let an app supply an http URL with a loopback address, declare the variable with 'kind: url' and "
      + "write '{\(placeholder.name)}/…'"
  }

  private static func startsWithURL(_ template: URLTemplateText, _ context: CheckContext) -> Bool {
    guard let first = template.placeholders.first, first.before.isEmpty else { return false }
    return kind(of: first.name, context) == .url
  }

  private static func kind(of name: String, _ context: CheckContext) -> ProviderConfiguration.Variable.Kind? {
    context.configuration.variables.first { $0.name == name }?.kind
  }
}
