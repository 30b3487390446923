import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// Every secret in these sign-ins contains this word, and no failure may contain it.
private let word = "hunter2"

@Suite struct `Secrets and values in requests` {
  private static let everything = #"""
    variables: { home: { kind: url, from: token.home, allow: ["*.a.example"] } }
    client:
      authentication: secret_header
      secret_header: X-Secret
      settings: { api_key: { type: string, secret: true } }
    derive: { proof: "hmac_sha256_hex({code}, {client_secret})" }
    token: { method: GET, headers: { X-Key: "{settings.api_key}" }, parameters: { proof: "{derive.proof}" } }
    userinfo: { token: none, endpoint: "https://a.example/{access_token}/me", parameters: { t: "{access_token}" } }
    """#

  private static let responses: [(path: String, ScriptedResponse)] = [
    ("/token", .html("<p>\(word)</p>", status: 500)), ("/token", .json(#"{"access_token":["\#(word)"]}"#)),
    ("/token", .json(#"{"access_token":"\#(word)","token_type":"mac"}"#)),
    ("/token", .json(#"{"access_token":"\#(word)","home":"https://\#(word).example"}"#)),
    ("/token", .redirect(to: "https://\(word).example/")), ("/token", .json(#"{"access_token":"\#(word)"#).truncated),
    ("/\(word)/me", .html(word, status: 404)), ("/\(word)/me", .json(#"["\#(word)"]"#)),
    ("/\(word)/me", .json(#"{"name":"\#(word)"}"#)), ("/\(word)/me", .redirect(to: "https://\(word).example/")),
    ("/\(word)/me", .json(#"{"id":"\#(word)""#).truncated),
  ]

  @Test(arguments: responses.indices)
  func `No failure shows a secret`(index: Int) async throws {
    let (path, response) = Self.responses[index]
    var scenario = SignInScenario(Self.everything)
    scenario.clientSecret = Secret("secret-\(word)")
    scenario.settings = ["api_key": Secret("key-\(word)")]
    scenario.script.callback = { pairs in pairs[0].value = "code-\(word)" }
    scenario.respond("/token", #"{"access_token":"\#(word)"}"#)
    scenario.respond(path, response)
    let (failure, transcript) = try await scenario.rejection()
    let failed = try #require(failure)
    var text = "\(failed) \(String(reflecting: failed)) \(failed.recovery)"
    dump(failed, to: &text)
    #expect(!text.contains(word))
    #expect(transcript.request(path) != nil)
  }

  @Test(arguments: ["{client_secret}", "{settings.x}", "%7Bclient_id%7D", "}}{{", "{"])
  func `Braces in values aren't placeholders`(value: String) async throws {
    var scenario = SignInScenario(
      #"""
      authorize: { parameters: { hint: { type: string } } }
      callback: { fields: { f: { type: string } } }
      token: { parameters: { a: "{callback.f}", b: "{scope}" } }
      userinfo: { parameters: { n: "{token.n}" } }
      """#)
    scenario.clientSecret = Secret(word)
    scenario.scopes = [value]
    scenario.set("hint", value)
    scenario.script.callback = { $0.append((name: "f", value: value)) }
    scenario.script.tokens = { $0["n"] = .string(value) }
    let transcript = try await scenario.signIn().transcript
    let escaped = FormEncoding.escape(value)
    #expect(transcript.authorization?.hasSuffix("&hint=" + escaped) == true)
    #expect(transcript.tokenBody?.hasSuffix("&a=\(escaped)&b=\(escaped)") == true)
    #expect(transcript.requests.last?.query == "n=" + escaped)
  }

  @Test(arguments: ["\"", "\\", "\u{0}", "\n\"}", "é\u{2028}"])
  func `A value can't end a string in a JSON body`(value: String) async throws {
    var scenario = SignInScenario(#"userinfo: { method: POST, body: { query: "{{ me }}", n: "{token.n}" } }"#)
    scenario.script.tokens = { $0["n"] = .string(value) }
    let transcript = try await scenario.signIn().transcript
    let body = try #require(transcript.requests.last { $0.path == "/userinfo" }?.body)
    #expect(JSONValue(parsing: body) == .object(["query": .string("{ me }"), "n": .string(value)]))
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\r", "a\u{0}"])
  func `A value can't add a header field`(value: String) async throws {
    var scenario = SignInScenario(#"userinfo: { headers: { X-Team: "{token.n}" } }"#)
    scenario.script.tokens = { $0["n"] = .string(value) }
    let (_, transcript) = try await scenario.rejection()
    #expect(transcript.requests.allSatisfy { $0.headers["x-evil"] == nil && $0.headers["x-team"] != value })
    #expect(transcript.paths.filter { $0 == "GET /userinfo" }.isEmpty)
  }
}
