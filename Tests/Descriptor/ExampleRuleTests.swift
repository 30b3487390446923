import Testing

@testable import AuthDescriptor

@Suite struct `Examples of a descriptor` {
  private static let signed = """
    client: { types: [confidential], exchange: backend }
    callback: { signature: { parameter: hmac, algorithm: hmac_sha256_hex, key: client_secret } }

    """

  static let slips = [
    InvalidExample(
      "that aren't JSON", acme + "examples: { userinfo: nonsense, emails: zzz, id_token: 5 }\n",
      "6:13: error: the example 'userinfo' doesn't contain an object at 'userinfo.root' [invalid-example]",
      "6:33: error: the example 'emails' isn't used, because 'userinfo.further_requests' is empty [invalid-example]",
      "6:46: error: the example 'id_token' isn't a map of claims [invalid-example]"),
    InvalidExample(
      "of an additional request",
      acme + """
        userinfo: { further_requests: [{ endpoint: "https://{domain}/m", root: items, map: { email: mail } }] }
        examples: { emails: '[]' }

        """,
      "7:13: error: the example 'emails' doesn't contain a value at the root of 'userinfo.further_requests' [invalid-example]"
    ),
    InvalidExample(
      "that is an error", acme + "examples: { userinfo: '{\"error\":\"x\"}' }\n",
      "6:13: error: the example 'userinfo' is an error according to 'userinfo.error' [invalid-example]"),
    InvalidExample(
      "of a callback",
      acme + """
        callback: { fields: { n: { type: int }, u: { type: url, optional: true }, e: { type: string, equals: "{domain}" } } }
        examples: { callback: "code=a&n=x&u=b&e=c&state=s" }

        """,
      "7:13: error: the example 'callback' contains 'x' as 'n', which must be of type int [invalid-example]",
      "7:13: error: the example 'callback' contains 'b' as 'u', which must be of type url [invalid-example]",
      "7:13: error: the example 'callback' contains 'c' as 'e'; only 'acme.example.com' is accepted [invalid-example]"),
    InvalidExample(
      "of a callback without a state",
      acme + "examples: { callback: code=a, callback_error: error=x }\n",
      "6:13: error: the example 'callback' doesn't contain 'state' [invalid-example]",
      "6:31: error: the example 'callback_error' doesn't contain 'state' [invalid-example]"),
    InvalidExample(
      "of a callback whose state has another name",
      acme + "callback: { state: st }\nexamples: { callback: \"code=a&st=s\" }\n"),
    InvalidExample(
      "of a callback whose state has another name only in requests",
      acme + "rename: { state: st }\nexamples: { callback: \"code=a&st=s\" }\n",
      "7:13: error: the example 'callback' doesn't contain 'state' [invalid-example]"),
    InvalidExample(
      "of a second exchange that completes the values of the first",
      acme + """
        token: { second_exchange: { endpoint: "https://{domain}/long", response: { root: data } } }
        examples:
          token: '{"access_token":"a","expires_in":60,"token_type":"Bearer"}'
          second_token: '{"data":{"access_token":"b","scope":"x","token_type":"Bearer"}}'
          expect: { scopes: [x], expires_in: 60 }

        """),
    InvalidExample(
      "of a second exchange that the descriptor doesn't have",
      acme + "examples: { second_token: '{\"access_token\":\"b\"}' }\n",
      "6:13: error: the example 'second_token' isn't used, because 'token.second_exchange' is missing [invalid-example]"
    ),
    InvalidExample(
      "of a callback without a signature",
      acme + signed + "examples: { callback: \"code=a&state=s\" }\n",
      "8:13: error: the example 'callback' doesn't contain the signature 'hmac' [invalid-example]"),
    InvalidExample(
      "of a callback with an invalid signature",
      acme + signed + "examples: { callback: \"code=a&state=s&hmac=ABC\" }\n",
      "8:13: error: the example 'callback' contains 'ABC' as 'hmac', which must be a signature of 64 lowercase hexadecimal digits [invalid-example]"
    ),
    InvalidExample(
      "of a signed callback",
      acme + signed + "examples: { callback: \"code=a&state=s&hmac=\(String(repeating: "0f", count: 32))\" }\n"),
    InvalidExample(
      "of a valid callback",
      acme + """
        callback: { fields: { n: { type: int }, e: { type: string, equals: "{domain}" } } }
        examples: { callback: "code=a&n=7&e=acme.example.com&state=s" }

        """),
  ]

  @Test(arguments: slips) func `Examples are validated as a client reads them`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test func `Examples keep numbers as written`() throws {
    let yaml = acme + "examples: { id_token: { a: -1, b: 0.5, c: 1e3, d: \"2\", e: 1.2.3, f: true, g: 0x1F } }\n"
    let claims = try load(yaml).descriptor.examples.idToken
    #expect(claims == #"{"a":-1,"b":0.5,"c":1e3,"d":"2","e":"1.2.3","f":true,"g":"0x1F"}"#)
  }
}
