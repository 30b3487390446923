/// URLs and the variables in them.
package struct URLCodes: DiagnosticArea {
  package let title = "URLs and variables"

  package let nearMissMetadata = DiagnosticCode(
    "near-miss-metadata", .warning,
    "A key of 'server' is nearly the name of metadata that clients use, and is none. Correct it.",
    reason: "'server' may hold everything that a discovery document has, so an unknown name alone is no mistake.",
    .descriptor(
      wrong: Self.withServer("authorize_endpoint: \"https://{domain}/authorize\""),
      right: Self.withServer("authorization_endpoint: \"https://{domain}/authorize\"")))

  package let missingEndpoint = DiagnosticCode(
    "missing-endpoint", .error,
    "An endpoint is neither written down nor can be discovered. Write it under 'server', or allow 'discovery: runtime'.",
    reason: "A client without it could not finish a sign-in, or the flow that needs it.",
    .descriptor(wrong: "discovery: none", right: "discovery: runtime"))

  package let invalidURL = DiagnosticCode(
    "invalid-url", .error,
    """
    A URL is not one, or has a part that it must not have at this place: an issuer has neither query nor fragment, \
    an endpoint has no fragment. A literal brace is written twice.
    """,
    reason: "Codes and tokens are sent there, so it has to be certain where that is.",
    Self.logout(wrong: "/logout", right: "https://{domain}/logout"))

  package let insecureURL = DiagnosticCode(
    "insecure-url", .error,
    "A URL is not https. Only a loopback address may be http.",
    reason: "Anybody between the app and the server could read what is sent, and answer in the server's place.",
    Self.logout(wrong: "http://login.example.com/logout", right: "https://login.example.com/logout"))

  package let undeclaredVariable = DiagnosticCode(
    "undeclared-variable", .error,
    "A URL has a variable that 'variables' does not declare. Declare or correct it; a literal brace is written twice.",
    reason: "The app is asked for the variables that are declared, so this one would never have a value.",
    Self.logout(wrong: "https://{domian}/logout", right: "https://{domain}/logout"))

  package let unanchoredVariable = DiagnosticCode(
    "unanchored-variable", .error,
    "A host variable stands elsewhere than as the whole host. Let the variable's value be the whole host.",
    reason: "In 'https://{x}.example.com' the value 'evil.example/' would send codes and tokens to another server.",
    Self.logout(wrong: "https://{domain}.example.com/logout", right: "https://{domain}/logout"))

  package let unusedVariable = DiagnosticCode(
    "unused-variable", .warning,
    "No URL uses a variable. Delete it, or correct the URL in which it was meant.",
    reason: "Every app would be asked for a value that has no effect.",
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
    "The example of a variable is not a value that the variable could have.",
    reason: "Examples become documentation and tests, and people copy them.",
    .descriptor(wrong: Self.withExample("https://acme.example.com"), right: Self.withExample("acme.example.com")))

  package let logoutEndpoint = DiagnosticCode(
    "logout-endpoint", .error,
    "'logout.endpoint' and 'logout.style' do not fit: the endpoint belongs to 'custom', and 'custom' needs it.",
    reason: "The standard way of signing out takes its address from 'server.end_session_endpoint'.",
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
