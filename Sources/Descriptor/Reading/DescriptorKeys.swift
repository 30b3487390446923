import AuthConfiguration

/// The key table of the descriptor language, version 1.
///
/// The reader checks files against it, the JSON Schema and the reference are made of it, and its words are what a slip is
/// compared with.
enum DescriptorKeys {
  typealias Descriptor = ProviderDescriptor
  typealias Configuration = ProviderConfiguration

  static let root: Shape = .record(
    identity + overlay.map { $0.name == "server" ? $0.required : $0 } + [
      Key("environments", .dictionary(environment), doc: "Other places where the provider runs, such as a sandbox."),
      Key(
        "variants", .dictionary(.record(variant)),
        doc: "Other faces of the provider, each with a client of its own; `extends` passes none on."),
    ])

  static let rootNames = (identity + overlay).map(\.name) + ["environments", "variants"]

  private static let identity: [Key] = [
    Key("schema", .integer(1...1), required: true, doc: "Version of the language: 1."),
    Key("id", .text, required: true, doc: "The file's name without `.yaml`: small letters, digits and hyphens."),
    Key("name", .text, required: true, doc: "The name to show to people."),
    Key("swift", swift, doc: "How generated code is called."),
    Key(
      "extends", .text, doc: "A family, a descriptor of the catalogue, or a path; what is not said here comes from it."),
    Key("abstract", .flag, doc: "A family: no client is made of it."),
  ]

  private static let swift: Shape = .record(
    [Key("type", .text, doc: "Name of the generated type.")] + Key.later("module"))

  /// What a variant, which begins anew, and a descriptor may both say.
  private static let overlay: [Key] =
    facts + [
      Key("claims", claims, doc: "What is known about the user."),
      Key("errors", .dictionary(error), doc: "Errors that the provider is known to answer, by code."),
      Key(
        "flows", .list(.words(of: Descriptor.Flow.self, later: ["token_exchange", "jwt_bearer"])),
        doc: "The grants to generate."),
      Key(
        "introspection", .word(["rfc7662", "none"]),
        doc: "Whether the provider tells clients with a secret what it knows about a token, where it has the endpoint."),
      Key("derive", .dictionary(.phrase(DerivedValue.self)), doc: "Computed values, used as `{derive.name}`."),
      Key(
        "hooks", .list(.words(of: Descriptor.Hook.self)),
        doc: "What YAML cannot say: protocols that the app implements."),
      Key("docs", docs, doc: "What a tutorial needs to know."),
      Key("examples", examples, doc: "Bodies as the provider sends them; tests are made of them."),
      Key("provenance", provenance, doc: "Where the facts come from."),
    ]

  /// What reaches the configuration.
  private static let facts: [Key] = [
    Key("variables", .dictionary(variable), doc: "What is filled into the URLs."),
    Key(
      "server", server,
      doc: "Authorization-server metadata (RFC 8414 §2); a discovery document can be pasted in."),
    Key("discovery", discovery, doc: "Whether missing metadata may be fetched."),
    Key("rename", .dictionary(.text), doc: "Standard parameter names and the provider's, in every request."),
    Key("pkce", pkce, doc: "Proof Key for Code Exchange (RFC 7636)."),
    Key("client", client, doc: "How the client presents itself."),
    Key("authorize", authorize, doc: "What an authorization request carries."),
    Key("scopes", .either([.word(["none"]), scopes]), doc: "How scopes are spelled, and which there are."),
    Key("callback", callback, doc: "How the answer to an authorization request is read."),
    Key("token", token, doc: "How the token endpoint is asked, and how its answer is read."),
    Key("device", device, doc: "How a user signs in on another device (RFC 8628)."),
    Key("offline", .either([.word(["none"]), offline]), doc: "How a refresh token is asked for."),
    Key("refresh", .either([.word(["none"]), refresh]), doc: "How tokens are refreshed."),
    Key("revocation", revocation, doc: "How tokens are revoked."),
    Key("logout", logout, doc: "How the browser session at the provider is ended."),
    Key("userinfo", userInfo, doc: "Who the user is."),
    Key("api", api, doc: "How resource calls carry the token."),
    Key("id_token", .either([.word(["none"]), idToken]), doc: "How ID tokens are verified."),
    Key("access_token", accessToken, doc: "What access tokens look like to an API."),
    Key("lifetimes", lifetimes, doc: "How long tokens live, in seconds, when an answer does not say."),
  ]

  private static let environment: Shape = .record(
    [
      Key("default", .flag, doc: "The environment that is meant when none is named."),
      Key("case", .text, doc: swiftCase), Key("doc", .text, doc: forPeople),
    ] + facts)

  private static let variant: [Key] =
    [
      Key("name", .text, doc: "The name to show to people."), Key("swift", swift, doc: "How generated code is called."),
      Key("extends", .text, doc: "Begins anew from a family or descriptor; else the variant lies over its provider."),
    ] + overlay

  static let forPeople = "For people, in a sentence."
  static let swiftCase = "Another name in Swift."
}
