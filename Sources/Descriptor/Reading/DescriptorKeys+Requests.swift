import AuthConfiguration

extension DescriptorKeys {
  private static let templates: Shape = .dictionary(.phrase(TextTemplate.self))
  private static let path: Shape = .phrase(FieldPath.self)

  static let authorize: Shape = .record([
    Key("response_type", .words(of: Configuration.ResponseType.self), doc: "What the browser brings."),
    Key(
      "response_mode", .words(of: Configuration.ResponseMode.self),
      doc: "Where the answer stands; without it, where the response type has it."),
    Key("state", .words(of: Configuration.AuthorizationRules.StateRule.self), doc: "How request and answer are bound."),
    Key("fragment", .text, doc: "What stands after `#`."),
    Key(
      "encoding", .record([Key("raw", .list(.text), doc: "Parameters that are not percent-encoded.")]),
      doc: "How parameters are written."),
    Key("omit", .list(.text), doc: "Parameters of the protocol or of a family that the provider does not take."),
    Key("parameters", .dictionary(parameter), doc: "What the provider knows beyond the protocol."),
    Key("par", .later),
  ])

  private static let parameter: Shape = .record([
    Key("type", .words(of: Descriptor.Parameter.Kind.self), required: true, doc: "What a value is."),
    Key(
      "values", .either([.list(.text), .dictionary(.either([.text, named]))]), doc: "The words of an `enum` or a `set`."
    ),
    Key("const", .phrase(TextTemplate.self), doc: "Always sent; the app is not asked."),
    Key("default", .text, doc: "Sent when the app says nothing."),
    Key("required", .flag, doc: "The app must say a value."),
    Key("requires", .list(.text), doc: "Parameters without which the server refuses this one."),
    Key(
      "requests", .list(.words(of: Configuration.AuthorizationRules.Parameter.Request.self)),
      doc: "The requests that carry it: without it, the one through the browser."),
    Key("delimiter", .characters, doc: "Between the words of a list or a set."),
    Key("case", .text, doc: swiftCase),
    Key("doc", .text, doc: forPeople),
  ])

  private static func scopeKeys(_ scope: Shape) -> [Key] {
    [
      Key("delimiter", .characters, doc: "Between two scopes."),
      Key("default", .list(.text), doc: "Asked for when the app names none."),
      Key("open", .flag, doc: "Scopes that are not listed may be asked for too."),
      Key("values", .dictionary(scope), doc: "The scopes that get a name."),
    ]
  }

  private static let scope: Shape = .record([
    Key("case", .text, doc: swiftCase), Key("doc", .text, doc: forPeople),
    Key("required", .flag, doc: "Added to every request."),
  ])

  static let scopes: Shape = .record(
    scopeKeys(scope) + [
      Key("parameter", .text, doc: "The parameter that carries them."),
      Key("omit", .list(.text), doc: "Scopes of a family that the provider does not know."),
      Key(
        "groups",
        .dictionary(
          .record(
            scopeKeys(named) + [
              Key("parameter", .text, required: true, doc: "The parameter that carries them."),
              Key("case", .text, doc: swiftCase), Key("doc", .text, doc: forPeople),
            ])),
        doc: "Scopes that travel in a parameter of their own."),
    ])

  static let callback: Shape = .record([
    Key("code", .text, doc: "The parameter that holds the code."),
    Key("error", .text, doc: "The parameter that holds an error's code."),
    Key("error_description", .text, doc: "The parameter that holds an error's text."),
    Key("fields", .dictionary(callbackField), doc: "Further parameters that the app needs."),
    Key("signature", signature, doc: "A code over the other parameters that is checked."),
  ])

  private static let callbackField: Shape = .record([
    Key("type", .words(of: Configuration.CallbackRules.Field.Kind.self), required: true, doc: "What a value is."),
    Key("optional", .flag, doc: "May be missing."),
    Key("equals", .phrase(TextTemplate.self), doc: "The only value that is accepted."),
    Key("case", .text, doc: swiftCase), Key("doc", .text, doc: forPeople),
  ])

  private static let signature: Shape = .record([
    Key("parameter", .text, required: true, doc: "The parameter that holds it."),
    Key(
      "algorithm", .words(of: Configuration.CallbackRules.Signature.Algorithm.self), required: true,
      doc: "How it is made of the other parameters, sorted by name."),
    Key("key", .text, required: true, doc: "`client_secret`, or `settings.name`."),
  ])

  private static let requestKeys: [Key] = [
    Key("method", .word(["GET", "POST"]), doc: "The HTTP method."),
    Key("encoding", .words(of: Configuration.RequestEncoding.self), doc: "How the parameters are written."),
    Key("headers", templates, doc: "Further header fields."),
    Key("parameters", templates, doc: "Further parameters."),
  ]

  static let token: Shape = .record(
    requestKeys + [
      Key("grant_type", .text, doc: "The grant's name, or `none`."),
      Key("omit", .list(.text), doc: "Parameters of the protocol that the provider does not take."),
      Key(
        "then", .record(requestKeys + [Key("endpoint", .phrase(TextTemplate.self), doc: "Where; the token endpoint.")]),
        doc: "A second exchange, of the token that the first one gave."),
      Key("response", response, doc: "How the answer is read."),
    ])

  static let refresh: Shape = .record(
    requestKeys + [
      Key("endpoint", .phrase(TextTemplate.self), doc: "Where; the token endpoint."),
      Key("grant_type", .text, doc: "The grant's name, or `none`."),
      Key("with", .words(of: Configuration.RefreshRules.Token.self), doc: "What is exchanged."),
      Key("omit", .list(.text), doc: "Parameters of the protocol that the provider does not take."),
      Key(
        "rotation", .words(of: Configuration.RefreshRules.Rotation.self),
        doc: "What becomes of a used refresh token. With `none`, no refresh is noted before it is sent."
      ),
      Key("on_reuse", .text, doc: "What the provider does about a refresh token that is used twice, for people."),
      Key("early", .integer(0...86_400), doc: "How long before its end a token is renewed, in seconds."),
      Key(
        "refusals", .list(.text),
        doc: "The error codes that end the session, `invalid_grant` unless given; any other error leaves it as it was."),
      Key("audience", .text, doc: "The parameter that names another API, for which a refresh brings an access token."),
      Key("response", response, doc: "Where the answer differs from that to a code."),
    ])

  private static let response: Shape = .record([
    Key("format", .words(of: Configuration.ResponseRules.Format.self), doc: "How the answer is written."),
    Key("prefix", .text, doc: "Text before the answer that is cut off."),
    Key("root", path, doc: "Where the members stand."),
    Key("rename", .record(renamed), doc: "Where standard members stand."),
    Key("error", errorRule, doc: "How an error is recognised, whatever the status is."),
    Key("expires", expiry, doc: "How the access token's expiry is written."),
    Key("refresh_expires", expiry, doc: "How the refresh token's expiry is written."),
    Key(
      "token_type", .words(of: Configuration.ResponseRules.TokenType.self),
      doc: "Which token types are accepted, and whether a response must name one."),
    Key(
      "scope", .either([.word(["auto", "none"]), .record([Key("delimiter", .characters, required: true)])]),
      doc: "How the granted scopes are written."),
    Key("fields", .dictionary(field), doc: "Further members that the app needs, by their names in Swift."),
    Key("tokens", .dictionary(tokenSet), doc: "Several sets of tokens in one answer."),
  ])

  private static let renamed: [Key] = [
    "access_token", "refresh_token", "id_token", "expires_in", "refresh_token_expires_in", "scope",
  ].map { Key($0, path, doc: "Where `\($0)` stands.") }

  static let errorRule: Shape = .record([
    Key("when", .phrase(Predicate.self), doc: "What makes an answer an error."),
    Key("code", path, doc: "Where its code stands."),
    Key("description", path, doc: "Where its text stands."),
  ])

  private static let expiry: Shape = .record([
    Key("field", path, doc: "Where it stands."),
    Key("as", .words(of: Configuration.ExpiryRule.Format.self), doc: "What it counts."),
    Key(
      "default", .either([.word(["never"]), .integer(1...315_360_000)]), doc: "Seconds when it is missing, or `never`."),
  ])

  private static let field: Shape = .record([
    Key("path", path, required: true, doc: "Where it stands."),
    Key("type", .words(of: Descriptor.ValueType.self), required: true, doc: "What a value is."),
    Key("optional", .flag, doc: "May be missing."),
    Key("doc", .text, doc: forPeople),
  ])

  private static let tokenSet: Shape = .record([
    Key("root", path, required: true, doc: "Where its members stand."),
    Key("optional", .flag, doc: "May be missing."),
    Key("primary", .flag, doc: "The session's own."),
    Key("doc", .text, doc: forPeople),
  ])

  static let offline: Shape = .record([
    Key("scope", .text, doc: "The scope that asks for a refresh token."),
    Key("parameters", .dictionary(.text), doc: "The parameters that ask for a refresh token."),
  ])

  static let revocation: Shape = .record([
    Key(
      "style", .words(of: Configuration.RevocationRules.Style.self), doc: "RFC 7009, the provider's own way, or none."),
    Key("method", .words(of: Configuration.Method.self), doc: "The HTTP method."),
    Key("endpoint", .phrase(TextTemplate.self), doc: "Where; the revocation endpoint."),
    Key("encoding", .words(of: Configuration.RequestEncoding.self), doc: "How the parameters are written."),
    Key("client", authentication, doc: "How the client authenticates here."),
    Key("token", .either([.word(["parameter", "bearer"]), presentation]), doc: "How the token travels."),
    Key("tokens", .list(.words(of: Configuration.RevocationRules.Token.self)), doc: "Which tokens, in this order."),
    Key("headers", templates, doc: "Further header fields."),
    Key("parameters", templates, doc: "Further parameters; `{token}` is the token."),
  ])

  static let presentation: Shape = .record([
    Key("header", .text, doc: "A header of its own."),
    Key("prefix", .characters, doc: "What stands before the token in the header."),
    Key("query", .text, doc: "A parameter of the query."),
    Key("scheme", .text, doc: "Another scheme than Bearer."),
  ])

  static let logout: Shape = .record([
    Key(
      "style", .words(of: Configuration.LogoutRules.Style.self), doc: "The standard, the provider's own way, or none."),
    Key("endpoint", .phrase(TextTemplate.self), doc: "The page of the provider's own."),
    Key("redirect_parameter", .text, doc: "The parameter that says where the browser goes afterwards."),
    Key(
      "id_token_hint", .words(of: Configuration.LogoutRules.IDTokenHint.self), doc: "Whether the ID token goes along."),
    Key("parameters", templates, doc: "Further parameters."),
    Key("flags", .dictionary(named), doc: "Parameters without a value that the app may switch on."),
  ])
}
