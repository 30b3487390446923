import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `The rules for access tokens` {
  @Test(arguments: [
    InvalidExample(
      "key that could also sign", acme + "access_token: { format: jwt, algorithms: [ES256, HS256] }\n",
      """
      6:30: error: 'HS256' isn't allowed for access tokens, because an API that can verify it could also sign tokens \
      (RFC 9068 §4) [hmac-without-secret]
      """),
    InvalidExample(
      "template instead of a path", acme + "access_token: { format: jwt, client_id: \"app-{azp}\", scopes: scp }\n",
      "6:41: error: expected paths, such as 'scope' or 'scope | scopes' [invalid-expression]"),
  ])
  func `Rules with which an API couldn't verify a token are rejected`(_ example: InvalidExample) {
    #expect(findings(example.yaml) == example.findings)
  }
}
