import AuthConfiguration

extension DescriptorKeys {
  private static let templates: Shape = .dictionary(.phrase(TextTemplate.self))

  static let userInfo: Shape = .record([
    Key("source", .either([.text, .list(.text)]), doc: "`userinfo`, `id_token`, `token.path`, `callback.field`."),
    Key("endpoint", .phrase(TextTemplate.self), doc: "Where; the userinfo endpoint."),
    Key("method", .word(["GET", "POST"]), doc: "The HTTP method."),
    Key("token", .either([.word(["bearer", "none"]), presentation]), doc: "How the token travels."),
    Key("headers", templates, doc: "Further header fields."),
    Key("parameters", templates, doc: "Parameters."),
    Key("encoding", .words(of: Configuration.RequestEncoding.self), doc: "How the parameters are written."),
    Key("body", .either([.text, .dictionary(.text)]), doc: "A body as it is sent, or the members of a JSON object."),
    Key(
      "format", .words(of: Configuration.UserInfoRules.Format.self),
      doc: "How the answer is written; a signed one is verified whatever stands here."),
    Key("root", .phrase(FieldPath.self), doc: "Where the facts stand."),
    Key("error", errorRule, doc: "How an error is recognised."),
    Key("map", map, doc: "What standard facts are made of."),
    Key("also", .list(furtherCall), doc: "Further calls for what is still missing."),
  ])

  /// Standard claims (OpenID Connect Core 1.0 §5.1), and `id`: the key to file data under.
  static let factNames: [String] = [
    "id", "name", "given_name", "family_name", "middle_name", "nickname", "username", "profile", "picture", "website",
    "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number", "phone_number_verified",
    "address", "updated_at",
  ]

  private static let map: Shape = .record(
    factNames.map { Key($0, .phrase(Selector.self), doc: "What `\($0)` is made of.") })

  private static let furtherCall: Shape = .record([
    Key("when", .phrase(Predicate.self), doc: "Looked at in the facts that are known already."),
    Key("endpoint", .phrase(TextTemplate.self), required: true, doc: "Where."),
    Key("method", .word(["GET", "POST"]), doc: "The HTTP method."),
    Key("headers", templates, doc: "Further header fields."),
    Key("root", .phrase(FieldPath.self), doc: "Where the facts stand."),
    Key("map", map, required: true, doc: "What standard facts are made of."),
  ])

  static let api: Shape = .record([
    Key("token", .either([.word(["bearer"]), presentation]), doc: "How the token travels."),
    Key("headers", templates, doc: "Further header fields."),
  ])

  static let idToken: Shape = .record([
    Key("required", .flag, doc: "A token answer without one is refused."),
    Key("issuer", .either([.phrase(TextTemplate.self), .list(.phrase(TextTemplate.self))]), doc: "Accepted issuers."),
    Key(
      "audience", .either([.text, .list(.text)]),
      doc: "This client, as `client_id` or `settings.name`; a text beside `client_id` may stand in `aud` as well."),
    Key(
      "other_audiences", .words(of: Configuration.IDTokenRules.OtherAudiences.self),
      doc: "Others in `aud`: refused, or allowed if `azp` names this client."),
    Key("nonce", .words(of: Configuration.IDTokenRules.Nonce.self), doc: "How the nonce is compared."),
    Key("algorithms", .list(.words(of: SignatureAlgorithm.self)), doc: "The only signature algorithms."),
    Key("leeway", .integer(0...600), doc: "Tolerated difference of the clocks, in seconds."),
    Key("checks", checks, doc: "What claims have to be, such as `equals(text)` or `present`, by claim."),
  ])

  private static let checks: Shape = .dictionary(.phrase(ClaimCheck.self))

  static let accessToken: Shape = .record([
    Key("format", .words(of: Configuration.AccessTokenRules.Format.self), doc: "Opaque, or a JWT."),
    Key(
      "types", .list(.text), doc: "Accepted values of `typ`; JWT accepts tokens without one. Alone at+jwt if not said."),
    Key(
      "algorithms", .list(.words(of: SignatureAlgorithm.self)),
      doc: "The only signature algorithms; those of ID tokens."),
    Key("audience", .phrase(Selector.self), doc: "Where whom it is for stands."),
    Key(
      "scopes", .phrase(Selector.self), doc: "Where granted scopes stand: a text with blanks between them, or a list."),
    Key("permissions", .phrase(Selector.self), doc: "Where permissions stand."),
    Key("roles", .phrase(Selector.self), doc: "Where roles stand."),
    Key("organization", .phrase(Selector.self), doc: "Where the id of the organization stands."),
    Key("client_subject", .phrase(TextTemplate.self), doc: "`sub` of a token that a client has for itself."),
    Key("checks", checks, doc: "What claims have to be, such as `equals(text)` or `present`, by claim."),
  ])

  static let lifetimes: Shape = .record(
    ["access_token", "refresh_token", "id_token", "authorization_code"].map { name in
      Key(name, .integer(1...315_360_000), doc: "Seconds.")
    })

  static let claims: Shape = .record([
    Key("standard", .list(.words(of: Descriptor.Claims.Group.self)), doc: "Groups of standard claims."),
    Key("namespace", .text, doc: "What stands before the names of claims that are `namespaced`."),
    Key("custom", .dictionary(claim), doc: "Claims of the provider's own, by their names in Swift."),
  ])

  private static let claim: Shape = .record([
    Key("claim", .text, required: true, doc: "The claim's name, or a path to it."),
    Key("type", .words(of: Descriptor.ValueType.self), required: true, doc: "What a value is."),
    Key("in", .words(of: Descriptor.Claims.Place.self), doc: "Where it stands; in the ID token."),
    Key("namespaced", .flag, doc: "The namespace stands before its name."),
    Key("optional", .flag, doc: "May be missing."),
    Key("doc", .text, doc: forPeople),
  ])

  static let error: Shape = .record([
    Key("case", .text, doc: swiftCase),
    Key("recovery", .words(of: Configuration.RecoveryKind.self), required: true, doc: "What helps."),
    Key("match", .phrase(Predicate.self), doc: "Recognises it in a body whose `error` says something else."),
    Key("doc", .text, doc: forPeople),
  ])

  static let docs: Shape = .record([
    Key(
      "console",
      .record([
        Key("name", .text, required: true, doc: "What it is called."), Key("url", .text, required: true, doc: "Where."),
      ]), doc: "Where clients are registered."),
    Key(
      "register",
      .list(
        .either([
          .text,
          .record([
            Key("field", .text, required: true, doc: "What it is called there."),
            Key("value", .text, required: true, doc: "What to enter."),
            Key(
              "about", .words(of: Descriptor.Docs.Setting.self),
              doc: "What it decides: failures name it. `{callback_url}` and `{logout_url}` say so themselves."),
          ]),
        ])), doc: "The steps of the registration."),
    Key("callbacks", .dictionary(.text), doc: "Callback URL by platform."),
    Key("links", .dictionary(.text), doc: "Further reading."),
    Key("native", .text, doc: "What differs on devices."),
  ])

  static let examples: Shape = .record(
    [
      "token", "token_error", "refresh", "callback", "callback_error", "userinfo", "userinfo_error", "emails",
    ].map { Key($0, .text, doc: "As the provider sends it.") } + [
      Key("id_token", .anything, doc: "Claims of an ID token."),
      Key("expect", expectation, doc: "What the bodies mean."),
    ])

  private static let expectation: Shape = .record([
    Key("user", .dictionary(.characters), doc: "Facts about the user."),
    Key("scopes", .list(.text), doc: "What was granted."),
    Key("expires_in", .integer(0...315_360_000), doc: "Seconds."),
    Key("fields", .dictionary(.characters), doc: "Further members of the token answer."),
    Key("error", .text, doc: "The error's code."),
  ])

  static let provenance: Shape = .record([
    Key("sources", .list(.text), doc: "What was read."),
    Key("verified", .text, doc: "The day it was read, as 2026-09-01."),
    Key("unverified", .list(.text), doc: "Keys that no source confirms."),
    Key("reason", .text, doc: "Why something is weaker than the standards."),
    Key("domains", .text, doc: "Why authorization and tokens stand on different domains."),
  ])
}
