import AuthConfiguration

// The facts that only generated code and documentation need, in addition to the configuration.

extension ProviderDescriptor.Claims: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("standard", \.standard, doc: "Groups of standard claims.")
    Row("namespace", .text, doc: "What stands before the names of claims that are `namespaced`.")
    Row("custom", \.custom, doc: "Claims of the provider's own, by their names in Swift.")
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
    Row("type", \.type, required: true, doc: "What a value is.")
    Row("in", \.place, doc: "Where it stands; in the ID token.")
    Row("namespaced", .flag, doc: "The namespace stands before its name.")
    Row("optional", \.isOptional, doc: "May be missing.")
    Row("doc", \.doc, doc: "For people, in a sentence.")
  }

  var name: String {
    get { swiftName }
    set { swiftName = newValue }
  }
}

extension ProviderDescriptor.Docs: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("console", \.console, doc: "Where clients are registered.")
    Row("register", .list(.either([.text, step])), doc: "The steps of the registration.") { node, it in
      it.register = (node.list ?? []).map { step in
        step.text.map(Step.instruction) ?? .field(step["field"]?.text ?? "", value: step["value"]?.text ?? "")
      }
    }
    Row("callbacks", \.callbacks, doc: "Callback URL by platform.")
    Row("links", \.links, doc: "Further reading.")
    Row("native", \.native, doc: "What differs on devices.")
    Row(
      "tutorial", \.tutorial,
      doc: "`committed` if this project's documentation contains the tutorials; `on_demand` otherwise.")
  }

  private static let step = Shape.record([
    Key("field", .text, required: true, doc: "What it is called there."),
    Key("value", .text, required: true, doc: "What to enter."),
    Key(
      "about", .words(of: Setting.self),
      doc: "What it decides: failures name it. `{callback_url}` and `{logout_url}` say so themselves."),
  ])
}

extension ProviderDescriptor.Docs.Tutorial: DescribedEnumeration {}

extension ProviderDescriptor.Docs.Console: Described {
  static var standard: Self { Self(name: "", url: "") }

  static let table = KeyTable<Self> {
    Row("name", \.name, required: true, doc: "What it is called.")
    Row("url", \.url, required: true, doc: "Where.")
  }
}

extension ProviderDescriptor.Examples: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    [
      "token", "token_error", "refresh", "callback", "callback_error", "userinfo", "userinfo_error", "emails",
    ].map { kind in Row(kind, \.bodies[kind], doc: "As the provider sends it.") }
    Row("id_token", .anything, doc: "Claims of an ID token.") { $1.idToken = JSONSource.value($0) }
    Row("expect", \.expect, doc: "What the bodies mean.")
  }
}

extension ProviderDescriptor.Examples.Expectation: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("user", \.user, .dictionary(.characters), doc: "Facts about the user.")
    Row("scopes", \.scopes, doc: "What was granted.")
    Row("expires_in", \.expiresIn, doc: "Seconds.")
    Row("fields", \.fields, .dictionary(.characters), doc: "Further members of the token answer.")
    Row("error", \.error, doc: "The error's code.")
  }
}

extension ProviderDescriptor.Provenance: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("sources", \.sources, doc: "What was read.")
    Row("verified", \.verified, doc: "The day it was read, as 2026-09-01.")
    Row("unverified", \.unverified, doc: "Keys that no source confirms.")
    Row("reason", \.reason, doc: "Why something is weaker than the standards.")
    Row("domains", \.domains, doc: "Why authorization and tokens stand on different domains.")
  }
}
