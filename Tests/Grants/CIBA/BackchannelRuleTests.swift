import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

@Suite struct `The rules about CIBA` {
  private static let acme = """
    schema: 1
    id: acme
    name: Acme
    server: { issuer: "https://acme.example" }

    """
  private static let confidential = "client: { types: [confidential], authentication: [private_key_jwt] }\n"
  private static let flows = "flows: [authorization_code, ciba]\nrefresh: none\n"

  private func load(_ yaml: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data((Self.acme + yaml).utf8) : nil }).load(path: "acme.yaml")
  }

  private func findings(_ yaml: String) -> [String] {
    do throws(DiagnosticsError) { return try load(yaml).warnings.map(\.description) } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test(arguments: [
    "", "ciba: { signed: true, login_hint: iss_sub, client: tls_client_auth }\n",
    "ciba: { parameters: { channel: push }, token: { parameters: { device: till } } }\n",
  ])
  func `Complete rules for CIBA have no findings`(yaml: String) {
    #expect(findings(Self.confidential + Self.flows + yaml) == [])
  }

  private static let slips: [(yaml: String, finding: String)] = [
    (
      flows,
      """
      5:29: error: ciba requires clients that authenticate, but 'client.types' doesn't contain 'confidential' \
      [client-authentication]
      """
    ),
    (
      "\(confidential)\(flows)discovery: { remove: [backchannel_authentication_endpoint] }\n",
      """
      6:29: error: ciba requires 'server.backchannel_authentication_endpoint', which can't be discovered \
      [missing-endpoint]
      """
    ),
    (
      "\(confidential)\(flows)ciba: { client: none }\n",
      "8:9: error: ciba requires clients that authenticate; use another method than 'none' [client-authentication]"
    ),
    (
      "\(confidential)ciba: { signed: true }\n",
      "6:1: error: 'ciba' is ignored because 'flows' doesn't contain ciba [without-effect]"
    ),
    (
      "\(confidential)\(flows)ciba: { parameters: { login_hint: ada } }\n",
      """
      8:23: error: 'login_hint' is part of the protocol; 'ciba.parameters.login_hint' can't send it \
      [protocol-parameter]
      """
    ),
    (
      "\(confidential)\(flows)authorize: { parameters: { acr_values: { type: list, case: contexts, requests: [ciba] } } }\n",
      """
      8:70: error: the request 'ciba' already contains 'acr_values', which is an argument of its method \
      [protocol-parameter]
      """
    ),
    (
      "client: { types: [public, confidential], authentication: [client_secret_post] }\n\(flows)ciba: { signed: true }\n",
      """
      8:9: error: 'signed' requires the client's private key; describe it in 'client.assertion.key', or let the app pass it \
      with 'client.authentication: private_key_jwt' [request-without-key]
      """
    ),
  ]

  @Test(arguments: slips)
  func `Rules that contradict CIBA are reported at their location`(yaml: String, expected: String) {
    #expect(findings(yaml) == ["acme.yaml:" + expected])
  }

  @Test func `A server that only pushes tokens is reported`() {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      server: { issuer: "https://acme.example", backchannel_token_delivery_modes_supported: [push] }

      """
    let loader = DescriptorLoader(readFile: { name in
      name == "acme.yaml" ? Data((yaml + Self.confidential + Self.flows).utf8) : nil
    })
    var found: [String] = []
    do throws(DiagnosticsError) { _ = try loader.load(path: "acme.yaml") } catch {
      found = error.diagnostics.map(\.description)
    }
    #expect(
      found == [
        """
        acme.yaml:4:43: error: the server doesn't support 'poll', the only mode of ciba that clients support \
        [without-effect]
        """
      ])
  }
}
