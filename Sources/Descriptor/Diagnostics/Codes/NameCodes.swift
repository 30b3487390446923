/// Names, in Swift and on the wire.
package struct NameCodes: DiagnosticArea {
  package let title = "Names"

  package let invalidIdentifier = DiagnosticCode(
    "invalid-identifier", .error,
    "A name cannot be a name in Swift. State another one with 'case', or with 'swift.type' for the client itself.",
    reason: """
      Generated code has to compile. Only ASCII letters and digits are allowed, for other letters can look like what \
      they are not.
      """,
    .descriptor(
      wrong: "authorize: { parameters: { method: { type: enum, values: [2fa] } } }",
      right: "authorize: { parameters: { method: { type: enum, values: { 2fa: { case: twoFactor } } } } }"))

  package let nameConflict = DiagnosticCode(
    "name-conflict", .error,
    "Two things would get one name in Swift. State another name with 'case', or with 'swift.type' for a type.",
    reason: "The file would not compile, or one of the two would hide the other.",
    .descriptor(
      wrong: "authorize: { parameters: { timeout: { type: int } } }",
      right: "authorize: { parameters: { timeout: { type: int, case: serverTimeout } } }"))

  package let optionalNoneCase = DiagnosticCode(
    "optional-none-case", .error,
    "A value of an optional parameter, or an error, would become the case 'none'. State another name with 'case'.",
    reason: "Swift reads '.none' as 'no value' there: the parameter would not be sent, without any warning.",
    .descriptor(
      wrong: "authorize: { parameters: { method: { type: enum, values: [none, all] } } }",
      right: "authorize: { parameters: { method: { type: enum, values: { none: { case: nothing }, all: {} } } } }"))

  package let invalidWireName = DiagnosticCode(
    "invalid-wire-name", .error,
    "A name or word has a character that would not arrive as it is. Use what the server's documentation says.",
    reason: "Names go into queries and scopes, where a blank or a quotation mark ends one thing and begins another.",
    .descriptor(
      wrong: "authorize: { parameters: { \"log in\": { type: string } } }",
      right: "authorize: { parameters: { log_in: { type: string } } }"))

  package let idFileMismatch = DiagnosticCode(
    "id-file-mismatch", .warning,
    "The id is not the file's name without .yaml. Rename one of them.",
    reason: "People look for a descriptor by its id.",
    .descriptor(
      wrong: Explanation.base.replacing("id: acme", with: "id: acme-login").trimmed,
      right: Explanation.base.trimmed))

  package let protocolParameter = DiagnosticCode(
    "protocol-parameter", .error,
    "A descriptor declares a parameter that the protocol itself sends. Leave it out.",
    reason: """
      State, nonce and the PKCE challenge protect every sign-in. An app that could set them could also break them; a \
      second one would be rejected or, worse, win.
      """,
    .descriptor(
      wrong: "authorize: { parameters: { state: { type: string } } }",
      right: "authorize: { parameters: { app_state: { type: string } } }"))

  package let environmentType = DiagnosticCode(
    "environment-type", .error,
    """
    An environment says something that would change generated types. Declare it for all environments, and let the \
    environment say only what differs there.
    """,
    reason: """
      Code is generated once. What only one environment knows has no argument, so nobody could say it, and a client of \
      that environment would always fail.
      """,
    .descriptor(
      wrong: Self.environment("", "variables: { shard: { kind: host, example: x.acme.example } }"),
      right: Self.environment("shard: { kind: host, default: x.acme.example }", "{}")))

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

  package let parameterConflict = DiagnosticCode(
    "parameter-conflict", .error,
    """
    Two things would travel under one name: two parameters or headers of a request, or two parameters of a callback. \
    Rename one, or leave it out.
    """,
    reason: "A name that is sent twice means whatever the server makes of it, and one that is read twice two things.",
    .descriptor(
      wrong: "rename: { client_id: client_key, state: client_key }",
      right: "rename: { client_id: client_key }"))

  package let unknownParameter = DiagnosticCode(
    "unknown-parameter", .error,
    "A parameter is named that neither this descriptor nor its family declares.",
    reason: "It is probably misspelt, and the one that was meant stays as it was.",
    .descriptor(wrong: "authorize: { omit: [maxage] }", right: "authorize: { omit: [max_age] }"))

  package let unknownScope = DiagnosticCode(
    "unknown-scope", .error,
    "A scope is used that 'scopes.values' does not describe. Describe it there, or correct it.",
    reason: "Servers ignore unknown scopes or reject the whole request, and both show at sign-in only.",
    .descriptor(wrong: "scopes: { default: [openid, emial] }", right: "scopes: { default: [openid, email] }"))
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
