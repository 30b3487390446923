// Names, in Swift and on the wire.
extension Explanation {
  static let invalidIdentifier = Explanation(
    "A name cannot be a name in Swift. State another one with 'case', or with 'swift.type' for the client itself.",
    reason: """
      Generated code has to compile. Only ASCII letters and digits are allowed, for other letters can look like what \
      they are not.
      """,
    .descriptor(
      wrong: "authorize: { parameters: { method: { type: enum, values: [2fa] } } }",
      right: "authorize: { parameters: { method: { type: enum, values: { 2fa: { case: twoFactor } } } } }"))

  static let nameConflict = Explanation(
    "Two things would get one name in Swift. State another name with 'case', or with 'swift.type' for a type.",
    reason: "The file would not compile, or one of the two would hide the other.",
    .descriptor(
      wrong: "authorize: { parameters: { timeout: { type: int } } }",
      right: "authorize: { parameters: { timeout: { type: int, case: serverTimeout } } }"))

  static let optionalNoneCase = Explanation(
    "A value of an optional parameter, or an error, would become the case 'none'. State another name with 'case'.",
    reason: "Swift reads '.none' as 'no value' there: the parameter would not be sent, without any warning.",
    .descriptor(
      wrong: "authorize: { parameters: { method: { type: enum, values: [none, all] } } }",
      right: "authorize: { parameters: { method: { type: enum, values: { none: { case: nothing }, all: {} } } } }"))

  static let invalidWireName = Explanation(
    "A name or word has a character that would not arrive as it is. Use what the server's documentation says.",
    reason: "Names go into queries and scopes, where a blank or a quotation mark ends one thing and begins another.",
    .descriptor(
      wrong: "authorize: { parameters: { \"log in\": { type: string } } }",
      right: "authorize: { parameters: { log_in: { type: string } } }"))

  static let idFileMismatch = Explanation(
    "The id is not the file's name without .yaml. Rename one of them.",
    reason: "People look for a descriptor by its id.",
    .descriptor(
      wrong: base.replacing("id: acme", with: "id: acme-login").trimmed,
      right: base.trimmed))

  static let protocolParameter = Explanation(
    "A descriptor declares a parameter that the protocol itself sends. Leave it out.",
    reason: """
      State, nonce and the PKCE challenge protect every sign-in. An app that could set them could also break them; a \
      second one would be refused or, worse, win.
      """,
    .descriptor(
      wrong: "authorize: { parameters: { state: { type: string } } }",
      right: "authorize: { parameters: { app_state: { type: string } } }"))

  static let environmentType = Explanation(
    """
    An environment says something that would change generated types. Declare it for all environments, and let the \
    environment say only what differs there.
    """,
    reason: """
      Code is generated once. What only one environment knows has no argument, so nobody could say it, and a client of \
      that environment would always fail.
      """,
    .descriptor(
      wrong: environment("", "variables: { shard: { kind: host, example: x.acme.example } }"),
      right: environment("shard: { kind: host, default: x.acme.example }", "{}")))

  private static func environment(_ variable: String, _ overlay: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    variables: { \(variable) }
    server: { issuer: "https://acme.example" }
    environments:
      live: { default: true }
      sandbox:
        server: { token_endpoint: "https://{shard}/token" }
        \(overlay == "{}" ? "doc: For tests." : overlay)
    """
  }

  static let parameterConflict = Explanation(
    """
    Two things would travel under one name: two parameters or headers of a request, or two parameters of a callback. \
    Rename one, or leave it out.
    """,
    reason: "A name that is sent twice means whatever the server makes of it, and one that is read twice two things.",
    .descriptor(
      wrong: "rename: { client_id: client_key, state: client_key }",
      right: "rename: { client_id: client_key }"))

  static let unknownParameter = Explanation(
    "A parameter is named that neither this descriptor nor its family declares.",
    reason: "It is probably misspelt, and the one that was meant stays as it was.",
    .descriptor(wrong: "authorize: { omit: [maxage] }", right: "authorize: { omit: [max_age] }"))

  static let unknownScope = Explanation(
    "A scope is used that 'scopes.values' does not describe. Describe it there, or correct it.",
    reason: "Servers ignore unknown scopes or refuse the whole request, and both show at sign-in only.",
    .descriptor(wrong: "scopes: { default: [openid, emial] }", right: "scopes: { default: [openid, email] }"))
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
