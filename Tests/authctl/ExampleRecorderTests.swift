import AuthRuntime
import AuthTesting
import Foundation
import Testing

@testable import authctl

@Suite struct `Recorded examples` {
  /// A transport that returns these bodies in turn.
  private actor Replies {
    private var bodies: [String]

    init(_ bodies: [String]) { self.bodies = bodies }

    func next() -> Data { Data((bodies.isEmpty ? "{}" : bodies.removeFirst()).utf8) }
  }

  private struct ReplayingTransport: HTTPTransport {
    let replies: Replies
    var status = 200

    func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      (await replies.next(), HTTPResponse(status: .init(code: status)))
    }
  }

  private func redact(_ json: String, known: Set<String> = []) throws -> String {
    var redactor = ExampleRedactor(known: known)
    return SafeJSON.line(redactor.redact(try #require(JSONValue(parsing: Data(json.utf8)))))
  }

  @Test(arguments: [
    (#"{"access_token":"s3cr3t","token_type":"Bearer","expires_in":3600}"#, "s3cr3t"),
    (#"{"refresh_token":"1//0abc"}"#, "1//0abc"),
    (#"{"name":"Ada Lovelace"}"#, "Lovelace"),
    (#"{"email":"ada@corp.test"}"#, "ada@corp"),
    (#"{"id":583231}"#, "583231"),
    (#"{"id":"583231"}"#, "583231"),
    (#"{"picture":"https://cdn.corp.test/ada.png"}"#, "corp.test"),
    (#"{"sub":"8eaef023-2b34-4da1-9baa-8bc8c9d6a490"}"#, "8eaef023"),
    (#"{"birthdate":"1815-12-10"}"#, "1815"),
    (#"{"members":{"ada@corp.test":{"since":"1843-01-01"}}}"#, "ada@corp"),
    (#"{"id_token":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln"}"#, "eyJzdWIiOiJhZGEifQ"),
    (#"{"nested":[{"secret":["a-key"]}]}"#, "a-key"),
    (#"{"members":{"8eaef023-2b34-4da1-9baa-8bc8c9d6a490":true}}"#, "8eaef023"),
    (#"{"members":{"U583231":true}}"#, "583231"),
  ])
  func `Secrets and personal data are replaced`(_ json: String, _ secret: String) throws {
    #expect(try !redact(json).contains(secret))
  }

  @Test func `The structure, the types, and the values of the protocol are kept`() throws {
    let json = #"{"access_token":"a","expires_in":3600,"id":42,"ok":true,"scope":"read write","team":null}"#
    let redacted = try redact(json)
    let value = try #require(JSONValue(parsing: Data(redacted.utf8))?.object)
    #expect(Set(value.keys) == ["access_token", "expires_in", "id", "ok", "scope", "team"])
    #expect(value["expires_in"] == 3600)
    #expect(value["scope"] == "read write")
    #expect(value["ok"] == true)
    #expect(value["team"] == .null)
    #expect(value["id"] != 42)
    #expect(value["id"].map { if case .integer = $0 { true } else { false } } == true)
  }

  @Test func `Equal values get the same replacement, and lists are shortened`() throws {
    let value = try #require(
      JSONValue(parsing: Data(try redact(#"{"id":"ada","sub":"ada","all":["ada","b","c"]}"#).utf8))?.object)
    #expect(value["id"] == value["sub"])
    #expect(value["all"]?.array?.count == 2)
    #expect(value["all"]?.array?.first == value["id"])
  }

  @Test func `The responses of a sign-in become the examples of a descriptor`() async throws {
    let header = Base64URL.encode(Data(#"{"alg":"RS256"}"#.utf8))
    let claims = Base64URL.encode(Data(#"{"sub":"ada","name":"Ada Lovelace"}"#.utf8))
    let replies = Replies([
      #"{"issuer":"https://x.test","token_endpoint":"https://x.test/token"}"#,
      #"{"access_token":"s3cr3t","token_type":"Bearer","scope":"read","id_token":"\#(header).\#(claims).c2ln"}"#,
      #"{"keys":[]}"#, #"{"login":"ada's","id":7}"#, #"[{"email":"ada@corp.test"}]"#,
    ])
    let recorder = ExampleRecorder(ReplayingTransport(replies: replies), file: "")
    func send(_ path: String, _ body: String? = nil) async throws {
      let request = HTTPRequest(method: body == nil ? .get : .post, scheme: "https", authority: "x.test", path: path)
      _ = try await recorder.send(request, body: body.map { Data($0.utf8) }, options: TransportOptions())
    }
    try await send("/.well-known/openid-configuration")
    try await send("/token", "grant_type=authorization_code&code=c0de")
    try await send("/keys")
    try await send("/user")
    let text = await recorder.examples(known: ["read"], day: "2026-01-02")
    #expect(text.hasPrefix("examples:  # recorded on 2026-01-02; secrets and personal data are replaced\n"))
    #expect(text.contains(#"  token: '{"access_token":"example-access_token-"#))
    #expect(text.contains(#""scope":"read""#))
    #expect(text.contains(#"  userinfo: '{"id":"#))
    #expect(text.contains(#"  id_token: {"name":"#))
    for secret in ["s3cr3t", "ada", "Lovelace", "c0de"] { #expect(!text.contains(secret), "\(secret)") }
  }

  @Test func `A rejected request becomes the example of an error`() async throws {
    let transport = ReplayingTransport(replies: Replies([#"{"error":"invalid_grant"}"#]), status: 400)
    let recorder = ExampleRecorder(transport, file: "")
    let request = HTTPRequest(method: .post, scheme: "https", authority: "x.test", path: "/token")
    _ = try await recorder.send(
      request, body: Data("grant_type=authorization_code".utf8), options: TransportOptions())
    let text = await recorder.examples(known: [], day: "2026-01-02")
    #expect(text.contains(#"  token_error: '{"error":"invalid_grant"}'"#))
  }

  @Test func `A rejected response with user information isn't an example`() async throws {
    let transport = ReplayingTransport(replies: Replies([#"{"message":"Bad credentials"}"#]), status: 401)
    let recorder = ExampleRecorder(transport, file: "")
    let request = HTTPRequest(method: .get, scheme: "https", authority: "x.test", path: "/user")
    _ = try await recorder.send(request, body: nil, options: TransportOptions())
    let text = await recorder.examples(known: [], day: "2026-01-02")
    #expect(!text.contains("userinfo"))
  }

  @Test(arguments: [(200, "refresh"), (400, "token_error")])
  func `The response to a refresh is an example`(_ status: Int, _ example: String) async throws {
    let transport = ReplayingTransport(replies: Replies([#"{"token_type":"Bearer"}"#]), status: status)
    let recorder = ExampleRecorder(transport, file: "")
    let request = HTTPRequest(method: .post, scheme: "https", authority: "x.test", path: "/token")
    let body = Data("grant_type=refresh_token&refresh_token=s3cr3t".utf8)
    _ = try await recorder.send(request, body: body, options: TransportOptions())
    let text = await recorder.examples(known: [], day: "2026-01-02")
    #expect(text.contains("  \(example): "))
    #expect(!text.contains("s3cr3t"))
  }

  @Test(arguments: ["Unknown code c0de", "<p>No ada@corp.test</p>", "c0de", "ada", "ada&error=x"])
  func `Text that isn't a form isn't copied`(_ body: String) async throws {
    let recorder = ExampleRecorder(ReplayingTransport(replies: Replies([body]), status: 400), file: "")
    let request = HTTPRequest(method: .post, scheme: "https", authority: "x.test", path: "/token")
    _ = try await recorder.send(request, body: Data("grant_type=authorization_code".utf8), options: TransportOptions())
    let text = await recorder.examples(known: [], day: "2026-01-02")
    #expect(text.contains("  token_error: '{}'"))
  }

  @Test func `A pushed request isn't an example of user information`() async throws {
    let pushed = #"{"request_uri":"urn:x","expires_in":60}"#
    let recorder = ExampleRecorder(ReplayingTransport(replies: Replies([pushed])), file: "")
    let request = HTTPRequest(method: .post, scheme: "https", authority: "x.test", path: "/par")
    _ = try await recorder.send(request, body: Data("client_id=a".utf8), options: TransportOptions())
    #expect(await !recorder.examples(known: [], day: "2026-01-02").contains("userinfo"))
  }
}
