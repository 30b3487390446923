/// The key table of the descriptor language, version 1.
///
/// The reader checks files against it, and its words are what a slip is compared with.
enum DescriptorKeys {
  typealias Descriptor = ProviderDescriptor

  static let root: Shape = .record(
    [
      Key("schema", .integer(1...1), required: true),
      Key("id", .text, required: true),
      Key("name", .text, required: true),
      Key("swift", .record([Key("type", .text)] + Key.later("module"))),
      Key("extends", .text),
      Key("abstract", .flag),
      Key("variables", .dictionary(variable)),
      Key("server", .metadata(ServerMetadataNames.used), required: true),
      Key("discovery", .either([.words(of: Descriptor.Discovery.self, later: ["pinned"]), .record(laterDiscovery)])),
      Key("client", client, required: true),
      Key("authorize", authorize),
      Key("scopes", .either([.word([], later: ["none"]), scopes]), required: true),
      Key("token", token, required: true),
      Key("offline", .record([Key("scope", .text)] + Key.later("parameters"))),
      Key("refresh", .either([.word(["none"]), refresh]), required: true),
      Key("revocation", revocation, required: true),
      Key("logout", logout, required: true),
      Key("id_token", idToken, required: true),
      Key("claims", claims),
      Key("errors", .dictionary(error)),
      Key("docs", docs),
      Key("provenance", provenance),
    ]
      + Key.later(
        "environments", "rename", "pkce", "callback", "userinfo", "api", "access_token", "flows", "variants", "device",
        "lifetimes", "derive", "hooks", "examples"))

  private static let laterDiscovery = Key.later("mode", "url", "issuer", "remove")

  private static let variable: Shape = .record(
    [
      Key(
        "kind", .words(of: Descriptor.Variable.Kind.self, later: ["host_label", "url", "path_segment", "constant"]),
        required: true),
      Key("example", .text, required: true),
      Key("case", .text),
      Key("doc", .text),
    ] + Key.later("scope", "default", "enum", "pattern", "from", "allow"))

  private static let client: Shape = .record(
    [
      Key("types", .list(.words(of: Descriptor.Client.ClientType.self)), required: true),
      Key("authentication", .either([authentication, .list(authentication)])),
    ] + Key.later("exchange", "settings", "secret_from", "callbacks", "registration", "dpop"))

  private static let authentication: Shape = .words(
    of: Descriptor.Client.Authentication.self,
    later: ["none", "private_key_jwt", "client_secret_jwt", "tls_client_auth", "self_signed_tls_client_auth"])

  private static let authorize: Shape = .record(
    [
      Key("parameters", .dictionary(parameter)),
      Key("omit", .list(.text)),
    ] + Key.later("response_type", "response_mode", "state", "fragment", "encoding", "par"))

  private static let parameter: Shape = .record(
    [
      Key("type", .words(of: Descriptor.Parameter.Kind.self, later: ["email", "json"]), required: true),
      Key("values", .either([.list(.text), .dictionary(.either([.text, named]))])),
      Key("requires", .list(.text)),
      Key("case", .text),
      Key("doc", .text),
    ] + Key.later("const", "default", "required"))

  private static let named: Shape = .record([Key("case", .text), Key("doc", .text)])

  private static let scopes: Shape = .record(
    [
      Key("default", .list(.text), required: true),
      Key("delimiter", .characters, required: true),
      Key("values", .dictionary(.record([Key("case", .text), Key("doc", .text), Key("required", .flag)]))),
    ] + Key.later("parameter", "open", "groups"))

  private static let token: Shape = .record(
    [Key("encoding", .words(of: Descriptor.BodyEncoding.self, later: ["query"]), required: true)]
      + Key.later("method", "grant_type", "headers", "parameters", "omit", "then", "response"))

  private static let refresh: Shape = .record(
    [Key("rotation", .words(of: Descriptor.Refresh.Rotation.self), required: true)]
      + Key.later(
        "endpoint", "method", "encoding", "with", "parameters", "omit", "on_reuse", "early", "response"))

  private static let revocation: Shape = .record(
    [
      Key("style", .words(of: Descriptor.Revocation.Style.self, later: ["custom"]), required: true),
      Key("tokens", .list(.words(of: Descriptor.Revocation.Token.self))),
    ] + Key.later("method", "endpoint", "client", "token", "parameters"))

  private static let logout: Shape = .record([
    Key("style", .words(of: Descriptor.Logout.Style.self), required: true),
    Key("endpoint", .text),
    Key("redirect_parameter", .text),
    Key("id_token_hint", .words(of: Descriptor.Logout.IDTokenHint.self)),
    Key("parameters", .dictionary(.characters)),
    Key("flags", .dictionary(named)),
  ])

  private static let idToken: Shape = .record(
    [
      Key("required", .flag, required: true),
      Key("algorithms", .list(.words(of: Descriptor.IDToken.Algorithm.self, later: hmac)), required: true),
      Key("leeway", .integer(0...600), required: true),
    ] + Key.later("issuer", "audience", "nonce", "checks"))

  private static let hmac = ["HS256", "HS384", "HS512"]

  private static let claims: Shape = .record(
    [
      Key("standard", .list(.words(of: Descriptor.Claims.Group.self, later: ["phone", "address"]))),
      Key("custom", .dictionary(claim)),
    ] + Key.later("namespace"))

  private static let claim: Shape = .record(
    [
      Key("claim", .text, required: true),
      Key("type", .words(of: Descriptor.Claims.Custom.ClaimType.self), required: true),
      Key("optional", .flag),
      Key("doc", .text),
    ] + Key.later("in"))

  private static let error: Shape = .record(
    [
      Key("case", .text),
      Key("recovery", .words(of: Descriptor.KnownError.Recovery.self), required: true),
      Key("doc", .text),
    ] + Key.later("match"))

  private static let docs: Shape = .record(
    [
      Key("console", .record([Key("name", .text, required: true), Key("url", .text, required: true)])),
      Key(
        "register",
        .list(.either([.text, .record([Key("field", .text, required: true), Key("value", .text, required: true)])]))),
      Key("callbacks", .dictionary(.text)),
      Key("links", .dictionary(.text)),
    ] + Key.later("native"))

  private static let provenance: Shape = .record([
    Key("sources", .list(.text)),
    Key("verified", .text),
    Key("unverified", .list(.text)),
    Key("reason", .text),
  ])
}
