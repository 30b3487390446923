/// Pushed and signed authorization requests, and signed responses.
package struct MessageCodes: DiagnosticArea {
  package let title = "Pushed and signed messages"

  package let requestWithoutKey = DiagnosticCode(
    "request-without-key", .error,
    """
    'authorize.request_object' makes the client sign its requests, but the client has no private key. Describe the key \
    in 'client.assertion', or set 'client.authentication: private_key_jwt', so that the app passes its key.
    """,
    reason: "Without a key, no sign-in could start.",
    .descriptor(
      wrong: "authorize: { request_object: by_value }",
      right: """
        client:
          settings: { key: { type: pem, doc: The private key. } }
          assertion: { key: "{settings.key}" }
        authorize: { request_object: by_value }
        """))

  package let referenceWithoutPush = DiagnosticCode(
    "reference-without-push", .error,
    """
    With 'request_object: by_reference', the client pushes its signed request to the server. Set 'authorize.par: \
    required', or send the request 'by_value'.
    """,
    reason: "A reference to a request that the app hosts itself isn't supported, because an app has no public server.",
    .descriptor(
      wrong: Self.client + "authorize: { request_object: by_reference }",
      right: Self.client + "authorize: { request_object: by_reference, par: required }"))

  package let responseWithoutKeys = DiagnosticCode(
    "response-without-keys", .error,
    """
    'authorize.response_mode' requests signed responses, but the client couldn't verify them. It needs the server's \
    issuer, its 'jwks_uri' or discovery, and a state that the server returns.
    """,
    reason: "Every callback would be rejected, because nothing proves who sent it.",
    .descriptor(
      wrong: "authorize: { response_mode: jwt, state: none }\nprovenance: { reason: An old server. }",
      right: "authorize: { response_mode: jwt }"))

  package let visibleParameter = DiagnosticCode(
    "visible-parameter", .warning,
    """
    The client pushes or signs its requests, but the URL of the authorization page contains a value of the sign-in in \
    its query. Make it a parameter in 'authorize.parameters'.
    """,
    reason: "The browser would still show the value, and anyone could change it.",
    .descriptor(
      wrong: Self.page("?user={user}", "variables: { user: { kind: path_segment, scope: request, example: ada } }"),
      right: Self.page("", "")))

  private static let client =
    """
    client:
      settings: { key: { type: pem, doc: The private key. } }
      assertion: { key: "{settings.key}" }

    """

  private static func page(_ query: String, _ more: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    \(more)
    server: { issuer: "https://acme.example", authorization_endpoint: "https://acme.example/authorize\(query)" }
    authorize: { par: required }
    """
  }
}
