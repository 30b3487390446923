import AuthConfiguration

extension DescriptorKeys {
  static let variable: Shape = .record([
    Key("kind", .words(of: Configuration.Variable.Kind.self), required: true, doc: "What a value looks like."),
    Key("scope", .word(["app", "request"]), doc: "Whether the app says it once, or with every sign-in."),
    Key("default", .text, doc: "The value when nobody says one."),
    Key("enum", .either([.list(.text), .dictionary(.either([.text, named]))]), doc: "The known values."),
    Key("pattern", .text, doc: "A regular expression that the whole value matches."),
    Key("from", .text, doc: "`callback.field` or `token.path`: the server says it."),
    Key("allow", .list(.text), doc: "Hosts that a server may name; `*.example.com` stands for every host below."),
    Key("example", .text, doc: "A value of the right shape."),
    Key("case", .text, doc: swiftCase),
    Key("doc", .text, doc: forPeople),
  ])

  static let named: Shape = .record([Key("case", .text, doc: swiftCase), Key("doc", .text, doc: forPeople)])

  static let server: Shape = .metadata(
    ServerMetadataNames.used.map { Key($0, .text) } + [
      Key(
        ServerMetadataNames.issuerParameter, .flag,
        doc: "Whether every callback names its issuer: one without `iss` is refused then (RFC 9207 §2.4).")
    ])

  static let discovery: Shape = .either([
    .word(["runtime", "none"]),
    .record([
      Key("mode", .word(["runtime", "none", "pinned"]), doc: "When needed, never, or from a checked-in document."),
      Key("url", .text, doc: "Where the document stands; for `pinned` a file beside the descriptor."),
      Key("issuer", .text, doc: "The issuer as the document spells it, if not as tokens do."),
      Key("remove", .list(.text), doc: "Metadata of the document that is wrong."),
    ]),
  ])

  static let pkce: Shape = .either([
    .words(of: Configuration.PKCERules.Method.self),
    .record([
      Key("send", .words(of: Configuration.PKCERules.Method.self), doc: "The challenge's method."),
      Key("encoding", .words(of: Configuration.PKCERules.Encoding.self), doc: "How the challenge is written."),
      Key("provider", .words(of: Configuration.PKCERules.Support.self), doc: "What the provider makes of it."),
    ]),
  ])

  static let client: Shape = .record([
    Key("types", .list(.words(of: Descriptor.ClientType.self)), doc: "Whether clients can keep a secret."),
    Key(
      "authentication", .either([authentication, .list(authentication)]),
      doc: "How a client with a secret shows who it is, the preferred way first."),
    Key("secret_header", .text, doc: "The header of `secret_header`."),
    Key("basic", basic, doc: "Where HTTP Basic differs from RFC 6749 §2.3.1."),
    Key(
      "exchange", .words(of: Configuration.ClientRules.Exchange.self),
      doc: "Who exchanges the code: the client, or the app's own server."),
    Key("settings", .dictionary(setting), doc: "What the provider wants to know beside id and secret."),
    Key(
      "secret_from", .record([Key("jwt", secretJWT, required: true)]),
      doc: "What stands in the secret's place, or signs `private_key_jwt`."),
    Key("callbacks", callbacks, doc: "Which callback addresses the provider accepts."),
    Key("registration", .later), Key("dpop", .later),
  ])

  static let authentication: Shape = .words(
    of: Configuration.ClientAuthenticationMethod.self,
    later: ["tls_client_auth", "self_signed_tls_client_auth"])

  private static let basic: Shape = .record([
    Key("encode", .flag, doc: "Form-urlencode both parts first; the default."),
    Key("empty_secret", .flag, doc: "A client without a secret sends an empty one."),
    Key("client_id_in_body", .flag, doc: "The body holds the id too."),
  ])

  private static let setting: Shape = .record([
    Key("type", .words(of: Descriptor.Setting.Kind.self), required: true, doc: "What a value is."),
    Key("secret", .flag, doc: "Redacted everywhere, and never sent through the browser."),
    Key("optional", .flag, doc: "May be left out."),
    Key("case", .text, doc: swiftCase),
    Key("example", .text, doc: "A value of the right shape."),
    Key("doc", .text, doc: forPeople),
  ])

  private static let secretJWT: Shape = .record([
    Key("alg", .word(["ES256", "ES384", "ES512", "RS256", "EdDSA"]), required: true, doc: "Signature algorithm."),
    Key("kid", .phrase(TextTemplate.self), doc: "Name of the key."),
    Key("key", .phrase(TextTemplate.self), required: true, doc: "The private key in PEM, such as `{settings.key}`."),
    Key("lifetime", .integer(1...15_777_000), doc: "How long it is valid, in seconds."),
    Key("claims", .dictionary(.phrase(TextTemplate.self)), doc: "What it says, beside `iat` and `exp`."),
  ])

  private static let callbacks: Shape = .record([
    Key("custom_scheme", callbackKind, doc: "`com.example.app://callback`."),
    Key("https", callbackKind, doc: "An address of the app's own site."),
    Key("loopback", callbackKind, doc: "`http://127.0.0.1:8765/callback` (RFC 8252 §7.3)."),
  ])

  private static let callbackKind: Shape = .either([
    .word(["allowed", "forbidden"]),
    .record([
      Key("hosts", .list(.text), doc: "The only hosts."),
      Key("port", .words(of: Configuration.CallbackKind.Port.self), doc: "Any port, or a registered one."),
      Key("pattern", .text, doc: "How the address looks, for people."),
      Key("platforms", .list(.text), doc: "Where it is used, for people."),
      Key("requires", .list(.word(["pkce", "client_secret"])), doc: "What a sign-in with such a callback needs."),
      Key("forbids", .list(.text), doc: "What must not be asked for: `scopes.GROUP`."),
      Key("doc", .text, doc: forPeople),
    ]),
  ])
}
