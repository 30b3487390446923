/// URLs and the variables in them.
package struct URLCodes: DiagnosticArea {
  package let title = "URLs and variables"

  package let nearMissMetadata = DiagnosticCode(
    "near-miss-metadata", .warning,
    "A key under 'server' looks like a misspelled metadata field. Correct it.",
    reason:
      "'server' can contain every field of a discovery document, so only names similar to known ones are reported.",
    .descriptor(
      wrong: Self.withServer("authorize_endpoint: \"https://{domain}/authorize\""),
      right: Self.withServer("authorization_endpoint: \"https://{domain}/authorize\"")))

  package let missingEndpoint = DiagnosticCode(
    "missing-endpoint", .error,
    """
    An endpoint is missing and can't be discovered. Add it under 'server', or set 'discovery: runtime'. A provider without a \
    token endpoint can't be described: a sign-in widget, such as Telegram's, returns a signed user in the callback but no code. \
    Verify its callback in your own code, or use the provider's OAuth or OpenID Connect server if it has one.
    """,
    reason: "Without the endpoint, the client couldn't complete a sign-in or another flow.",
    .descriptor(wrong: "discovery: none", right: "discovery: runtime"))

  package let invalidURL = DiagnosticCode(
    "invalid-url", .error,
    """
    A URL is malformed, or contains a part that isn't allowed here. Correct it. An issuer must not have a query or a \
    fragment, and an endpoint must not have a fragment. To write a literal brace, double it.
    """,
    reason: "Codes and tokens are sent to this URL, so it must be unambiguous.",
    Self.logout(wrong: "/logout", right: "https://{domain}/logout"))

  package let insecureURL = DiagnosticCode(
    "insecure-url", .error,
    "A URL doesn't use https. Only URLs with a loopback address may use http.",
    reason: "Anyone between the app and the server could read the requests and forge the responses.",
    Self.logout(wrong: "http://login.example.com/logout", right: "https://login.example.com/logout"))

  package let undeclaredVariable = DiagnosticCode(
    "undeclared-variable", .error,
    "A URL has a variable that 'variables' doesn't declare. Declare or correct it. To write a literal brace, double it.",
    reason: "The app only supplies the variables that are declared, so this one would never have a value.",
    Self.logout(wrong: "https://{domian}/logout", right: "https://{domain}/logout"))

  package let unanchoredVariable = DiagnosticCode(
    "unanchored-variable", .error,
    """
    A variable is in a part of a URL where its kind isn't allowed. List its 'values', or use the kind that the message \
    names: 'host' for a whole host, 'host_label' for a part of a host before a fixed domain, 'path_segment' for paths.
    """,
    reason: "In 'https://{x}.example.com', the host 'evil.example/' would send codes and tokens to another server.",
    Self.logout(wrong: "https://{domain}.example.com/logout", right: "https://{domain}/logout"))

  package let unusedVariable = DiagnosticCode(
    "unused-variable", .warning,
    "No URL uses a variable. Delete it, or correct the URL that should use it.",
    reason: "Every app would have to supply a value that has no effect.",
    .descriptor(
      wrong: """
        schema: 1
        id: acme
        name: Acme
        variables:
          domain: { kind: host, example: acme.example.com }
          realm: { kind: host, example: realm.example.com }
        server: { issuer: "https://{domain}" }
        """,
      right: """
        schema: 1
        id: acme
        name: Acme
        variables:
          domain: { kind: host, example: acme.example.com }
        server: { issuer: "https://{domain}" }
        """))

  package let invalidExample = DiagnosticCode(
    "invalid-example", .error,
    "The example of a variable isn't a valid value for it. Correct the example.",
    reason: "Examples are used in documentation and tests, and people copy them.",
    .descriptor(wrong: Self.withExample("https://acme.example.com"), right: Self.withExample("acme.example.com")))

  package let logoutEndpoint = DiagnosticCode(
    "logout-endpoint", .error,
    "'logout.endpoint' doesn't match 'logout.style'. The style 'custom' requires it, and other styles don't allow it.",
    reason: "The standard protocol for signing out uses 'server.end_session_endpoint'.",
    .descriptor(
      wrong: "logout: { style: custom }",
      right: "logout: { style: custom, endpoint: \"https://{domain}/logout\" }"))

  private static func logout(wrong: String, right: String) -> Explanation.Example {
    .descriptor(
      wrong: "logout: { style: custom, endpoint: \"\(wrong)\" }",
      right: "logout: { style: custom, endpoint: \"\(right)\" }")
  }

  private static func withServer(_ endpoint: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    variables: { domain: { kind: host, example: acme.example.com } }
    server:
      issuer: "https://{domain}"
      \(endpoint)
    """
  }

  private static func withExample(_ example: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    variables: { domain: { kind: host, example: "\(example)" } }
    server: { issuer: "https://{domain}" }
    """
  }
}
