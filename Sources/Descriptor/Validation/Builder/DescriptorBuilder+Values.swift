import AuthConfiguration

extension DescriptorBuilder {
  func claims() -> Descriptor.Claims {
    let node = tree["claims"]
    let namespace = node?["namespace"]?.text ?? ""
    let custom = (node?["custom"]?.entries ?? []).map { entry in
      var claim = Descriptor.Claims.Custom(
        swiftName: entry.key, claim: entry.value["claim"]?.text ?? "", type: .string, place: .idToken,
        isOptional: entry.value["optional"]?.flag ?? false, doc: entry.doc)
      entry.value.read("type", into: &claim.type)
      entry.value.read("in", into: &claim.place)
      if entry.value["namespaced"]?.flag == true { claim.claim = namespace + claim.claim }
      return claim
    }
    let standard = node?["standard"]?.texts?.compactMap(Descriptor.Claims.Group.init) ?? []
    return Descriptor.Claims(standard: standard, custom: custom)
  }

  func errors() -> [Descriptor.KnownError] {
    (tree["errors"]?.entries ?? []).map { entry in
      Descriptor.KnownError(
        code: entry.key, caseName: entry.swiftName, summary: entry.doc ?? "The server answered `\(entry.key)`.")
    }
  }

  func docs() -> Descriptor.Docs {
    let node = tree["docs"]
    let steps = (node?["register"]?.list ?? []).map { step in
      step.text.map(Descriptor.Docs.Step.instruction)
        ?? .field(step["field"]?.text ?? "", value: step["value"]?.text ?? "")
    }
    let console = node?["console"].map {
      Descriptor.Docs.Console(name: $0["name"]?.text ?? "", url: $0["url"]?.text ?? "")
    }
    var docs = Descriptor.Docs(console: console, register: steps, callbacks: [:], links: [:], native: nil)
    node?.read("callbacks", into: &docs.callbacks)
    node?.read("links", into: &docs.links)
    node?.read("native", into: &docs.native)
    return docs
  }

  func examples() -> Descriptor.Examples {
    let node = tree["examples"]
    var examples = Descriptor.Examples(
      bodies: [:], idToken: node?["id_token"].map(JSONSource.value),
      expect: .init(user: [:], scopes: nil, expiresIn: nil, fields: [:], error: nil))
    for entry in node?.entries ?? [] where entry.key != "id_token" {
      if let text = entry.value.text { examples.bodies[entry.key] = text }
    }
    guard let expect = node?["expect"] else { return examples }
    expect.read("user", into: &examples.expect.user)
    expect.read("fields", into: &examples.expect.fields)
    expect.read("error", into: &examples.expect.error)
    examples.expect.scopes = expect["scopes"]?.texts
    examples.expect.expiresIn = expect["expires_in"]?.integer
    return examples
  }

  func provenance() -> Descriptor.Provenance {
    var provenance = Descriptor.Provenance(sources: [], unverified: [])
    guard let node = tree["provenance"] else { return provenance }
    node.read("sources", into: &provenance.sources)
    node.read("verified", into: &provenance.verified)
    node.read("unverified", into: &provenance.unverified)
    node.read("reason", into: &provenance.reason)
    node.read("domains", into: &provenance.domains)
    return provenance
  }
}
