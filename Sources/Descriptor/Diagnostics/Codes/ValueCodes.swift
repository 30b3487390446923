/// Lists, and keys that depend on each other.
package struct ValueCodes: DiagnosticArea {
  package let title = "Values"

  package let emptyValues = DiagnosticCode(
    "empty-values", .error,
    "A list must not be empty. Add an item, or remove the key that contains the list.",
    reason: "Without choices, an app couldn't set the parameter. Without algorithms, no ID token could be verified.",
    .descriptor(
      wrong: "authorize: { parameters: { screen_hint: { type: enum } } }",
      right: "authorize: { parameters: { screen_hint: { type: enum, values: [login, signup] } } }"))

  package let valuesWithoutEnum = DiagnosticCode(
    "values-without-enum", .error,
    "A parameter has 'values', but its type doesn't use them. Use the type 'enum' or 'set'.",
    reason: "The values wouldn't be checked, although the descriptor suggests that they are.",
    .descriptor(
      wrong: "authorize: { parameters: { screen_hint: { type: string, values: [login, signup] } } }",
      right: "authorize: { parameters: { screen_hint: { type: enum, values: [login, signup] } } }"))

  package let repeatedItem = DiagnosticCode(
    "repeated-item", .error,
    "An item occurs twice in a list. Delete one of them.",
    reason: "Repeating an item doesn't change anything, so the second one was probably intended to be another item.",
    .descriptor(wrong: "scopes: { default: [openid, openid] }", right: "scopes: { default: [openid, email] }"))

  package let withoutEffect = DiagnosticCode(
    "without-effect", .error,
    "Another key disables this key. Delete one of the two.",
    reason: "The author of the key expected an effect.",
    .descriptor(
      wrong: "logout: { style: none, flags: { everywhere: {} } }",
      right: "logout: { flags: { everywhere: {} } }"))

  package let logoutParameterConflict = DiagnosticCode(
    "logout-parameter-conflict", .error,
    "Two parameters of the sign-out request would have the same name. Rename or remove one of them.",
    reason: "The meaning of a duplicate parameter depends on the server.",
    .descriptor(
      wrong: "logout: { parameters: { state: fixed } }",
      right: "logout: { parameters: { mode: fixed } }"))

  package let exchangeTokens = DiagnosticCode(
    "exchange-tokens", .error,
    """
    The tokens of an exchange don't match its grant or the provider. State the type of a token that the app supplies, \
    and exchange only tokens that a session has.
    """,
    reason: "The server would reject the request, or the client would have no token to send.",
    .descriptor(
      wrong: "exchanges: { github: { subject: external } }",
      right:
        "exchanges: { github: { subject: external, subject_token_type: \"urn:ietf:params:oauth:token-type:jwt\" } }"))

  package let clientAuthentication = DiagnosticCode(
    "client-authentication", .error,
    """
    The client types, the authentication methods, and the flows don't match. A client with a secret needs an \
    authentication method, at least one client type is required, and some flows require clients with a secret.
    """,
    reason: "The server would reject every token request.",
    .descriptor(
      wrong: "client: { types: [confidential], authentication: [] }",
      right: "client: { types: [public, confidential], authentication: [client_secret_basic] }"))
}
