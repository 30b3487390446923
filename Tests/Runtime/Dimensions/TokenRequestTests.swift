import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// One dimension of token requests: a descriptor, and the bytes that the provider receives.
struct TokenRequestRow: Sendable, CustomTestStringConvertible {
  var dimension: String
  var scenario: SignInScenario
  var path: String
  var request: String

  init(
    _ dimension: String, _ snippet: String, at path: String = "/token", _ request: String,
    _ change: (inout SignInScenario) -> Void = { _ in }
  ) {
    (self.dimension, self.path, self.request) = (dimension, path, request)
    scenario = SignInScenario(snippet, change)
  }

  var testDescription: String { dimension }
}

/// A POST of a form, with its request line and header fields.
func form(_ body: String, authorization: String? = nil, _ more: String...) -> String {
  let fields = ["accept: application/json"] + (authorization.map { ["authorization: \($0)"] } ?? [])
  return (["POST /token"] + fields + ["content-type: application/x-www-form-urlencoded"] + more + ["", body])
    .joined(separator: "\n")
}

private let code = "grant_type=authorization_code&code=code-1&redirect_uri=http%3A%2F%2F127.0.0.1%3APORT%2Fcallback"
private let verifier = "&code_verifier=CODE_VERIFIER"
private let secret: @Sendable (inout SignInScenario) -> Void = { $0.clientSecret = Secret("s p:ä") }

@Suite struct `Client authentication` {
  private static let rows = [
    TokenRequestRow("D48 the client ID alone", "", form(code + verifier + "&client_id=app")),
    TokenRequestRow(
      "D46 by HTTP Basic", "client: { authentication: client_secret_basic }",
      form(code + verifier, authorization: basic("app:s%20p%3A%C3%A4")), secret),
    TokenRequestRow(
      "D47 in the body", "client: { authentication: [client_secret_post, client_secret_basic] }",
      form(code + verifier + "&client_id=app&client_secret=s%20p%3A%C3%A4"), secret),
    TokenRequestRow(
      "D48 secret forbidden", "client: { authentication: none }", form(code + verifier + "&client_id=app"), secret),
    TokenRequestRow(
      "D49 secret alone in the body", "client: { authentication: secret_post_only }",
      form(code + verifier + "&client_secret=s%20p%3A%C3%A4"), secret),
    TokenRequestRow(
      "D49 secret as Basic's user", "client: { authentication: secret_basic_user }",
      form(code + verifier, authorization: basic("s%20p%3A%C3%A4:")), secret),
    TokenRequestRow(
      "D49 secret in a header", "client: { authentication: secret_header, secret_header: X-App-Secret }",
      form(code + verifier + "&client_id=app", "x-app-secret: sesame")
    ) { $0.clientSecret = Secret("sesame") },
    TokenRequestRow(
      "D50 Basic without encoding", "client: { basic: { encode: false } }",
      form(code + verifier, authorization: basic("app:s p:ä")), secret),
    TokenRequestRow(
      "D50 Basic with an empty secret", "client: { basic: { empty_secret: true } }",
      form(code + verifier, authorization: basic("app:"))),
    TokenRequestRow(
      "D50 Basic and the client ID in the body", "client: { basic: { client_id_in_body: true } }",
      form(code + verifier + "&client_id=app", authorization: basic("app:s%20p%3A%C3%A4")), secret),
    TokenRequestRow(
      "D55 client ID and secret under other names",
      "rename: { client_id: appid, client_secret: secret, code: auth_code }\nclient: { authentication: client_secret_post }",
      form(
        code.replacing("code=code-1", with: "auth_code=code-1") + verifier + "&appid=app&secret=s%20p%3A%C3%A4"), secret
    ),
  ]

  @Test(arguments: rows)
  func `A client authenticates as the descriptor says`(row: TokenRequestRow) async throws {
    let transcript = try await row.scenario.signIn().transcript
    #expect(transcript.request(row.path) == row.request)
  }
}

@Suite struct `The contents of a token request` {
  private static let query = code + verifier + "&client_id=app"

  private static let rows = [
    TokenRequestRow(
      "D53 JSON", "token: { encoding: json, grant_type: none }",
      #"""
      POST /token
      accept: application/json
      content-type: application/json

      {"client_id":"app","code":"code-1","code_verifier":"CODE_VERIFIER","redirect_uri":"http://127.0.0.1:PORT/callback"}
      """#),
    TokenRequestRow("D54 GET", "token: { method: GET }", "GET /token?\(query)\naccept: application/json"),
    TokenRequestRow(
      "D54 a query by POST", "token: { encoding: query }",
      "POST /token?\(query)\naccept: application/json\ncontent-type: application/x-www-form-urlencoded"),
    TokenRequestRow(
      "D56 no grant type", "token: { grant_type: none }",
      form(query.replacing("grant_type=authorization_code&", with: ""))),
    TokenRequestRow(
      "D56 another grant type, renamed", "token: { grant_type: 'urn:x:Assertion' }\nrename: { grant_type: kind }",
      form(query.replacing("grant_type=authorization_code", with: "kind=urn%3Ax%3AAssertion"))),
    TokenRequestRow(
      "D57 no redirect URI", "token: { omit: [redirect_uri] }",
      form(query.replacing("&redirect_uri=http%3A%2F%2F127.0.0.1%3APORT%2Fcallback", with: ""))),
    TokenRequestRow("D57 no client ID", "token: { omit: [client_id] }", form(code + verifier)),
    TokenRequestRow(
      "D58 fixed parameters", #"token: { parameters: { expiring: "1", app: "x{{y}}" } }"#,
      form("\(query)&app=x%7By%7D&expiring=1")),
    TokenRequestRow(
      "D59 fixed headers", #"token: { headers: { Accept: text/plain, X-Client: "{client_id}", User-Agent: me } }"#,
      form(query, "user-agent: me", "x-client: app").replacing("application/json", with: "text/plain")),
    TokenRequestRow(
      "D60 a callback field, and D61 the scopes",
      #"""
      callback: { fields: { device_id: { type: string } } }
      token: { parameters: { device: "{callback.device_id}", scope: "{scope}" } }
      """#, form(query + "&device=d%201&scope=a%20b")
    ) { $0.script.callback = { $0.append((name: "device_id", value: "d 1")) } },
    TokenRequestRow(
      "D08 the client ID in the path and the query",
      #"server: { token_endpoint: "https://id.example.com/c/{client_id}?id={client_id}" }"#,
      at: "/c/app", form(query).replacing("POST /token", with: "POST /c/app?id=app")
    ) { $0.respond("/c/app", #"{"access_token":"t"}"#) },
    TokenRequestRow(
      "D118 a setting of the app",
      #"""
      client: { settings: { api_key: { type: string, secret: true } } }
      token: { headers: { X-Key: "{settings.api_key}" }, parameters: { key: "{settings.api_key}" } }
      """#, form(query + "&key=k%26y", "x-key: k&y")
    ) { $0.settings = ["api_key": Secret("k&y")] },
  ]

  @Test(arguments: rows)
  func `A token request is sent as the descriptor says`(row: TokenRequestRow) async throws {
    let transcript = try await row.scenario.signIn().transcript
    #expect(transcript.request(row.path) == row.request)
  }

  private static let derived = [
    TokenRequestRow(
      "D52 a hash of the secret",
      #"""
      derive: { proof: "hmac_sha256_hex({code}, {client_secret})", hash: "sha256hex({client_secret})" }
      token: { parameters: { proof: "{derive.proof}", hash: "{derive.hash}" } }
      """#,
      form(
        code + verifier + "&hash=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
          + "&proof=PROOF", authorization: basic("app:foo"))),
    TokenRequestRow(
      "D52 a signature over the sorted parameters and the time",
      #"""
      derive: { t: "unix_ms()", all: "sorted_query(code, client_id, derive.t)", sign: "base64({derive.all})" }
      token: { omit: [code_verifier, redirect_uri], parameters: { t: "{derive.t}", sign: "{derive.sign}" } }
      """#,
      form(
        "grant_type=authorization_code&code=code-1&sign="
          + "Y2xpZW50X2lkPWFwcCZjb2RlPWNvZGUtMSZ0PTE3MDAwMDAwMDAwMDA%3D&t=1700000000000",
        authorization: basic("app:foo"))),
  ]

  @Test(arguments: derived)
  func `Parameters of a token request may be computed`(row: TokenRequestRow) async throws {
    var scenario = row.scenario
    scenario.clientSecret = Secret("foo")
    scenario.now = { Date(timeIntervalSince1970: 1_700_000_000) }
    let transcript = try await scenario.signIn().transcript
    #expect(
      transcript.request("/token") == row.request.replacing("PROOF", with: Hex.hmacSHA256(of: "code-1", key: "foo")))
  }

  @Test func `A random value is the same in every part of the request (D52)`() async throws {
    let scenario = SignInScenario(
      #"""
      derive: { id: "uuid()", sign: "base64({derive.id})" }
      token: { parameters: { id: "{derive.id}", sign: "{derive.sign}" }, headers: { X-Id: "{derive.id}" } }
      """#)
    let first = try await scenario.signIn().transcript.requests.first { $0.path == "/token" }
    let request = try #require(first)
    let fields = Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { $1 }
    let id = try #require(fields["id"])
    #expect(UUID(uuidString: id) != nil)
    #expect(request.headers["x-id"] == id)
    #expect(fields["sign"] == Data(id.utf8).base64EncodedString())
  }
}
