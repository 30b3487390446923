import AuthConfiguration

extension DescriptorDraft {
  private typealias Method = ProviderConfiguration.ClientAuthenticationMethod

  /// Adds the methods of client authentication.
  func client(_ yaml: inout YAMLText) {
    let announced = document.list("token_endpoint_auth_methods_supported")
    // The app must have a key or a certificate first.
    let (own, known) = Method.allCases.halves(\.provesPossession)
    // If there's no list, the server supports Basic (OpenID Connect Discovery 1.0 §3).
    let usable = known.map(\.rawValue).filter((announced ?? [Method.standard.rawValue]).contains)
    let others = (announced ?? []).filter { Method(rawValue: $0) == nil }
    yaml.blank()
    yaml.add("client:")
    if announced?.contains("none") == true {
      yaml.comment("clients without a secret ('none') are listed", indentation: 2)
    } else {
      yaml.comment(
        "TODO: clients without a secret ('none') aren't listed; keep 'public' only if the provider registers native apps",
        indentation: 2)
    }
    yaml.add("  types: \(YAMLText.list(["public"] + (usable.isEmpty ? [] : ["confidential"])))")
    if announced == nil { yaml.comment("not listed, so it has the standard default:", indentation: 2) }
    if !usable.isEmpty { yaml.add("  authentication: \(YAMLText.list(usable))") }
    for method in own where announced?.contains(method.rawValue) == true {
      let credential = method.facts.credential == .certificate ? "certificate" : "key"
      yaml.comment("listed, and possible if the app has a \(credential): \(method.rawValue)", indentation: 2)
    }
    if !others.isEmpty { yaml.comment("listed, not supported here: \(others.listed)", indentation: 2) }
    response(&yaml)
  }

  private func response(_ yaml: inout YAMLText) {
    if let types = document.list("response_types_supported"), !types.contains("code") {
      yaml.comment("TODO: the response type code isn't listed (\(types.listed)). Sign-in fails without it.")
    }
    if let modes = document.list("response_modes_supported"), !modes.contains("query") {
      yaml.comment("TODO: the response mode query isn't listed (\(modes.listed)). Clients need it.")
    }
    if let grants = document.list("grant_types_supported"), !grants.contains("authorization_code") {
      yaml.comment("TODO: the grant authorization_code isn't listed (\(grants.listed)).")
    }
  }

  /// Adds the parameters of the authorization request that the document mentions.
  func authorize(_ yaml: inout YAMLText) {
    yaml.blank()
    prompt(&yaml)
    for (parameter, list) in [("ui_locales", "ui_locales_supported"), ("acr_values", "acr_values_supported")] {
      if let values = document.list(list), !values.isEmpty {
        yaml.comment("\(parameter): the server supports \(values.listed)")
      }
    }
    if let values = document.list("display_values_supported"), !values.isEmpty {
      yaml.comment("display: listed: \(values.listed). To make it an argument, add to authorize.parameters:")
      yaml.sample("display: { type: enum, values: [page, popup], doc: How the pages are shown. }")
    }
    yaml.comment("TODO: add the provider's own parameters under authorize.parameters, such as:")
    yaml.sample("organization: { type: string, doc: Organization to sign in to. }")
  }

  private func prompt(_ yaml: inout YAMLText) {
    guard let announced = document.list("prompt_values_supported"), !announced.isEmpty else {
      yaml.comment("prompt: not listed, so it has the standard values: \(Self.standardPrompts.listed)")
      return
    }
    let (values, left) = DraftNames.usable(
      announced, reserved: ["allCases", "hashValue"])
    let words = values.filter { $0.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) } }
    if words.isEmpty || Set(words) == Set(Self.standardPrompts) {
      yaml.comment("prompt: the standard values are listed")
    } else {
      yaml.add("authorize:")
      yaml.add("  parameters:")
      yaml.add("    prompt: { type: set, values: \(YAMLText.list(words)), doc: The prompts to show. }")
    }
    let others = left + values.filter { !words.contains($0) }
    if !others.isEmpty { yaml.comment("prompt: listed but left out: \(others.listed)") }
  }

  private static let standardPrompts = ["none", "login", "consent", "select_account"]
}
