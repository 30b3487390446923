import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `The rules about pushed and signed messages` {
  private static let acme = """
    schema: 1
    id: acme
    name: Acme
    server: { issuer: "https://acme.example" }

    """
  private static let key = """
    client:
      settings: { key: { type: pem, doc: The private key. } }
      assertion: { key: "{settings.key}" }

    """

  private func findings(_ yaml: String) -> [String] {
    let loader = DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data((Self.acme + yaml).utf8) : nil })
    let diagnostics: [Diagnostic]
    do throws(DiagnosticsError) { diagnostics = try loader.load(path: "acme.yaml").warnings } catch {
      diagnostics = error.diagnostics
    }
    return diagnostics.map(\.description)
  }

  @Test(arguments: [
    "authorize: { par: required }", "authorize: { par: optional }", "authorize: { response_mode: jwt }",
    "authorize: { response_mode: query.jwt }", "authorize: { response_mode: form_post.jwt }",
    key + "authorize: { request_object: by_value }",
    "client: { authentication: private_key_jwt }\nauthorize: { request_object: by_value }",
    key + "authorize: { request_object: by_reference, par: required, response_mode: fragment.jwt }",
    "discovery: { remove: [pushed_authorization_request_endpoint] }\nauthorize: { par: optional }",
  ])
  func `Complete rules for messages have no findings`(yaml: String) {
    #expect(findings(yaml) == [])
  }

  @Test(arguments: [
    (
      "discovery: { remove: [pushed_authorization_request_endpoint] }\nauthorize: { par: required }",
      """
      acme.yaml:6:14: error: pushed authorization requests require 'server.pushed_authorization_request_endpoint', which \
      can't be discovered [missing-endpoint]
      """
    ),
    (
      "authorize: { request_object: by_value }",
      """
      acme.yaml:5:14: error: 'request_object' requires the client's private key; describe it in 'client.assertion.key', or \
      let the app pass it with 'client.authentication: private_key_jwt' [request-without-key]
      """
    ),
    (
      key + "authorize: { request_object: by_reference }",
      """
      acme.yaml:8:14: error: 'by_reference' requires 'authorize.par: required', because the client pushes the signed \
      request [reference-without-push]
      """
    ),
    (
      "authorize: { response_mode: jwt }\ndiscovery: { remove: [jwks_uri] }\nid_token: none\nuserinfo: { source: userinfo }",
      """
      acme.yaml:5:14: error: signed responses can't be verified without 'server.jwks_uri' [response-without-keys]
      """
    ),
    (
      "authorize: { response_mode: query.jwt, response_type: code id_token }\nflows: [hybrid, refresh_token]",
      """
      acme.yaml:5:14: error: tokens in a query appear in servers' logs; use 'fragment' or 'form_post' [secret-in-browser]
      """
    ),
    (
      "authorize: { response_mode: form_post.jwt }\nclient: { callbacks: { loopback: forbidden } }",
      """
      acme.yaml:5:14: error: 'form_post' requires a server; allow loopback callback URLs, or set 'client.exchange: \
      backend' [not-supported]
      """
    ),
  ])
  func `The rules about messages report every violation at its location`(yaml: String, finding: String) {
    #expect(findings(yaml) == [finding])
  }

  @Test func `A value of the sign-in in the URL of a page that takes references is reported`() {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      variables: { user: { kind: path_segment, scope: request, example: ada } }
      server: { issuer: "https://acme.example", authorization_endpoint: "https://acme.example/go?user={user}" }
      authorize: { par: required }
      """
    let loader = DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data(yaml.utf8) : nil })
    #expect((try? loader.load(path: "acme.yaml").warnings.map(\.code.rawValue)) == ["visible-parameter"])
  }
}
