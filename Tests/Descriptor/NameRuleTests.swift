import Testing

@testable import AuthDescriptor

@Suite struct `The rules about names in Swift` {
  @Test(arguments: names)
  func `The rules about Swift names report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  private static func parameter(_ text: String) -> String {
    acme + "authorize:\n  parameters:\n    \(text)\n"
  }

  static let names = [
    InvalidExample(
      "two parameters with one name", parameter("a_b: { type: string }\n    a-b: { type: string }"),
      """
      9:5: error: 'a_b' and 'a-b' would both become 'aB' in signIn [name-conflict]
      9:5: note: set another name with 'case:'
      """),
    InvalidExample(
      "name that signIn already has", parameter("timeout: { type: string }"),
      """
      8:5: error: 'timeout' would become 'timeout', which is already a name in signIn [name-conflict]
      8:5: note: set another name with 'case:'
      """),
    InvalidExample(
      "variable that the initializer already has", acme.replacing("domain", with: "environment"),
      """
      4:14: error: 'environment' would become 'environment', which is already a name in the initializer [name-conflict]
      4:14: note: set another name with 'case:'
      """),
    InvalidExample(
      "variable that an API's initializer already has",
      acme.replacing("domain", with: "cache") + "access_token: { format: jwt }\n",
      """
      4:14: error: 'cache' would become 'cache', which is already a name in the initializer [name-conflict]
      4:14: note: set another name with 'case:'
      """),
    InvalidExample(
      "parameter that a back end's method already has", parameter("target: { type: string, case: redirectURI }"),
      """
      8:5: error: 'target' would become 'redirectURI', which is already a name in signIn [name-conflict]
      8:5: note: set another name with 'case:'
      """),
    InvalidExample(
      "enumeration that hides a type", parameter("user: { type: enum, values: [a] }"),
      """
      8:5: error: 'user' would become the type 'User', which already exists [name-conflict]
      8:5: note: set another name with 'case:'
      """),
    InvalidExample(
      "enumeration with a case that hides a type", parameter("x: { type: enum, case: client, values: [a] }"),
      """
      8:5: error: 'x' would become the type 'Client', which already exists [name-conflict]
      8:5: note: set another name with 'case:'
      """),
    InvalidExample(
      "enumeration of a variable that hides a type",
      acme.replacing("example: acme.example.com }", with: "example: a.b }, user: { values: [a] }")
        .replacing("https://{domain}", with: "https://{domain}/{user}"),
      """
      4:52: error: 'user' would become the type 'User', which already exists [name-conflict]
      4:52: note: set another name with 'case:'
      """),
    InvalidExample("enumeration of durations", parameter("duration: { type: enum, values: [permanent] }")),
    InvalidExample(
      "constant without a type, and other parameter without one",
      parameter("kind: { const: web }\n    hint: { doc: A hint. }"),
      """
      9:5: error: 'authorize.parameters.hint.type' is missing; expected one of string, bool, int, seconds, url, email, \
      json, enum, set, list, locales, or the key 'const' [missing-key]
      """),
    InvalidExample(
      "value that begins with a digit", parameter("hint: { type: enum, values: [2fa] }"),
      """
      8:25: error: '2fa' isn't a valid Swift name; use a lowercase letter followed by letters and digits \
      [invalid-identifier]
      8:25: note: set another name with 'case:'
      """),
    InvalidExample(
      "case that isn't an identifier", acme + "errors: { oops: { recovery: retry, case: \"a; b\" } }\n",
      """
      6:11: error: 'a; b' isn't a valid Swift name; use a lowercase letter followed by letters and digits \
      [invalid-identifier]
      6:11: note: set another name with 'case:'
      """),
    InvalidExample(
      "two errors with one case",
      acme + "errors: { a: { recovery: retry, case: x }, b: { recovery: retry, case: x } }\n",
      """
      6:44: error: 'a' and 'b' would both become 'x' in ErrorCode [name-conflict]
      6:44: note: set another name with 'case:'
      """),
    InvalidExample(
      "claim that hides a standard one", acme + "claims: { custom: { email: { claim: mail, type: string } } }\n",
      """
      6:21: error: 'email' would become 'email', which is already a name in User [name-conflict]
      6:21: note: use another key, because a claim's key is its Swift name
      """),
    InvalidExample(
      "type that hides another one", acme + "swift: { type: String }\n",
      """
      6:10: error: 'String' is already a name in generated code [name-conflict]
      6:10: note: set another name with 'swift.type'
      """),
    InvalidExample(
      "type with a lowercase letter", acme + "swift: { type: acme }\n",
      """
      6:10: error: 'acme' isn't a valid name for a Swift type; use letters and digits, such as 'AcmeLogin' \
      [invalid-identifier]
      6:10: note: set another name with 'swift.type'
      """),
    InvalidExample(
      "id that begins with a digit", acme.replacing("id: acme", with: "id: 1a"),
      "2:1: error: '1a' isn't a valid ID; use lowercase letters, digits, and hyphens, such as 'acme-login' [invalid-identifier]"
    ),
    InvalidExample(
      "id that is a Swift type", acme.replacing("id: acme", with: "id: type"),
      "2:1: warning: the ID 'type' differs from the file name 'acme'; rename one of them [id-file-mismatch]",
      """
      2:1: error: 'Type' is already a name in generated code [name-conflict]
      2:1: note: set another name with 'swift.type'
      """),
    InvalidExample(
      "id with an uppercase letter", acme.replacing("id: acme", with: "id: Acme"),
      """
      2:1: error: 'Acme' isn't a valid ID; use lowercase letters, digits, and hyphens, such as 'acme-login' \
      [invalid-identifier]
      """),
    InvalidExample(
      "id that differs from the file's name", acme.replacing("id: acme", with: "id: other"),
      "2:1: warning: the ID 'other' differs from the file name 'acme'; rename one of them [id-file-mismatch]"),
  ]
}

@Suite struct `Swift names` {
  @Test(arguments: [
    ("acr_values", "acrValues"), ("client_id", "clientID"), ("organization_id", "organizationID"),
    ("read:timesheets", "readTimesheets"), ("returnTo", "returnTo"), ("URL", "url"), ("id", "id"), ("", ""),
    ("login.gov", "loginGov"), ("登录", ""), ("CODE_EXPIRED", "codeExpired"), ("INVALID_URL", "invalidURL"),
    ("AADSTS50011", "aadsts50011"), ("enable_SSO", "enableSSO"), ("X_1", "x1"),
  ]) func `Swift names are in lower camel case`(_ name: String, _ expected: String) {
    #expect(SwiftName.lowerCamel(name) == expected)
  }

  @Test(arguments: [
    ("screen_hint", "ScreenHint"), ("microsoft-entra-id", "MicrosoftEntraID"), ("auth0", "Auth0"),
    ("ACR_VALUES", "AcrValues"),
  ])
  func `Swift names are in upper camel case for types`(_ name: String, _ expected: String) {
    #expect(SwiftName.upperCamel(name) == expected)
  }
}
