import AuthConfiguration

/// The security schemes of an OpenAPI document that use OAuth (OpenAPI 3.1 §4.8.27).
struct SecuritySchemes {
  /// The name of the API (`info.title`).
  let title: String?
  /// The object that contains the schemes.
  let node: LocatedNode

  /// Finds the schemes in a document, in its `components`, or in a file that contains only them.
  init?(_ tree: LocatedNode) {
    let paths = [["components", "securitySchemes"], ["securitySchemes"]]
    guard let node = paths.lazy.compactMap({ tree[$0] }).first else { return nil }
    self.node = node
    title = tree[["info", "title"]]?.text
  }
}

/// A draft from an OpenAPI document's security scheme.
struct OpenAPIDraft: DraftSource {
  /// The scheme's name in the document.
  private let scheme: String
  private let rules: LocatedNode
  private let others: [String]
  private let file: String
  let title: String?

  /// Chooses the first scheme with the authorization code flow, or the first with OpenID Connect.
  init(_ schemes: SecuritySchemes, file: String) throws(DiagnosticsError) {
    let all = schemes.node.entries ?? []
    let usable =
      all.filter { $0.value[["flows", "authorizationCode"]] != nil }
      + all.filter { $0.value["type"]?.text == "openIdConnect" && $0.value["openIdConnectUrl"]?.text != nil }
    guard let chosen = usable.first else {
      let types = all.map { "\($0.key): \($0.value["type"]?.text ?? "no type")" }
      throw DiagnosticsError([
        Diagnostic(
          .files.unusableDocument,
          "no security scheme has the flow authorizationCode or the type openIdConnect (\(types.listed))",
          at: schemes.node.location,
          note: "browsers sign users in with these two only; if the provider supports one, add it to the document")
      ])
    }
    (scheme, rules, title, self.file) = (chosen.key, chosen.value, schemes.title, file)
    others = all.map(\.key).filter { $0 != chosen.key }
  }

  private var flow: LocatedNode? { rules[["flows", "authorizationCode"]] }

  /// The host of the first endpoint.
  var host: String {
    let url = flow?["authorizationUrl"]?.text ?? flow?["tokenUrl"]?.text ?? rules["openIdConnectUrl"]?.text
    return DraftURL.host(url ?? "")
  }

  func text(id: String, name: String) -> String {
    var yaml = YAMLText()
    yaml.comment("\(name), from the security scheme '\(scheme)' in \(file). Written by authgen import.")
    yaml.comment("TODO marks what you need to add, because it isn't in the document.")
    yaml.add("schema: 1")
    yaml.add("id: \(id)")
    yaml.add("name: \(YAMLText.quoted(name))")
    if let text = rules["description"]?.text { yaml.comment("description: \(text.shown(limit: 400))") }
    if !others.isEmpty { yaml.comment("other security schemes of the document: \(others.listed)") }
    if let flow { oauth(&yaml, flow) } else { openID(&yaml) }
    DraftText.openPoints(&yaml, source: "The security scheme '\(scheme)' of \(title ?? file)")
    return yaml.text
  }

  private func oauth(_ yaml: inout YAMLText, _ flow: LocatedNode) {
    yaml.comment("TODO: if the provider has an endpoint with the user's ID, replace 'user: none' with 'userinfo'.")
    yaml.add("user: none")
    yaml.blank()
    yaml.mapping("server") { server in
      DraftText.endpoint(&server, "authorization_endpoint", flow["authorizationUrl"]?.text)
      DraftText.endpoint(&server, "token_endpoint", flow["tokenUrl"]?.text)
      if let device = rules[["flows", "deviceAuthorization", "deviceAuthorizationUrl"]]?.text {
        DraftText.endpoint(&server, "device_authorization_endpoint", device)
        server.comment("TODO: to sign in on another device, add device_code to 'flows'", indentation: 2)
      }
    }
    scopes(&yaml, flow["scopes"]?.entries ?? [])
    if let refresh = flow["refreshUrl"]?.text, refresh != flow["tokenUrl"]?.text {
      yaml.blank()
      if DraftURL.problem(with: refresh) == nil {
        yaml.add("refresh: { endpoint: \(YAMLText.template(refresh)) }")
      } else {
        yaml.comment("TODO: refresh.endpoint: the document has '\(refresh.shown())', which isn't an absolute https URL")
      }
    }
    let grants = (rules["flows"]?.entries ?? []).map(\.key).filter { $0 != "authorizationCode" }
    if !grants.isEmpty { yaml.comment("other flows of the document: \(grants.listed)") }
  }

  private func scopes(_ yaml: inout YAMLText, _ entries: [LocatedNode.Entry]) {
    yaml.blank()
    let docs = Dictionary(entries.map { ($0.key, $0.value.text) }) { first, _ in first }
    let (words, left) = DraftNames.scopes(entries.map(\.key))
    guard !words.isEmpty else {
      yaml.comment("TODO: scopes: the document has none with a Swift name. Add those that apps need.")
      return
    }
    yaml.add("scopes:")
    yaml.comment("TODO: add those that every app needs as 'default'", indentation: 2)
    yaml.add("  values:")
    for word in words {
      let doc = docs[word].flatMap(\.self).flatMap { $0.isEmpty ? nil : $0 }
      yaml.add("    \(YAMLText.word(word)): \(doc.map { "{ doc: \(YAMLText.quoted($0)) }" } ?? "{}")")
    }
    if !left.isEmpty {
      yaml.comment("left out, because they have no Swift name or there are too many: \(left.listed)", indentation: 2)
    }
  }

  /// OpenID Connect Discovery 1.0 §4.1: the document's URL is the issuer and a fixed path.
  private func openID(_ yaml: inout YAMLText) {
    let url = rules["openIdConnectUrl"]?.text ?? ""
    let path = "/.well-known/openid-configuration"
    yaml.blank()
    yaml.mapping("server") { server in
      guard url.hasSuffix(path), DraftURL.problem(with: url) == nil else {
        server.comment(
          "TODO: issuer: openIdConnectUrl is '\(url.shown())', which isn't the https URL of a discovery document",
          indentation: 2)
        return
      }
      server.comment(
        "the beginning of openIdConnectUrl. TODO: compare it with 'issuer' at that URL", indentation: 2)
      server.add("  issuer: \(YAMLText.template(String(url.dropLast(path.count))))")
    }
  }
}
