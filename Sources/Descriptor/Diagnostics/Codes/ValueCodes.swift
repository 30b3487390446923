/// Lists, and keys that depend on one another.
package struct ValueCodes: DiagnosticArea {
  package let title = "Values"

  package let emptyValues = DiagnosticCode(
    "empty-values", .error,
    "A list is empty that must say something. Fill it, or leave out what it belongs to.",
    reason: "A choice of nothing could not be made, and without an allowed algorithm no ID token could be verified.",
    .descriptor(
      wrong: "authorize: { parameters: { screen_hint: { type: enum } } }",
      right: "authorize: { parameters: { screen_hint: { type: enum, values: [login, signup] } } }"))

  package let valuesWithoutEnum = DiagnosticCode(
    "values-without-enum", .error,
    "A parameter has 'values' and a type that has no choice. The types 'enum' and 'set' have one.",
    reason: "The values would not be checked, though the descriptor looks as if they were.",
    .descriptor(
      wrong: "authorize: { parameters: { screen_hint: { type: string, values: [login, signup] } } }",
      right: "authorize: { parameters: { screen_hint: { type: enum, values: [login, signup] } } }"))

  package let repeatedItem = DiagnosticCode(
    "repeated-item", .error,
    "An item stands twice in a list. Delete one.",
    reason: "It counts once, so the second one was probably meant to be something else.",
    .descriptor(wrong: "scopes: { default: [openid, openid] }", right: "scopes: { default: [openid, email] }"))

  package let withoutEffect = DiagnosticCode(
    "without-effect", .error,
    "What is written changes nothing, for another key switches it off. Delete one of the two.",
    reason: "Whoever wrote it expected an effect.",
    .descriptor(
      wrong: "logout: { style: none, flags: { everywhere: {} } }",
      right: "logout: { flags: { everywhere: {} } }"))

  package let logoutParameterConflict = DiagnosticCode(
    "logout-parameter-conflict", .error,
    "Two things would be sent under one name when a user signs out. Rename one, or leave it out.",
    reason: "A name that is sent twice means whatever the server makes of it.",
    .descriptor(
      wrong: "logout: { parameters: { state: fixed } }",
      right: "logout: { parameters: { mode: fixed } }"))

  package let clientAuthentication = DiagnosticCode(
    "client-authentication", .error,
    """
    A client that keeps a secret has no way to present it, or there is no kind of client at all, or a flow is for \
    clients with a secret and none has one.
    """,
    reason: "The server would reject every request for tokens.",
    .descriptor(
      wrong: "client: { types: [confidential], authentication: [] }",
      right: "client: { types: [public, confidential], authentication: [client_secret_basic] }"))
}
