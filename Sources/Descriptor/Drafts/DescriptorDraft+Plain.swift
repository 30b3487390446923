import AuthConfiguration

extension DescriptorDraft {
  /// Whether the metadata describes an OpenID provider. Both lists are required by OpenID Connect Discovery 1.0 §3 and
  /// aren't part of RFC 8414.
  var describesOpenIDProvider: Bool {
    document.text(Endpoint.keys.rawValue) != nil
      && (document.list("id_token_signing_alg_values_supported") != nil
        || document.list("subject_types_supported") != nil)
  }

  /// A draft of a client that only calls an API, from metadata without OpenID Connect (RFC 8414).
  ///
  /// - Throws: ``DraftFailure`` if no client could use such a server.
  package func plainText() throws(DraftFailure) -> String {
    var yaml = YAMLText()
    head(&yaml)
    yaml.comment("The metadata doesn't describe OpenID Connect, so nothing in it identifies a user.")
    yaml.comment("TODO: if the provider has an endpoint with the user's ID, replace 'user: none' with 'userinfo'.")
    yaml.add("user: none")
    try plainServer(&yaml)
    pkce(&yaml)
    client(&yaml)
    plainScopes(&yaml)
    plainSessions(&yaml)
    closing(&yaml)
    return yaml.text
  }

  private func plainServer(_ yaml: inout YAMLText) throws(DraftFailure) {
    yaml.blank()
    yaml.add("server:")
    yaml.add("  issuer: \(YAMLText.template(issuer))")
    for endpoint in Endpoint.announced where endpoint != .keys && endpoint != .userInfo {
      guard let url = document.text(endpoint.rawValue) else { continue }
      if let problem = problem(url) {
        throw DraftFailure(line: "\(problem) (the document's \(endpoint.rawValue))")
      }
      yaml.add("  \(endpoint.rawValue): \(YAMLText.template(url))")
    }
    for needed in [Endpoint.authorization, .token] where document.text(needed.rawValue) == nil {
      throw DraftFailure(line: "missingEndpoint: the document \(origin.place) doesn't contain \(needed.rawValue)")
    }
    let names = document.endpoints.map(\.name).filter { Endpoint(rawValue: $0) == nil }
    if !names.isEmpty { yaml.comment("listed, not used by clients: \(names.listed)", indentation: 2) }
  }

  private func plainScopes(_ yaml: inout YAMLText) {
    yaml.blank()
    let (words, left) = DraftNames.scopes(document.list("scopes_supported") ?? [])
    guard !words.isEmpty else {
      yaml.comment("Scopes: not listed. TODO: add the provider's own scopes, such as:")
      yaml.sample("scopes: { values: { \"read:things\": { doc: Read things. } } }")
      return
    }
    yaml.add("scopes:")
    yaml.comment("TODO: add those that every app needs as 'default', and a 'doc' to each", indentation: 2)
    yaml.add("  values:")
    for word in words { yaml.add("    \(YAMLText.word(word)): {}") }
    if !left.isEmpty {
      yaml.comment("left out, because they have no Swift name or there are too many: \(left.listed)", indentation: 2)
    }
  }

  private func plainSessions(_ yaml: inout YAMLText) {
    if let grants = document.list("grant_types_supported") {
      yaml.comment("grants: \(grants.listed)")
      if !grants.contains("refresh_token") {
        yaml.comment("TODO: refresh_token isn't listed. Without refresh tokens, write 'refresh: none'.")
      }
    }
    if document.text(Endpoint.deviceAuthorization.rawValue) != nil {
      yaml.comment("TODO: to sign in on another device, add device_code to 'flows':")
      yaml.sample("flows: [authorization_code, refresh_token, device_code]")
    }
  }
}
