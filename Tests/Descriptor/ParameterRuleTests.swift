import Testing

@testable import AuthDescriptor

@Suite struct `The rules about parameters` {
  @Test(arguments: parameters + logouts)
  func `The rules about parameters report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  private static func parameter(_ text: String) -> String {
    acme + "authorize:\n  parameters:\n    \(text)\n"
  }

  private static let plain = """
    schema: 1
    id: acme
    name: Acme
    user: none
    server: { authorization_endpoint: "https://acme.example/authorize", token_endpoint: "https://acme.example/token" }

    """

  static let parameters = [
    InvalidExample(
      "parameter of the protocol", parameter("state: { type: string }"),
      "8:5: error: 'state' is part of the protocol; a descriptor can't set it [protocol-parameter]"),
    InvalidExample(
      "constant nonce with an ID token", parameter("nonce: { const: a }"),
      "8:5: error: 'nonce' is part of the protocol; a descriptor can't set it [protocol-parameter]"),
    InvalidExample(
      "constant nonce without an ID token", plain + "authorize: { parameters: { nonce: { const: a } } }\n"),
    InvalidExample(
      "nonce of the app", plain + "authorize: { parameters: { nonce: { type: string } } }\n",
      "6:28: error: 'nonce' is part of the protocol; only 'const' can set it [protocol-parameter]"),
    InvalidExample("constant request that isn't signed", parameter("request: { const: authorize }")),
    InvalidExample(
      "constant request next to signed ones",
      acme + "client: { authentication: private_key_jwt }\n"
        + "authorize: { request_object: by_value, parameters: { request: { const: authorize } } }\n",
      "7:54: error: 'request' is part of the protocol; a descriptor can't set it [protocol-parameter]"),
    InvalidExample(
      "action in the query of the page",
      plain.replacing("/authorize", with: "/authorize?request=authorize&nonce=1")),
    InvalidExample(
      "parameter with a space", parameter("\"a b\": { type: string }"),
      "8:5: error: 'a b' isn't a valid parameter name; use letters, digits, and any of _ - . ~ [ ] [invalid-wire-name]"),
    InvalidExample(
      "parameter that requires an unknown one", parameter("invitation: { type: string, requires: [organisation] }"),
      """
      8:33: error: 'invitation' requires 'organisation', which isn't another parameter [unknown-parameter]
      """),
    InvalidExample(
      "enum without values", parameter("hint: { type: enum }"),
      "8:5: error: 'hint' is of type enum, which requires 'values' [empty-values]"),
    InvalidExample(
      "values without enum", parameter("hint: { type: string, values: [a] }"),
      "8:27: error: 'values' requires the type enum or set, but 'hint' is of type string [values-without-enum]"),
    InvalidExample(
      "value with a space", parameter("hint: { type: set, values: [\"a b\"] }"),
      "8:24: error: the value 'a b' of 'hint' must not be empty or contain a space [invalid-wire-name]"),
    InvalidExample(
      "the case none in an optional parameter",
      parameter("hint: { type: enum, values: { none: Nothing., all: All. } }"),
      """
      8:35: error: a case 'none' would be mistaken for a missing value [optional-none-case]
      8:35: note: set another name with 'case:'
      """),
    InvalidExample(
      "the case none with another name", parameter("hint: { type: enum, values: { none: { case: nothing } } }")),
    InvalidExample("the case none in a set", parameter("hint: { type: set, values: [none, all] }")),
    InvalidExample(
      "omission of an unknown parameter", acme + "authorize: { omit: [maxage] }\n",
      "6:21: error: 'omit' contains 'maxage', which isn't a parameter of a family; did you mean 'max_age'? [unknown-parameter]"
    ),
  ]

  static let logouts = [
    InvalidExample(
      "parameters with one name",
      acme + "logout: { redirect_parameter: state, parameters: { a: b }, flags: { a: {} } }\n",
      "6:11: error: 'redirect_parameter' and the state would both be sent as 'state' [logout-parameter-conflict]",
      "6:69: error: 'flags' and 'parameters' would both be sent as 'a' [logout-parameter-conflict]"),
    InvalidExample(
      "parameters that the protocol sends",
      acme + "logout: { parameters: { id_token_hint: a, post_logout_redirect_uri: b } }\n",
      "6:25: error: 'parameters' and the ID token would both be sent as 'id_token_hint' [logout-parameter-conflict]",
      """
      6:43: error: 'parameters' and 'redirect_parameter' would both be sent as 'post_logout_redirect_uri' \
      [logout-parameter-conflict]
      """),
  ]
}
