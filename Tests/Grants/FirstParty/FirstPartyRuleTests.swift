import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `The rules about sign-ins without a browser` {
  private static let acme = """
    schema: 1
    id: acme
    name: Acme
    server: { issuer: "https://acme.example" }
    refresh: none

    """
  private static let flows = "flows: [authorization_code, first_party]\n"

  private func findings(_ yaml: String) -> [String] {
    let loader = DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data((Self.acme + yaml).utf8) : nil })
    do throws(DiagnosticsError) { return try loader.load(path: "acme.yaml").warnings.map(\.description) } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test(arguments: [
    "first_party: { begin: { any: {} } }\n",
    "first_party: { begin: { any: {} }, steps: { code: { parameters: { otp: { type: string } } } } }\n",
    """
    first_party:
      begin: { mail: { endpoint: "https://acme.example/mail", parameters: { email: { type: email } }, next: [code] } }
      steps: { code: { grant_type: "urn:code", access: true, parameters: { name: { const: "{first_party.email}" } } } }
      demands: { more_required: [code] }

    """,
  ])
  func `Complete rules for sign-ins without a browser have no findings`(yaml: String) {
    #expect(findings(Self.flows + yaml) == [])
  }

  private static let slips: [(yaml: String, finding: String)] = [
    (
      flows,
      "6:29: error: first_party requires 'first_party.begin' with at least one way to start a sign-in [empty-values]"
    ),
    (
      "first_party: { begin: { any: {} } }\n",
      "6:1: error: 'first_party' is ignored because 'flows' doesn't contain first_party [without-effect]"
    ),
    (
      "\(flows)discovery: { remove: [authorization_challenge_endpoint] }\nfirst_party: { begin: { any: {} } }\n",
      """
      6:29: error: first_party requires 'server.authorization_challenge_endpoint', which can't be discovered \
      [missing-endpoint]
      """
    ),
    (
      "\(flows)user: none\nfirst_party: { begin: { any: {} } }\n",
      "6:29: error: first_party requires a user [without-effect]"
    ),
    (
      "\(flows)first_party: { begin: { any: { endpoint: \"https://acme.example/x\", grant_type: x } } }\n",
      "7:68: error: 'any' has both 'endpoint' and 'grant_type'; use one of them [without-effect]"
    ),
    (
      "\(flows)first_party: { begin: { any: { grant_type: x, encoding: json } } }\n",
      "7:47: error: 'encoding' is ignored because 'any' doesn't have 'endpoint' [without-effect]"
    ),
    (
      """
      \(flows)first_party: { begin: { any: { endpoint: "https://acme.example/x", method: GET, parameters: { a: { \
      type: string } } } } }

      """,
      "7:68: error: a GET request has its parameters in the URL, which servers log; use POST [without-effect]"
    ),
    (
      "\(flows)first_party: { begin: { any: {} }, steps: { code: {} }, demands: { more: [cod] } }\n",
      "7:68: error: 'first_party.steps' doesn't contain 'cod'; did you mean 'code'? [unknown-parameter]"
    ),
    (
      "\(flows)first_party: { begin: { any: {} }, steps: { code: {} }, demands: { redirect_to_web: [code] } }\n",
      """
      7:68: error: 'redirect_to_web' always continues in the browser; no step can satisfy it [without-effect]
      """
    ),
    (
      "\(flows)first_party: { begin: { any: { grant_type: x } }, steps: { code: { grant_type: y } } }\n",
      """
      7:60: error: nothing leads to the step 'code'; add it to 'next' of a step, or to 'first_party.demands' \
      [without-effect]
      """
    ),
    (
      "\(flows)first_party: { begin: { any: { parameters: { auth_session: { type: string } } } } }\n",
      "7:46: error: 'auth_session' is part of the protocol; 'any' already sends it [protocol-parameter]"
    ),
    (
      "\(flows)first_party: { begin: { any: { parameters: { a: { type: string, requests: [device] } } } } }\n",
      "7:75: error: 'requests' is ignored, because the step is the only request with 'a' [without-effect]"
    ),
    (
      "\(flows)first_party: { begin: { any: { parameters: { a: { const: \"{first_party}\" } } } } }\n",
      "7:58: error: 'first_party.begin.any.parameters.a.const': '{first_party}' isn't defined here"
    ),
  ]

  @Test(arguments: slips)
  func `Rules that contradict sign-ins without a browser are reported at their location`(
    yaml: String, expected: String
  ) {
    let found = findings(yaml)
    #expect(found.contains { $0.hasPrefix("acme.yaml:" + expected) }, "\(found)")
  }
}
