import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// Servers that repeat the values that they reject.
@Suite struct `Secrets in a server's error message` {
  private static let secret = "a secret+of/32 bytes, at the least&"

  /// The ways in which servers may encode a secret.
  private static func spellings(_ secret: String) -> [String] {
    let encoded = FormEncoding.escape(secret)
    let lower = encoded.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() }
    return [secret, encoded, lower, encoded.replacing("%20", with: "+"), secret.replacing(" ", with: "+")]
  }

  private func text(_ scenario: SignInScenario) async throws -> String? {
    guard case .server(_, let error) = try await scenario.rejection().failure else { return nil }
    return error.text
  }

  @Test(
    arguments: [
      ("client_secret_basic", "app:" + FormEncoding.escape(secret)), ("client_secret_post", nil),
      ("client_secret_jwt", nil), ("secret_basic_user", FormEncoding.escape(secret) + ":"), ("secret_post_only", nil),
      ("secret_header", nil),
    ] as [(String, String?)])
  func `A client secret in an error message is redacted, however it was sent`(method: String, pair: String?)
    async throws
  {
    let header = method == "secret_header" ? ", secret_header: X-Secret" : ""
    var scenario = SignInScenario("client: { authentication: \(method)\(header) }")
    scenario.clientSecret = Secret(Self.secret)
    let all = Self.spellings(Self.secret) + [pair.map { Data($0.utf8).base64EncodedString() }].compactMap { $0 }
    scenario.respond(
      "/token", #"{"error":"invalid_client","error_description":"\#(all.joined(separator: " ")) of app"}"#, status: 401)
    #expect(try await text(scenario) == all.map { _ in "<redacted>" }.joined(separator: " ") + " of app")
  }

  @Test(arguments: [
    "{ method: GET }", "{ token: { scheme: OAuth } }", "{ token: { header: X-Token, prefix: 'key ' } }",
    "{ token: { query: access_token } }", #"{ token: none, endpoint: "https://id.example.com/u/{access_token}" }"#,
    #"{ token: none, method: POST, body: { t: "{access_token}" } }"#,
    #"{ token: none, parameters: { t: "{access_token}" } }"#, #"{ token: none, headers: { X-T: "t {access_token}" } }"#,
  ])
  func `An access token in an error message is redacted, however it was sent`(rules: String) async throws {
    var scenario = SignInScenario("userinfo: \(rules)")
    let all = Self.spellings(Self.secret)
    scenario.script.instead = { request in
      switch request.path {
      case "/token": .json(#"{"access_token":"\#(Self.secret)"}"#)
      case let path where path.hasPrefix("/u"):
        .json(#"{"error":"invalid_token","error_description":"no: \#(all.joined(separator: " "))"}"#, status: 401)
      default: nil
      }
    }
    #expect(try await text(scenario) == "no: " + all.map { _ in "<redacted>" }.joined(separator: " "))
  }

  /// A message, after the values of a request with one parameter are removed.
  private func shown(_ message: String, _ name: String, _ value: String, renames: [String: String] = [:]) throws
    -> String
  {
    let url = try SecureURL.parse("https://id.example.com/token")
    let request = EndpointRequest(endpoint: .token, url: url, parameters: [(name: name, value: value)])
    return request.hidingSecrets(in: message, renames: renames)
  }

  @Test(arguments: ["grant_type", "client_id", "redirect_uri", "scope", "audience", "resource", "token_type_hint"])
  func `A message may contain a parameter that isn't secret, also under the provider's name`(name: String) throws {
    #expect(try shown("no harmless-value", name, "harmless-value") == "no harmless-value")
    #expect(try shown("no harmless-value", "x", "harmless-value", renames: [name: "x"]) == "no harmless-value")
    #expect(try shown("no harmless-value", "x", "harmless-value") == "no <redacted>")
  }

  @Test(arguments: [
    ("one secret", "one+secret", true), ("one secret", "one-secret", false), ("one-secret", "one+secret", false),
    ("one-secret", "one-se", false), ("one-secret", "one%2Dse", false), ("one-secret", "one%2", false),
    ("one-secret", "one=2Dsecret", false),
  ])
  func `Only a whole secret is removed, and a plus sign is only a space`(secret: String, sent: String, isHidden: Bool)
    throws
  {
    #expect(try shown("no \(sent)", "code", secret) == (isHidden ? "no <redacted>" : "no \(sent)"))
  }

  @Test(arguments: ["one-secret", "one%2Dsecret"])
  func `A long message is cut, and a secret at the cut is removed as a whole`(sent: String) throws {
    for length in [8180, 8185, 8190] {
      let start = String(repeating: ".", count: length)
      #expect(try shown("\(start)\(sent)", "code", "one-secret") == "\(start)<redacted>")
      #expect(try !shown("\(start)\(sent) and more", "code", "one-secret").contains("one"))
    }
    let end = String(repeating: ".", count: 8192)
    #expect(try shown("\(end)one-secret", "code", "one-secret") == "\(end)…")
    #expect(try shown(String(end.dropLast()) + "é.", "code", "one-secret") == "\(end.dropLast())…")
  }

  @Test func `Secrets that overlap are removed as a whole`() throws {
    let url = try SecureURL.parse("https://id.example.com/token")
    let values = [(name: "code", value: "first-shared"), (name: "code_verifier", value: "shared-second-part")]
    let request = EndpointRequest(endpoint: .token, url: url, parameters: values)
    #expect(request.hidingSecrets(in: "no first-shared-second-part.", renames: [:]) == "no <redacted>.")
  }

  @Test(.timeLimit(.minutes(1)))
  func `A message that makes the search for a secret slow isn't shown`() throws {
    let secret = String(repeating: "a", count: 100_000) + "b"
    #expect(try shown(String(repeating: "a", count: 1 << 20), "code", secret) == "<redacted>")
  }

  @Test func `A secret in an error's URL or request ID is removed`() async throws {
    var scenario = SignInScenario()
    scenario.clientSecret = Secret("s3cret-42")
    scenario.respond(
      "/token",
      #"{"error":"a","error_uri":"https://id.example.com/e?s=s3cret-42","request_id":"r-s3cret-42","error_description":"b"}"#,
      status: 400)
    guard case .server(_, let error) = try await scenario.rejection().failure else {
      Issue.record("a different failure")
      return
    }
    #expect(error.uri == nil)
    #expect(error.requestID == "r-<redacted>")
    #expect(error.text == "b")
  }
}
