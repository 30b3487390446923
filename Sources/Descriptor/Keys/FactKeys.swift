import AuthConfiguration

// Keys that aren't in the configuration, because only generated code and documentation need them.

extension ProviderDescriptor.Claims: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("standard", \.standard, doc: "Groups of standard claims.")
    Row("namespace", .text, doc: "The prefix of the names of claims that are `namespaced`.")
    Row("custom", \.custom, doc: "The provider's own claims, by their names in Swift.")
    Row { node, it in
      let namespace = node["namespace"]?.text ?? ""
      for (index, entry) in (node["custom"]?.entries ?? []).enumerated() where entry.value["namespaced"]?.flag == true {
        it.custom[index].claim = namespace + it.custom[index].claim
      }
    }
  }
}

extension ProviderDescriptor.Claims.Group: DescribedEnumeration {}
extension ProviderDescriptor.Claims.Place: DescribedEnumeration {}
extension ProviderDescriptor.ValueType: DescribedEnumeration {}

extension ProviderDescriptor.Claims.Custom: DescribedByName {
  static var standard: Self { Self(swiftName: "", claim: "", type: .string, place: .idToken, isOptional: false) }

  static let table = KeyTable<Self> {
    Row("claim", \.claim, required: true, doc: "The claim's name, or a path to it.")
    Row("type", \.type, required: true, doc: "The type of the value.")
    Row("in", \.place, doc: "The token or response that contains the claim. By default, the ID token.")
    Row("namespaced", .flag, doc: "Whether the claim's name starts with the namespace.")
    Row("optional", \.isOptional, doc: "Whether it may be missing.")
    Row("doc", \.doc, doc: "A human-readable description, in one sentence.")
  }

  var name: String {
    get { swiftName }
    set { swiftName = newValue }
  }
}

extension ProviderDescriptor.Docs: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("console", \.console, doc: "The console in which clients are registered.")
    Row("register", .list(.either([.text, step])), doc: "The steps of the registration.") { node, it in
      it.register = (node.list ?? []).map { step in
        step.text.map(Step.instruction)
          ?? .field(
            step["field"]?.text ?? "", value: step["value"]?.text ?? "",
            platforms: (step["platforms"]?.list ?? []).compactMap { $0.text.flatMap(Platform.init) })
      }
    }
    Row("callbacks", \.callbacks, doc: "The callback URLs, by platform.", uses: [.docsTemplate]).informational
    Row("links", \.links, doc: "Links for further reading.", uses: [.docsTemplate, .link]).informational
    Row("native", \.native, doc: "The differences on devices.").informational
    Row(
      "tutorial", \.tutorial,
      doc: "`committed` if this project's documentation contains the tutorials, or `on_demand` if not."
    ).informational
    Row(
      "client", \.client,
      doc:
        "`committed` if this project's tests contain the generated client, or `on_demand` if not. A client with committed tutorials is committed too."
    ).informational
  }

  private static let step = Shape.record([
    Key("field", .text, required: true, doc: "The name of the field in the console."),
    Key("value", .text, required: true, doc: "The value to enter.", uses: [.docsTemplate]),
    Key(
      "about", .enumeration(of: Setting.self),
      doc:
        "The setting that this field controls. Failures mention the field by name. Not needed for `{callback_url}` and `{logout_url}`."
    ),
    Key(
      "platforms", .list(.enumeration(of: Platform.self)),
      doc: "The platforms that need this field; by default, all. Tutorials for other platforms leave it out."
    ).informational,
  ])
}

extension ProviderDescriptor.Docs.Tutorial: DescribedEnumeration {}

extension ProviderDescriptor.Docs.Console: Described {
  static var standard: Self { Self(name: "", url: "") }

  static let table = KeyTable<Self> {
    Row("name", \.name, required: true, doc: "The name of the console.")
    Row("url", \.url, required: true, doc: "The URL of the console.", uses: [.docsTemplate, .link]).informational
  }
}

extension ProviderDescriptor.Examples: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    [
      "token", "token_error", "second_token", "refresh", "callback", "callback_error", "userinfo", "userinfo_error",
      "emails",
    ].map { kind in Row(kind, \.bodies[kind], doc: "A response as the provider documents it.") }
    Row("id_token", .anything, doc: "The claims of an ID token.") { $1.idToken = JSONSource.value($0) }
    Row("expect", \.expect, doc: "The expected results of reading the responses.")
  }
}

extension ProviderDescriptor.Examples.Expectation: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("user", \.user, .dictionary(.characters), doc: "Claims about the user.")
    Row("scopes", \.scopes, doc: "The granted scopes.")
    Row("expires_in", \.expiresIn, doc: "The lifetime in seconds.")
    Row("fields", \.fields, .dictionary(.characters), doc: "Additional members of the token response.")
    Row("error", \.error, doc: "The error code.")
  }
}

extension ProviderDescriptor.Provenance: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("sources", \.sources, doc: "The documents that the descriptor is based on.")
    Row("verified", \.verified, doc: "The date on which they were read, such as 2026-09-01.")
    Row("facts", doc: "The place where the facts of each group of keys were read.") {
      ProviderDescriptor.FactGroup.allCases.map { group in
        Row(group.rawValue, \.facts[group], doc: "The source of `\(group.keys.joined(separator: "`, `"))`.")
      }
    }
    Row("unverified", \.unverified, doc: "The keys that no source confirms.")
    Row("reason", \.reason, doc: "The reason for protection that is weaker than the standards require.")
    Row("domains", \.domains, doc: "The reason that the authorization and token endpoints are on different domains.")
  }
}

extension ProviderDescriptor.Confirmation: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row(
      "by", \.basis, required: true,
      doc:
        "`documentation` of the provider, `peers` (several libraries that agree), `peer` (one library), or `assumed` (no source)."
    )
    Row("read", \.read, doc: "The date on which the documentation was read, such as 2026-09-01.")
    Row("source", \.source, doc: "The URL or the title of a page, or the names of libraries.")
  }
}

extension ProviderDescriptor.Confirmation.Basis: DescribedEnumeration {}
