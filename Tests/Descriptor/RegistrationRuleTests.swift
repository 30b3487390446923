import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `The rules about registrations` {
  private static func client(_ rules: String) -> String { acme + "client: { \(rules) }\n" }

  @Test(arguments: slips)
  func `The rules about registrations report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  private static let slips: [InvalidExample] = [
    InvalidExample("the default", client("registration: preregistered")),
    InvalidExample("a dynamic registration with discovery", client("registration: dynamic")),
    InvalidExample(
      "a confidential client that registers itself, so that its secret differs on each device",
      client("types: [confidential], registration: dynamic")),
    InvalidExample(
      "an unknown kind", client("registration: automatic"),
      "6:25: error: 'automatic' isn't a valid value for 'client.registration'; expected one of preregistered, dynamic, "
        + "document, custom or a map with the keys kind, method, encoding, headers, parameters, software_statement, "
        + "metadata, response [unknown-word]"),
    InvalidExample(
      "an endpoint that discovery ignores",
      client("registration: dynamic") + "discovery: { remove: [registration_endpoint] }\n",
      "6:11: error: 'registration: dynamic' requires 'server.registration_endpoint', which can't be discovered "
        + "[missing-endpoint]"),
    InvalidExample(
      "a back end", client("types: [confidential], exchange: backend, registration: dynamic"),
      "6:53: error: 'registration: dynamic' registers each installation of the app, but with 'exchange: backend' "
        + "the app and its server must be the same client; use 'preregistered' or 'document' [client-authentication]"),
    InvalidExample(
      "keys of another kind",
      client("registration: { kind: dynamic, method: GET, encoding: form, response: { client_id: id } }"),
      "6:42: error: 'client.registration.method' is ignored with the kind 'dynamic'; it requires 'custom' "
        + "[without-effect]",
      "6:55: error: 'client.registration.encoding' is ignored with the kind 'dynamic'; it requires 'custom' "
        + "[without-effect]",
      "6:71: error: 'client.registration.response' is ignored with the kind 'dynamic'; it requires 'custom' "
        + "[without-effect]"),
    InvalidExample(
      "keys that need a registration",
      client("registration: { kind: document, headers: { X: y } }"),
      "6:43: error: 'client.registration.headers' is ignored with the kind 'document'; it requires 'dynamic' or "
        + "'custom' [without-effect]"),
    InvalidExample(
      "a custom request without a callback URL",
      client("registration: { kind: custom, parameters: { name: \"{app_name}\" } }"),
      "6:11: error: a custom registration requires the callback URL: use '{redirect_uris}' or '{redirect_uri}' in one "
        + "of 'client.registration.parameters' [missing-key]"),
    InvalidExample(
      "a document with a secret",
      client(
        "types: [confidential], callbacks: { custom_scheme: forbidden, loopback: forbidden }, registration: document"),
      "6:11: error: a client with a metadata document has no secret; add 'public' to 'client.types', or authenticate "
        + "with 'private_key_jwt' [client-authentication]"),
    InvalidExample(
      "members that the client determines, or that have their own keys",
      client(
        "registration: { kind: dynamic, parameters: { redirect_uris: x, client_name: y, software_statement: z, tos_uri: t } }"
      ),
      "6:56: error: 'redirect_uris' is part of the protocol; 'client.registration.parameters' can't send it "
        + "[protocol-parameter]",
      "6:74: error: 'client_name' is part of the protocol; 'client.registration.parameters' can't send it; use "
        + "'client.registration.metadata.client_name' [protocol-parameter]",
      "6:90: error: 'software_statement' is part of the protocol; 'client.registration.parameters' can't send it; use "
        + "'client.registration.software_statement' [protocol-parameter]"),
    InvalidExample(
      "a confidential client without a method that a server can register",
      client("types: [confidential], authentication: [secret_post_only], registration: dynamic"),
      "6:34: error: a confidential client can't register 'secret_post_only' by the standard; use a method with a secret "
        + "that the server issues, such as 'client_secret_basic', or 'registration: preregistered' "
        + "[client-authentication]"),
    InvalidExample(
      "a confidential client whose key is in a setting, which the request can't contain",
      client(
        "types: [confidential], authentication: [private_key_jwt], registration: dynamic, "
          + "settings: { key: { type: pem } }, assertion: { alg: ES256, key: \"{settings.key}\" }"),
      "6:34: error: a confidential client can't register 'private_key_jwt' by the standard; use a method with a secret "
        + "that the server issues, such as 'client_secret_basic', or 'registration: preregistered' "
        + "[client-authentication]"),
    InvalidExample(
      "a confidential client that would register as a public one",
      client(
        "types: [confidential], registration: { kind: dynamic, metadata: { token_endpoint_auth_method: none } }"),
      "6:77: error: 'client.types' are confidential, but the client would register as a public one; remove "
        + "'token_endpoint_auth_method', or add 'public' to 'client.types' [client-authentication]"),
    InvalidExample(
      "a name that isn't known yet",
      client("registration: { kind: custom, parameters: { a: \"{redirect_uri}\", b: \"{client_id}\" } }"),
      "6:79: error: 'client.registration.parameters.b': '{client_id}' isn't defined here; expected one of app_name, "
        + "redirect_uri, redirect_uris, domain [undeclared-variable]"),
  ]
}
