import AuthRuntime
import Testing

/// One dimension of authorization requests: a descriptor, and the query that the provider receives.
struct AuthorizationRequestRow: Sendable, CustomTestStringConvertible {
  var dimension: String
  var scenario: SignInScenario
  var query: String

  init(_ dimension: String, _ snippet: String, _ query: String, _ change: (inout SignInScenario) -> Void = { _ in }) {
    (self.dimension, self.query) = (dimension, query)
    scenario = SignInScenario(snippet, change)
  }

  var testDescription: String { dimension }
}

/// Without PKCE, a client must be confidential.
let withoutPKCE = """
  pkce: none
  client: { types: [confidential], callbacks: { custom_scheme: forbidden } }

  """

private let standard = "response_type=code&client_id=app&redirect_uri=http%3A%2F%2F127.0.0.1%3APORT%2Fcallback"
private let bound = "&state=STATE&code_challenge=CODE_CHALLENGE&code_challenge_method=S256"

@Suite struct `The parameters of an authorization request` {
  private static let parameters = [
    AuthorizationRequestRow(
      "D16 fixed parameters",
      #"authorize: { parameters: { v: { type: string, const: "1.0" }, who: { type: string, const: "{{{client_id}}}" } } }"#,
      "\(standard)&scope=a%20b\(bound)&v=1.0&who=%7Bapp%7D"),
    AuthorizationRequestRow(
      "D17 typed parameters, set and by default",
      """
      authorize:
        parameters:
          login_hint: { type: email }
          prompt: { type: set, values: [login, consent], delimiter: "+" }
          display: { type: enum, values: [page, popup], default: popup }
      """, "\(standard)&scope=a%20b\(bound)&login_hint=a%40b.example&prompt=login%2Bconsent&display=popup"
    ) { scenario in
      scenario.set("login_hint", "a@b.example")
      scenario.parameters.set("prompt", ["login", "consent"], delimiter: "+")
    },
    AuthorizationRequestRow(
      "D18 another name of client_id", "rename: { client_id: client_key }",
      standard.replacing("client_id", with: "client_key") + "&scope=a%20b" + bound),
    AuthorizationRequestRow(
      "D19 another name of redirect_uri", "rename: { redirect_uri: callback_url }",
      standard.replacing("redirect_uri", with: "callback_url") + "&scope=a%20b" + bound),
    AuthorizationRequestRow(
      "D20 another response type", "authorize: { response_type: Assertion }\nrename: { response_type: kind }",
      standard.replacing("response_type=code", with: "kind=Assertion") + "&scope=a%20b" + bound),
    AuthorizationRequestRow(
      "D20 no response type", "authorize: { omit: [response_type] }",
      standard.replacing("response_type=code&", with: "") + "&scope=a%20b" + bound),
    AuthorizationRequestRow(
      "D31 claims as JSON", "authorize: { parameters: { claims: { type: json } } }",
      "\(standard)&scope=a%20b\(bound)&claims=%7B%22id_token%22%3A%7B%22email%22%3Anull%7D%7D"
    ) { $0.set("claims", #"{"id_token":{"email":null}}"#) },
    AuthorizationRequestRow(
      "D78 a refresh token by parameters", "offline: { parameters: { access_type: offline, prompt: consent } }",
      "\(standard)&scope=a%20b\(bound)&access_type=offline&prompt=consent"
    ) { $0.parameters.asksForOfflineAccess = true },
    AuthorizationRequestRow(
      "D78 no refresh token unless the app requests it", "offline: { parameters: { access_type: offline } }",
      "\(standard)&scope=a%20b\(bound)"),
    AuthorizationRequestRow(
      "D77 a refresh token by a scope",
      "offline: { scope: offline.access }\nscopes: { values: { offline.access: { doc: Ask. } } }",
      "\(standard)&scope=a%20offline.access\(bound)"
    ) {
      $0.scopes = ["a"]
      $0.parameters.asksForOfflineAccess = true
    },
  ]

  @Test(arguments: parameters)
  func `The request has the parameters that the descriptor defines`(row: AuthorizationRequestRow) async throws {
    let transcript = try await row.scenario.signIn().transcript
    #expect(transcript.authorization == row.query)
  }

  private static let scopes = [
    AuthorizationRequestRow(
      "D21 scopes separated by commas", "scopes: { delimiter: ',' }", "\(standard)&scope=a%2Cb\(bound)"),
    AuthorizationRequestRow(
      "D22 scopes in another parameter", "scopes: { parameter: user_scope }", "\(standard)&user_scope=a%20b\(bound)"),
    AuthorizationRequestRow(
      "D22 scopes of another kind",
      """
      scopes:
        parameter: user_scope
        delimiter: ","
        groups:
          bot: { parameter: scope, delimiter: "+", case: botScopes }
          team: { parameter: team_scope, default: ["t:1", "t:2"], values: { "t:1": {}, "t:2": {} } }
      """, "\(standard)&user_scope=a%2Cb\(bound)&scope=x%2By&team_scope=t%3A1%2Ct%3A2"
    ) { $0.parameters.ask("bot", for: ["x", "y"]) },
    AuthorizationRequestRow("D23 no scopes", "scopes: none", standard + bound) { $0.scopes = [] },
    AuthorizationRequestRow("D23 omitted scopes", "authorize: { omit: [scope] }", standard + bound),
    AuthorizationRequestRow(
      "D24 required scopes come first, once", "scopes: { values: { b: { required: true }, z: { required: true } } }",
      "\(standard)&scope=b%20z%20a\(bound)"),
    AuthorizationRequestRow(
      "D25 scopes that are URLs or contain special characters", "",
      "\(standard)&scope=https%3A%2F%2Fapi.example.com%2Fa.b%20x%5By%5D%3A%C3%A9%2F%26%3D\(bound)"
    ) { $0.scopes = ["https://api.example.com/a.b", "x[y]:é/&="] },
  ]

  @Test(arguments: scopes)
  func `Scopes are encoded as the descriptor says`(row: AuthorizationRequestRow) async throws {
    let transcript = try await row.scenario.signIn().transcript
    #expect(transcript.authorization == row.query)
  }

  @Test(arguments: [
    (
      "scopes: none",
      ConfigurationFailure.invalidParameter("scope", expected: "omitted: the provider doesn't use scopes")
    ),
    ("", .unknownParameter("bot", known: [])),
  ]) func `A scope or parameter that the provider doesn't support is rejected`(
    snippet: String, failure: ConfigurationFailure
  ) async throws {
    var scenario = SignInScenario(snippet)
    if snippet.isEmpty { scenario.parameters.ask("bot", for: ["x"]) }
    let (found, transcript) = try await scenario.rejection()
    #expect(found == .configuration(failure))
    #expect(transcript.requests.isEmpty)
  }

  private static let shapes = [
    AuthorizationRequestRow(
      "D26 no state", "authorize: { state: none }",
      standard + "&scope=a%20b" + bound.replacing("&state=STATE", with: "")),
    AuthorizationRequestRow(
      "D26 another name of state", "rename: { state: memo }",
      standard + "&scope=a%20b" + bound.replacing("state=STATE", with: "memo=MEMO")),
    AuthorizationRequestRow(
      "D26 state in the redirect URI", "authorize: { state: redirect_uri }",
      standard + "%3Fstate%3DSTATE&scope=a%20b" + bound.replacing("&state=STATE", with: "")),
    AuthorizationRequestRow(
      "D26 state in the redirect URI, under another name",
      "authorize: { state: redirect_uri }\ncallback: { state: memo }",
      standard + "%3Fmemo%3DSTATE&scope=a%20b" + bound.replacing("&state=STATE", with: "")),
    AuthorizationRequestRow(
      "D28 a value that isn't encoded", "authorize: { encoding: { raw: [scope] } }",
      "\(standard)\(bound)&scope=https://a/b,%20c:d;%26%3D%23%25%2B%5Be%5D%C3%A9"
    ) { $0.scopes = ["https://a/b,", "c:d;&=#%+[e]é"] },
    AuthorizationRequestRow("D36 no PKCE", withoutPKCE, "\(standard)&scope=a%20b&state=STATE") {
      $0.clientSecret = Secret("s")
    },
    AuthorizationRequestRow(
      "D37 PKCE with the verifier itself", "pkce: plain",
      "\(standard)&scope=a%20b" + bound.replacing("S256", with: "plain")),
    AuthorizationRequestRow(
      "D37 PKCE in hexadecimal digits", "pkce: { send: S256, encoding: hex, provider: required }",
      "\(standard)&scope=a%20b\(bound)"),
    AuthorizationRequestRow(
      "D34 D35 D38 PKCE even if the provider ignores it", "pkce: { provider: ignored }",
      "\(standard)&scope=a%20b\(bound)"),
  ]

  @Test(arguments: shapes)
  func `State, encoding, and PKCE follow the descriptor`(row: AuthorizationRequestRow) async throws {
    let outcome = try await row.scenario.signIn()
    #expect(outcome.transcript.authorization == row.query)
    #expect(outcome.user.id == "user-1")
  }
}
