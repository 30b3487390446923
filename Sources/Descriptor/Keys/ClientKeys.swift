import AuthConfiguration

extension ProviderConfiguration.ClientRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row(
      "types", [ProviderDescriptor.ClientType].shape,
      doc: "The client types, which determine whether a client can keep a secret.", uses: [.generatedType])
    Row(
      "authentication", \.authentication, .either([Method.shape, .list(Method.shape)]),
      doc: "The authentication methods of a client with a secret, in order of preference.")
    Row("secret_header", \.secretHeader, doc: "The header that the method `secret_header` uses.", uses: [.headerName])
    Row("basic", \.basic, doc: "Differences between the provider's HTTP Basic and RFC 6749 §2.3.1.")
    Row(
      "exchange", \.exchange, doc: "The party that exchanges the code: the client or the app's own server.",
      uses: [.generatedType])
    Row(
      "settings", \.settings, doc: "Settings that the provider needs in addition to the client's ID and secret.",
      uses: [.declaredNames])
    Row(
      "assertion", \.assertion,
      doc:
        "The JWT of the method `private_key_jwt`, where it differs from the standards. The method `client_secret_jwt` uses only its claims and its audience."
    )
    Row(
      "certificate_bound_tokens", \.certificateBoundTokens,
      doc:
        "Whether access tokens are bound to the client's certificate (RFC 8705 §3). The client then presents it to APIs, too."
    )
    Row("secret_from", doc: "The JWT that replaces the secret.") {
      // A client secret has no standard audience: `claims` contains the provider's.
      Row(
        "jwt", \.secretJWT, .record(ProviderConfiguration.ClientJWT.table.keys.filter { $0.name != "audience" }),
        required: true)
    }
    Row(
      "redirect_alias", \.redirectAlias,
      doc:
        "The name that the provider assigned to the callback URL, such as `{settings.ru_name}`. Requests contain it instead.",
      uses: [.template(.app)])
    Row("callbacks", \.callbacks, doc: "The callback URLs that the provider accepts.")
    Row("registration", \.registration, doc: "The way in which a client gets its client ID.")
    Row(reading: confidential)
    Row("dpop", \.dpop, doc: "Whether tokens are bound to a key of the client (RFC 9449).")
  }

  private typealias Method = ProviderConfiguration.ClientAuthenticationMethod

  /// A client that isn't public must not register as a public one.
  private static func confidential(_ node: LocatedNode, _ rules: inout Self) {
    guard rules.registration.kind == .dynamic, node["types"]?.texts == ["confidential"] else { return }
    rules.registration.isConfidential = true
  }
}

extension ProviderConfiguration.ClientRules.Exchange: DescribedEnumeration {}

extension ProviderConfiguration.ClientAuthenticationMethod: DescribedEnumeration {
  var unexpectedName: String? { self == .selfSignedTLSClientAuth ? "selfSignedTLSClientAuth" : nil }
}

extension ProviderConfiguration.BasicRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("encode", \.isEncoded, doc: "Whether the ID and the secret are form-urlencoded first. By default, they are.")
    Row("empty_secret", \.sendsEmptySecret, doc: "Whether a client without a secret sends an empty one.")
    Row("client_id_in_body", \.repeatsClientID, doc: "Whether the body contains the client ID too.")
  }
}

extension ProviderConfiguration.Setting: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row(
      "type", ProviderDescriptor.Setting.Kind.shape, required: true, doc: "The type of the value.",
      uses: [.generatedType])
    Row(
      "secret", \.isSecret,
      doc: "Whether the value is a secret. Secrets are redacted everywhere and never sent through the browser.",
      uses: [.generatedType])
    Row("optional", \.isOptional, doc: "Whether it may be left out.", uses: [.generatedType])
    Row.swiftCase
    Row("example", .text, doc: "An example of a valid value.", uses: [.generatedType])
    Row.forPeople
    Row { node, it in if node["type"]?.text == "pem" { it.isSecret = true } }
  }
}

extension ProviderConfiguration.ClientJWT: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row(
      "alg", \.algorithms, .either([algorithm, .list(algorithm)]),
      doc: "The signature algorithms, in order of preference. By default, the key determines the algorithm.")
    Row("kid", \.keyID, doc: "The key ID.", uses: [.template(.check)])
    Row(
      "key", \.key,
      doc:
        "The private key in PEM format: a secret setting, such as `{settings.key}`. Without it, the app passes the key of an assertion to the client.",
      uses: [.template(.check)])
    Row(
      "lifetime", \.lifetime, .integer(1...15_777_000),
      doc:
        "The time for which the JWT is valid, in seconds. An assertion with the app's key is valid for a minute at most."
    )
    Row(
      "claims", \.claims,
      doc: "The claims in addition to `iat` and `exp`. They replace the usual claims of an assertion.",
      uses: [.template(.check)])
    Row(
      "audience", \.audience,
      doc: "The audience of an assertion: the issuer, the URL of the token endpoint, or the URL of the request.")
  }

  private static let algorithm = Shape.enumeration(SignatureAlgorithm.allowed(for: .clientKeys).map(\.rawValue))
}

extension ProviderConfiguration.ClientJWT.Audience: DescribedEnumeration {}

extension SignatureAlgorithm: DescribedEnumeration {}

extension ProviderConfiguration.CallbackKinds: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("custom_scheme", \.customScheme, doc: "`com.example.app://callback`.")
    Row("https", \.https, doc: "A URL of the app's own website.")
    Row("loopback", \.loopback, doc: "`http://127.0.0.1:8765/callback` (RFC 8252 §7.3).")
  }
}

extension ProviderConfiguration.CallbackKind: ConfigurationPart {
  static let shape = Shape.either([.enumeration(["allowed", "forbidden"]), .record(table.keys)])

  static let table = KeyTable<Self> {
    Row(\.isAllowed)
    Row("hosts", \.hosts, doc: "The only allowed hosts.")
    Row("port", \.port, doc: "Whether any port is allowed, or only a registered one.")
    Row("pattern", .text, doc: "A human-readable pattern of the URL.").informational
    Row("platforms", .list(.text), doc: "The platforms that use it, as human-readable names.").informational
    Row(
      "requires", .list(.enumeration(["pkce", "client_secret"])),
      doc: "The requirements of a sign-in with such a callback URL."
    ).informational
    Row("forbids", \.forbidden, doc: "The scope groups that must not be requested: `scopes.GROUP`.")
    Row.forPeople.informational
  }

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var kind = standard ?? Self()
    kind.isAllowed = node.text != "forbidden"
    table.read(node, into: &kind)
    return kind
  }
}

extension ProviderConfiguration.CallbackKind.Port: DescribedEnumeration {}
