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

  @Test(arguments: [
    (
      flows,
      "acme.yaml:5:29: error: ciba requires clients that authenticate, but 'client.types' doesn't contain "
        + "'confidential' [client-authentication]"
    ),
    (
      confidential + flows + "discovery: { remove: [backchannel_authentication_endpoint] }\n",
      "acme.yaml:6:29: error: ciba requires 'server.backchannel_authentication_endpoint', which can't be discovered "
        + "[missing-endpoint]"
    ),
    (
      confidential + flows + "ciba: { client: none }\n",
      "acme.yaml:8:17: error: ciba requires clients that authenticate; use another method than 'none' "
        + "[client-authentication]"
    ),
    (
      confidential + "ciba: { signed: true }\n",
      "acme.yaml:6:1: error: 'ciba' is ignored because 'flows' doesn't contain ciba [without-effect]"
    ),
    (
      confidential + flows + "ciba: { parameters: { login_hint: ada } }\n",
      "acme.yaml:8:23: error: 'login_hint' is part of the protocol; 'ciba.parameters.login_hint' can't send it "
        + "[protocol-parameter]"
    ),
    (
      confidential + flows + "authorize: { parameters: { acr_values: { type: list, requests: [ciba] } } }\n",
      "acme.yaml:8:64: error: the request 'ciba' already contains 'acr_values', which is an argument of its method "
        + "[protocol-parameter]"
    ),
    (
      "client: { types: [confidential], authentication: [client_secret_post] }\n" + flows + "ciba: { signed: true }\n",
      "acme.yaml:8:17: error: 'signed' requires the client's private key in 'client.assertion.key' "
        + "[request-without-key]"
    ),
  ])
  func `Rules that contradict CIBA are reported at their location`(yaml: String, expected: String) {
    #expect(findings(yaml) == [expected])
  }

  @Test func `A server that only pushes tokens is reported`() {
    let server = "server: { backchannel_token_delivery_modes_supported: [push] }\n"
    let base = Self.acme.replacing("server: { issuer: \"https://acme.example\" }\n", with: "")
    let yaml =
      base + "server: { issuer: \"https://acme.example\", backchannel_token_delivery_modes_supported: [push] }\n"
      + Self.confidential + Self.flows
    let loader = DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data(yaml.utf8) : nil })
    var found: [String] = []
    do throws(DiagnosticsError) { _ = try loader.load(path: "acme.yaml") } catch {
      found = error.diagnostics.map(\.description)
    }
    #expect(found.count == 1 && found[0].contains("doesn't support 'poll'"), "\(found) \(server)")
  }
}
