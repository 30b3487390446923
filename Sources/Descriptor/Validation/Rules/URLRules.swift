/// Where requests may go. A token, a code or a key never travels to a place that a variable's value could choose.
enum URLRules {
  /// Every URL is absolute, secure and made of declared variables in anchored places.
  @Sendable static func templates(_ context: RuleContext) -> [Diagnostic] {
    urls(context).flatMap { path, text in
      let template = URLTemplateText(text.text ?? "")
      return (form(template) + variables(template, context)).map { code, message in
        Diagnostic(code, "'\(path.dotted)': \(message)", at: text.location)
      }
    }
  }

  /// Without discovery, every endpoint of the flow must be written down.
  @Sendable static func endpoints(_ context: RuleContext) -> [Diagnostic] {
    guard context.descriptor.discovery == .none else { return [] }
    let needed = ["authorization_endpoint", "token_endpoint", "jwks_uri"]
    return needed.filter { context.tree["server"]?[$0] == nil }.map { name in
      context.error(.missingEndpoint, "'server.\(name)' is missing, and 'discovery: none' cannot find it", at: "server")
    }
  }

  /// A variable that no URL uses is probably misspelt in one.
  @Sendable static func variables(_ context: RuleContext) -> [Diagnostic] {
    let used = Set(urls(context).flatMap { URLTemplateText($0.node.text ?? "").holes.map(\.name) })
    return context.descriptor.variables.flatMap { variable -> [Diagnostic] in
      var findings: [Diagnostic] = []
      if !used.contains(variable.name) {
        let message = "no URL uses the variable '\(variable.name)'"
        findings.append(context.warning(.unusedVariable, message, at: "variables", variable.name))
      }
      if !HostText.isHost(variable.example) {
        let message = "the example '\(variable.example)' is not a host; expected a name such as acme.example.com"
        findings.append(context.error(.invalidExample, message, at: "variables", variable.name, "example"))
      }
      return findings
    }
  }

  /// An issuer is compared character by character and has neither query nor fragment (RFC 8414 §2).
  @Sendable static func issuer(_ context: RuleContext) -> [Diagnostic] {
    guard context.descriptor.server.issuer.contains(where: { "?#".contains($0) }) else { return [] }
    return [context.error(.invalidURL, "an issuer has neither query nor fragment", at: "server", "issuer")]
  }

  /// A page of the provider's own needs an address; fixed parameters know `{client_id}` only.
  @Sendable static func logout(_ context: RuleContext) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let logout = context.descriptor.logout
    if logout.style == .custom, logout.endpoint == nil {
      let message = "'logout.style: custom' needs 'logout.endpoint'"
      findings.append(context.error(.logoutEndpoint, message, at: "logout", "style"))
    }
    if logout.style == .rpInitiated, logout.endpoint != nil {
      let message = "'logout.endpoint' is for 'style: custom'; the standard one is 'server.end_session_endpoint'"
      findings.append(context.error(.logoutEndpoint, message, at: "logout", "endpoint"))
    }
    if logout.style == .rpInitiated, logout.endpoint == nil, context.descriptor.discovery == .none,
      context.descriptor.server.endSessionEndpoint == nil
    {
      let message = "'server.end_session_endpoint' is missing, and 'discovery: none' cannot find it"
      findings.append(context.error(.missingEndpoint, message, at: "server"))
    }
    for (name, value) in logout.parameters.sorted(by: { $0.key < $1.key }) {
      let template = URLTemplateText(value)
      for hole in template.holes where hole.name != "client_id" {
        let message = "'{\(hole.name)}' is not known here; expected '{client_id}'"
        findings.append(context.error(.undeclaredVariable, message, at: "logout", "parameters", name))
      }
    }
    return findings
  }

  /// An endpoint has no fragment (RFC 6749 §3.1): what is added to the query would end up behind it.
  @Sendable static func fragments(_ context: RuleContext) -> [Diagnostic] {
    let endpoints = ServerMetadataNames.used.filter { $0 != "issuer" }.map { ["server", $0] }
    return (endpoints + [["logout", "endpoint"]]).compactMap { path in
      guard let node = context.tree[path], node.text?.contains("#") == true else { return nil }
      return Diagnostic(.invalidURL, "'\(path.dotted)': an endpoint has no fragment", at: node.location)
    }
  }

  /// Links of the documentation are opened by people.
  @Sendable static func links(_ context: RuleContext) -> [Diagnostic] {
    let links = context.descriptor.docs.links.sorted { $0.key < $1.key }.map { (["docs", "links", $0.key], $0.value) }
    let console = context.descriptor.docs.console.map { (["docs", "console", "url"], $0.url) }
    return ([console].compactMap { $0 } + links).compactMap { path, url in
      let link = URLTemplateText(url)
      let location = context.tree.location(of: path)
      guard link.scheme == "https" else { return Diagnostic(.insecureURL, "expected an https URL", at: location) }
      let hasHost = HostText.isHost(link.authority) || link.holes.contains { $0.before == "https://" }
      return hasHost ? nil : Diagnostic(.invalidURL, "expected an https URL with a host", at: location)
    }
  }
}

extension URLRules {
  /// Every URL of the server's metadata, used or not, and the logout page.
  private static func urls(_ context: RuleContext) -> [(path: [String], node: LocatedNode)] {
    let metadata = (context.tree["server"]?.entries ?? []).filter { entry in
      ServerMetadataNames.used.contains(entry.key) || entry.value.text?.contains("://") == true
    }
    let logout = context.tree["logout"]?["endpoint"].map { (path: ["logout", "endpoint"], node: $0) }
    return metadata.map { (path: ["server", $0.key], node: $0.value) } + [logout].compactMap { $0 }
  }

  private static func form(_ template: URLTemplateText) -> [(DiagnosticCode, String)] {
    guard !template.hasStrayBrace else {
      return [(.invalidURL, "a brace stands alone; a literal one is written twice")]
    }
    guard !template.authority.isEmpty, template.hasOnlyURLCharacters else {
      return [(.invalidURL, "expected an absolute URL, such as https://{domain}/authorize")]
    }
    // A hole in the host is for the rule of variables.
    if !template.hasHoleInAuthority, !HostText.isHost(template.authority) {
      return [(.invalidURL, "'\(template.authority)' is no host; expected a name or an address, and a port if need be")]
    }
    if template.scheme == "https" || (template.scheme == "http" && template.isLoopback) { return [] }
    return [(.insecureURL, "expected https; http is for loopback addresses only")]
  }

  private static func variables(_ template: URLTemplateText, _ context: RuleContext) -> [(DiagnosticCode, String)] {
    let declared = context.descriptor.variables.map(\.name)
    return template.holes.flatMap { hole -> [(DiagnosticCode, String)] in
      guard declared.contains(hole.name) else {
        let suggestion = NearestWord.suggestion(for: hole.name, among: declared)
        return [(.undeclaredVariable, "the variable '{\(hole.name)}' is not declared under 'variables'\(suggestion)")]
      }
      // A host is the whole authority: `https://{x}.example.com` would let a value end the host early.
      let isWholeAuthority = hole.before == "https://" && (hole.after.isEmpty || hole.after.hasPrefix("/"))
      if isWholeAuthority { return [] }
      return [(.unanchoredVariable, "the host variable '{\(hole.name)}' may only stand as 'https://{\(hole.name)}/…'")]
    }
  }
}
