import AuthConfiguration

extension ProviderConfiguration.ClientRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("types", [ProviderDescriptor.ClientType].shape, doc: "Whether clients can keep a secret.")
    Row(
      "authentication", \.authentication, .either([Method.shape, .list(Method.shape)]),
      doc: "How a client with a secret shows who it is, the preferred way first.")
    Row("secret_header", \.secretHeader, doc: "The header of `secret_header`.", uses: [.headerName])
    Row("basic", \.basic, doc: "Where HTTP Basic differs from RFC 6749 §2.3.1.")
    Row("exchange", \.exchange, doc: "Who exchanges the code: the client, or the app's own server.")
    Row("settings", \.settings, doc: "What the provider wants to know beside id and secret.")
    Row("secret_from", doc: "What stands in the secret's place, or signs `private_key_jwt`.") {
      Row("jwt", \.secretJWT, required: true)
    }
    Row("callbacks", \.callbacks, doc: "Which callback addresses the provider accepts.")
    Row("registration", .later)
    Row("dpop", .later)
  }

  private typealias Method = ProviderConfiguration.ClientAuthenticationMethod
}

extension ProviderConfiguration.ClientRules.Exchange: DescribedEnumeration {}

extension ProviderConfiguration.ClientAuthenticationMethod: DescribedEnumeration {
  static let later = unsupported
}

extension ProviderConfiguration.BasicRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("encode", \.isEncoded, doc: "Form-urlencode both parts first; the default.")
    Row("empty_secret", \.sendsEmptySecret, doc: "A client without a secret sends an empty one.")
    Row("client_id_in_body", \.repeatsClientID, doc: "The body holds the id too.")
  }
}

extension ProviderConfiguration.Setting: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("type", ProviderDescriptor.Setting.Kind.shape, required: true, doc: "What a value is.")
    Row("secret", \.isSecret, doc: "Redacted everywhere, and never sent through the browser.")
    Row("optional", \.isOptional, doc: "May be left out.")
    Row.swiftCase
    Row("example", .text, doc: "A value of the right shape.")
    Row.forPeople
    Row { node, it in if node["type"]?.text == "pem" { it.isSecret = true } }
  }
}

extension ProviderConfiguration.SecretJWT: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row(
      "alg", \.algorithm, .word(SignatureAlgorithm.allowed(for: .clientKeys).map(\.rawValue)), required: true,
      doc: "Signature algorithm.")
    Row("kid", \.keyID, doc: "Name of the key.", uses: [.template(.check)])
    Row(
      "key", \.key, required: true, doc: "The private key in PEM, such as `{settings.key}`.", uses: [.template(.check)])
    Row("lifetime", \.lifetime, .integer(1...15_777_000), doc: "How long it is valid, in seconds.")
    Row("claims", \.claims, doc: "What it says, beside `iat` and `exp`.", uses: [.template(.check)])
  }
}

extension SignatureAlgorithm: DescribedEnumeration {}

extension ProviderConfiguration.CallbackKinds: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("custom_scheme", \.customScheme, doc: "`com.example.app://callback`.")
    Row("https", \.https, doc: "An address of the app's own site.")
    Row("loopback", \.loopback, doc: "`http://127.0.0.1:8765/callback` (RFC 8252 §7.3).")
  }
}

extension ProviderConfiguration.CallbackKind: ConfigurationPart {
  static let shape = Shape.either([.word(["allowed", "forbidden"]), .record(table.keys)])

  static let table = KeyTable<Self> {
    Row(\.isAllowed)
    Row("hosts", \.hosts, doc: "The only hosts.")
    Row("port", \.port, doc: "Any port, or a registered one.")
    Row("pattern", .text, doc: "How the address looks, for people.")
    Row("platforms", .list(.text), doc: "Where it is used, for people.")
    Row("requires", .list(.word(["pkce", "client_secret"])), doc: "What a sign-in with such a callback needs.")
    Row("forbids", \.forbidden, doc: "What must not be asked for: `scopes.GROUP`.")
    Row.forPeople
  }

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var kind = standard ?? Self()
    kind.isAllowed = node.text != "forbidden"
    table.read(node, into: &kind)
    return kind
  }
}

extension ProviderConfiguration.CallbackKind.Port: DescribedEnumeration {}
