import Testing

@testable import AuthDescriptor

@Suite struct `Names on the wire` {
  private static let noName =
    "isn't a valid parameter name; use letters, digits, and any of _ - . ~ [ ] [invalid-wire-name]"
  private static let noHeader =
    "isn't a valid header name; use letters, digits, and any of ! # $ % & ' * + - . ^ _ ` | ~ [invalid-wire-name]"

  static let requests = [
    InvalidExample(
      "of the protocol, to request a refresh token", acme + "offline: { parameters: { state: a, redirect_uri: b } }\n",
      """
      6:26: error: 'state' is part of the protocol; 'offline.parameters.state' can't send it [protocol-parameter]
      """,
      """
      6:36: error: 'redirect_uri' is part of the protocol; 'offline.parameters.redirect_uri' can't send it \
      [protocol-parameter]
      """),
    InvalidExample(
      "of a parameter that is renamed to another",
      acme + "rename: { client_id: client_key }\nauthorize: { parameters: { client_key: { type: string } } }\n",
      "7:28: error: 'client_id' and 'client_key' would both be sent as 'client_key' [parameter-conflict]"),
    InvalidExample(
      "of groups of scopes",
      acme + """
        scopes: { groups: { g: { parameter: client_id }, h: { parameter: prompt }, i: { parameter: scope } } }

        """,
      "6:26: error: 'client_id' is part of the protocol; 'scopes.groups.g.parameter' can't send it [protocol-parameter]",
      "6:55: error: 'prompt' and 'scopes.groups.h' would both be sent as 'prompt' [parameter-conflict]",
      "6:81: error: 'scopes' and 'scopes.groups.i' would both be sent as 'scope' [parameter-conflict]"),
    InvalidExample(
      "of a parameter that is renamed to a protocol parameter", acme + "rename: { prompt: state }\n",
      """
      6:11: error: 'state' is part of the protocol; 'rename.prompt' can't send it [protocol-parameter]
      """),
    InvalidExample(
      "of protocol parameters, renamed to each other",
      acme + "rename: { state: client_id, nonce: x, redirect_uri: x }\n",
      "6:11: error: 'client_id' and 'state' would both be sent as 'client_id' [parameter-conflict]",
      "6:29: error: 'redirect_uri' and 'nonce' would both be sent as 'x' [parameter-conflict]"),
    InvalidExample(
      "of a token request", acme + "rename: { code_verifier: code }\n",
      "6:11: error: 'code' and 'code_verifier' would both be sent as 'code' [parameter-conflict]"),
    InvalidExample(
      "of scopes and the state", acme + "scopes: { parameter: state }\n",
      "6:11: error: 'state' and 'scopes' would both be sent as 'state' [parameter-conflict]"),
    InvalidExample(
      "with invalid characters",
      acme + "scopes: { parameter: \"sco pe\" }\nrename: { nonce: \"a b\" }\ntoken: { parameters: { \"c d\": e } }\n",
      "6:11: error: 'sco pe' \(noName)", "7:11: error: 'a b' \(noName)", "8:24: error: 'c d' \(noName)"),
    InvalidExample(
      "of a swap", acme + "rename: { client_id: appid, nonce: client_id }\n"),
    InvalidExample(
      "that request a refresh token and are declared",
      acme + "offline: { parameters: { prompt: consent } }\n"),
  ]

  static let callbacks = [
    InvalidExample(
      "of the code", acme + "callback: { code: state }\n",
      "6:13: error: 'callback.state' and 'callback.code' would both be read from 'state' [parameter-conflict]"),
    InvalidExample(
      "of the error", acme + "callback: { error: code }\n",
      "6:13: error: 'callback.code' and 'callback.error' would both be read from 'code' [parameter-conflict]"),
    InvalidExample(
      "of a field", acme + "callback: { fields: { code: { type: string }, iss: { type: string } } }\n",
      "6:23: error: 'callback.code' and 'callback.fields.code' would both be read from 'code' [parameter-conflict]",
      "6:47: error: 'iss' and 'callback.fields.iss' would both be read from 'iss' [parameter-conflict]"),
  ]

  static let headers = [
    InvalidExample(
      "with a line break", acme + "token: { headers: { \"X\\r\\nEvil: 1\": a, X-B: \"a\\r\\nb\" } }\n",
      "6:21: error: 'X\\nEvil: 1' \(noHeader)",
      "6:45: error: the value of a header must not contain a control character, such as a line break [invalid-wire-name]"
    ),
    InvalidExample(
      "of HTTP headers", acme + "userinfo: { headers: { Host: b, content-length: \"1\" } }\n",
      "6:24: error: 'Host' is part of HTTP; a descriptor can't set it [protocol-parameter]",
      "6:33: error: 'content-length' is part of HTTP; a descriptor can't set it [protocol-parameter]"),
    InvalidExample(
      "of the client's proof",
      acme + "token: { headers: { authorization: c } }\nrefresh: { headers: { Authorization: c } }\n",
      """
      6:21: error: 'authorization' in 'token.headers' would replace a header that the client sends \
      [parameter-conflict]
      """,
      """
      7:23: error: 'Authorization' in 'refresh.headers' would replace a header that the client sends \
      [parameter-conflict]
      """),
    InvalidExample(
      "with the client secret, for every URL that the app passes",
      acme + """
        headers: { X-A: "{client_secret}", X-B: "{client_id}" }
        api: { headers: { X-C: "{derive.basic}", X-D: "{derive.proof}" } }
        derive:
          basic: "base64({client_secret})"
          proof: "hmac_sha256_hex({access_token}, {client_secret})"

        """,
      "6:12: error: '{client_secret}' contains the client secret, but the client sends 'headers' to every URL that the "
        + "app passes; use the headers of a request, such as 'token.headers' [secret-in-api-header]",
      "7:19: error: '{derive.basic}' contains the client secret, but the client sends 'api.headers' to every URL that the "
        + "app passes; use the headers of a request, such as 'token.headers' [secret-in-api-header]"),
    InvalidExample(
      "of the token",
      acme + "userinfo: { headers: { Authorization: c } }\napi: { token: { header: X-T }, headers: { x-t: c } }\n",
      """
      6:24: error: 'Authorization' in 'userinfo.headers' would replace a header that the client sends \
      [parameter-conflict]
      """,
      "7:43: error: 'x-t' in 'api.headers' would replace a header that the client sends [parameter-conflict]"),
    InvalidExample(
      "in different case", acme + "token: { headers: { x-a: d, X-A: e } }\n",
      "6:29: error: 'X-A' is already in 'token.headers', with different capitalization [parameter-conflict]"),
    InvalidExample(
      "of single keys",
      acme + """
        api: { token: { header: "X Y" } }
        client: { types: [public, confidential], authentication: [secret_header], secret_header: "a:b" }

        """,
      "6:25: error: 'X Y' \(noHeader)", "7:90: error: 'a:b' \(noHeader)"),
    InvalidExample(
      "that carry a token that nothing else carries",
      acme + """
        userinfo: { token: none, headers: { Authorization: "Key {access_token}" } }
        token: { second_exchange: { headers: { Authorization: "Bearer {access_token}" } } }

        """),
    InvalidExample(
      "next to a secret in the body",
      acme + "client: { authentication: [client_secret_post] }\ntoken: { headers: { Authorization: c } }\n"),
  ]

  private static let noMember = """
    in 'userinfo.body' isn't a valid member name; use a name without braces, or write 'userinfo.body' as one string \
    [invalid-wire-name]
    """

  static let members = [
    InvalidExample(
      "with braces", acme + "userinfo: { method: POST, body: { \"a{b}\": c, \"d}\": e, \"{{f}}\": g } }\n",
      "6:35: error: 'a{b}' \(noMember)", "6:46: error: 'd}' \(noMember)", "6:55: error: '{{f}}' \(noMember)"),
    InvalidExample(
      "with a value that isn't a template", acme + "userinfo: { method: POST, body: { query: \"{ me\" } }\n",
      """
      6:42: error: 'userinfo.body.query': unbalanced brace; to write a literal brace, double it [invalid-expression]
      """),
    InvalidExample(
      "in a string that isn't a template", acme + "userinfo: { method: POST, body: \"{ me\" }\n",
      "6:33: error: 'userinfo.body': unbalanced brace; to write a literal brace, double it [invalid-expression]"),
    InvalidExample(
      "that JSON allows",
      acme + "userinfo: { method: POST, body: { \"$filter by\": \"{{ me }}\", token: \"{access_token}\" } }\n"),
  ]

  @Test(arguments: requests + callbacks + headers + members)
  func `Names on the wire are unique within a request or a response`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }
}
