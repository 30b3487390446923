extension DescriptorBuilder {
  func parameters() throws(DiagnosticsError) -> [Descriptor.Parameter] {
    var parameters: [Descriptor.Parameter] = []
    for entry in tree["authorize"]?["parameters"]?.entries ?? [] {
      parameters.append(
        Descriptor.Parameter(
          name: entry.key,
          swiftName: entry.swiftName,
          kind: try entry.value.required("type").word(as: Descriptor.Parameter.Kind.self),
          values: values(entry.value["values"]),
          requires: entry.value["requires"]?.list?.compactMap(\.text) ?? [],
          doc: entry.value["doc"]?.text
        ))
    }
    return parameters
  }

  /// A list of words, or a map from a word to its doc or to `{case, doc}`.
  private func values(_ node: LocatedNode?) -> [Descriptor.Parameter.Value] {
    let plain = node?.list?.compactMap(\.text) ?? []
    let documented = node?.entries ?? []
    return plain.map { value($0, nil) } + documented.map { value($0.key, $0.value) }
  }

  private func value(_ word: String, _ node: LocatedNode?) -> Descriptor.Parameter.Value {
    Descriptor.Parameter.Value(
      word: word,
      caseName: node?["case"]?.text ?? SwiftName.lowerCamel(word),
      doc: node?.text ?? node?["doc"]?.text
    )
  }

  func scopes() throws(DiagnosticsError) -> Descriptor.Scopes {
    let node = try tree.required("scopes")
    return Descriptor.Scopes(
      defaults: try node.required("default").list?.compactMap(\.text) ?? [],
      delimiter: try node.requiredText("delimiter"),
      values: (node["values"]?.entries ?? []).map { entry in
        Descriptor.Scopes.Scope(
          name: entry.key,
          caseName: entry.swiftName,
          doc: entry.value["doc"]?.text,
          isRequired: entry.value["required"]?.flag ?? false
        )
      },
      offline: tree["offline"]?["scope"]?.text
    )
  }

  func claims() throws(DiagnosticsError) -> Descriptor.Claims {
    var custom: [Descriptor.Claims.Custom] = []
    for entry in tree["claims"]?["custom"]?.entries ?? [] {
      custom.append(
        Descriptor.Claims.Custom(
          swiftName: entry.key,
          claim: try entry.value.requiredText("claim"),
          type: try entry.value.required("type").word(as: Descriptor.Claims.Custom.ClaimType.self),
          isOptional: entry.value["optional"]?.flag ?? false,
          doc: entry.value["doc"]?.text
        ))
    }
    let standard = try tree["claims"]?["standard"]?.words(as: Descriptor.Claims.Group.self) ?? []
    return Descriptor.Claims(standard: standard, custom: custom)
  }

  func errors() throws(DiagnosticsError) -> [Descriptor.KnownError] {
    var errors: [Descriptor.KnownError] = []
    for entry in tree["errors"]?.entries ?? [] {
      errors.append(
        Descriptor.KnownError(
          code: entry.key,
          caseName: entry.swiftName,
          recovery: try entry.value.required("recovery").word(as: Descriptor.KnownError.Recovery.self),
          summary: entry.value["doc"]?.text ?? "The server answered `\(entry.key)`."
        ))
    }
    return errors
  }

  func docs() throws(DiagnosticsError) -> Descriptor.Docs {
    let node = tree["docs"]
    var console: Descriptor.Docs.Console?
    if let place = node?["console"] {
      console = Descriptor.Docs.Console(name: try place.requiredText("name"), url: try place.requiredText("url"))
    }
    var steps: [Descriptor.Docs.Step] = []
    for step in node?["register"]?.list ?? [] {
      if let instruction = step.text {
        steps.append(.instruction(instruction))
      } else {
        steps.append(.field(try step.requiredText("field"), value: try step.requiredText("value")))
      }
    }
    return Descriptor.Docs(
      console: console, register: steps, callbacks: texts(node?["callbacks"]), links: texts(node?["links"]))
  }

  func provenance() -> Descriptor.Provenance {
    let node = tree["provenance"]
    return Descriptor.Provenance(
      sources: node?["sources"]?.list?.compactMap(\.text) ?? [],
      verified: node?["verified"]?.text,
      unverified: node?["unverified"]?.list?.compactMap(\.text) ?? [],
      reason: node?["reason"]?.text
    )
  }

  private func texts(_ node: LocatedNode?) -> [String: String] {
    Dictionary((node?.entries ?? []).map { ($0.key, $0.value.text ?? "") }) { first, _ in first }
  }
}

extension LocatedNode.Entry {
  /// What `case:` says, or the key in Swift case.
  var swiftName: String { value["case"]?.text ?? SwiftName.lowerCamel(key) }
}

// The shape was checked before; these throw rather than trap should the key table and the builder ever disagree.
extension LocatedNode {
  func required(_ path: String...) throws(DiagnosticsError) -> LocatedNode {
    guard let node = self[path] else {
      throw DiagnosticsError([Diagnostic(.missingKey, "'\(path.dotted)' is missing", at: location(of: path))])
    }
    return node
  }

  func requiredText(_ path: String...) throws(DiagnosticsError) -> String {
    guard let text = self[path]?.text else {
      throw DiagnosticsError([Diagnostic(.missingKey, "'\(path.dotted)' is missing", at: location(of: path))])
    }
    return text
  }

  func word<Word: RawRepresentable<String>>(as type: Word.Type) throws(DiagnosticsError) -> Word {
    guard let word = text.flatMap(Word.init(rawValue:)) else {
      throw DiagnosticsError([Diagnostic(.unknownWord, "\(kindName) is not known here", at: location)])
    }
    return word
  }

  func words<Word: RawRepresentable<String>>(as type: Word.Type) throws(DiagnosticsError) -> [Word] {
    var words: [Word] = []
    // A single word stands for a list of one.
    for item in list ?? [self] { words.append(try item.word(as: type)) }
    return words
  }
}
