/// Names, in Swift and in requests.
package struct NameCodes: DiagnosticArea {
  package let title = "Names"

  package let invalidIdentifier = DiagnosticCode(
    "invalid-identifier", .error,
    "A name isn't a valid Swift name. Set another one with 'case', or with 'swift.type' for the client itself.",
    reason: """
      Generated code has to compile. Only ASCII letters and digits are allowed, because other characters can look like \
      them.
      """,
    .descriptor(
      wrong: "authorize: { parameters: { method: { type: enum, values: [2fa] } } }",
      right: "authorize: { parameters: { method: { type: enum, values: { 2fa: { case: twoFactor } } } } }"))

  package let nameConflict = DiagnosticCode(
    "name-conflict", .error,
    "Two items would have the same name in Swift. Set another name with 'case', or with 'swift.type' for a type.",
    reason: "The code wouldn't compile, or one of the two would hide the other.",
    .descriptor(
      wrong: "authorize: { parameters: { timeout: { type: int } } }",
      right: "authorize: { parameters: { timeout: { type: int, case: serverTimeout } } }"))

  package let optionalNoneCase = DiagnosticCode(
    "optional-none-case", .error,
    "A value of an optional parameter, or an error, would become the case 'none'. Set another name with 'case'.",
    reason: "Swift reads '.none' as a missing value there, so the parameter would silently not be sent.",
    .descriptor(
      wrong: "authorize: { parameters: { method: { type: enum, values: [none, all] } } }",
      right: "authorize: { parameters: { method: { type: enum, values: { none: { case: nothing }, all: {} } } } }"))

  package let invalidWireName = DiagnosticCode(
    "invalid-wire-name", .error,
    "A name or value contains a character that isn't allowed in a request. Use the spelling in the server's documentation.",
    reason: "In queries and scopes, a space or a quotation mark would separate one name from the next.",
    .descriptor(
      wrong: "authorize: { parameters: { \"log in\": { type: string } } }",
      right: "authorize: { parameters: { log_in: { type: string } } }"))

  package let idFileMismatch = DiagnosticCode(
    "id-file-mismatch", .warning,
    "The ID differs from the file's name without .yaml. Rename one of them.",
    reason: "People look for a descriptor by its ID.",
    .descriptor(
      wrong: Explanation.base.replacing("id: acme", with: "id: acme-login").trimmed,
      right: Explanation.base.trimmed))

  package let protocolParameter = DiagnosticCode(
    "protocol-parameter", .error,
    """
    A descriptor declares a parameter that the protocol itself sends. Remove it. To send it under another name, use \
    'rename'. For the grant type and the client's secret, use 'grant_type' and 'client.authentication'. Only a constant may be \
    called 'nonce' if the client gets no ID token, or 'request' if it doesn't sign requests.
    """,
    reason: """
      State, nonce, and the PKCE challenge protect every sign-in. If an app could set them, it could also break that \
      protection. The server might reject a duplicate parameter or, worse, use it.
      """,
    .descriptor(
      wrong: "authorize: { parameters: { state: { type: string } } }",
      right: "authorize: { parameters: { app_state: { type: string } } }"))

  package let environmentType = DiagnosticCode(
    "environment-type", .error,
    """
    An environment contains something that would change the generated types. Declare it for all environments, and only \
    put the differences into the environment.
    """,
    reason: """
      Code is generated once for all environments. A value that exists in only one of them wouldn't have an argument, so \
      clients of that environment would always fail.
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
    Two parameters or headers of a request, or two parameters of a callback, have the same name. Rename or remove one of \
    them.
    """,
    reason: "The meaning of a duplicate name depends on the server, and a parameter that's read twice is ambiguous.",
    .descriptor(
      wrong: "rename: { client_id: client_key, state: client_key }",
      right: "rename: { client_id: client_key }"))

  package let unknownParameter = DiagnosticCode(
    "unknown-parameter", .error,
    "Neither this descriptor nor its family declares this parameter. Correct the name, or declare the parameter.",
    reason: "The name is probably misspelled, so the intended parameter would stay unchanged.",
    .descriptor(wrong: "authorize: { omit: [maxage] }", right: "authorize: { omit: [max_age] }"))

  package let unknownScope = DiagnosticCode(
    "unknown-scope", .error,
    "'scopes.values' doesn't contain this scope. Add it there, or correct the name.",
    reason: "Servers ignore unknown scopes or reject the whole request, and both only show when a user signs in.",
    .descriptor(wrong: "scopes: { default: [openid, emial] }", right: "scopes: { default: [openid, email] }"))
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
