import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A request's header fields` {
  /// The header fields that the server receives.
  private func arriving(_ headers: HTTPFields) async throws -> [String: String] {
    let server = try await ScriptedServer.start { _ in .json("{}") }
    let url = try #require(URL(string: server.url + "/x"))
    _ = try await AuthEnvironment.platformTransport.send(TransportRequest(url: url, headers: headers))
    let found = server.requests.first?.headers
    await server.stop()
    return try #require(found)
  }

  @Test func `The default User-Agent names this library, because some firewalls reject requests without one`()
    async throws
  {
    #expect(try await arriving([:])["user-agent"] == "swift-auth-generator")
  }

  @Test(arguments: ["User-Agent", "user-agent", "USER-AGENT"])
  func `A User-Agent that the app sets is sent`(name: String) async throws {
    #expect(try await arriving([try #require(.init(name)): "Greetings/1.0"])["user-agent"] == "Greetings/1.0")
  }

  @Test(arguments: ["a\nb", "a\r", "\0", "a\u{1F}", "a\u{7F}b"])
  func `A value with a control character isn't sent in a header field`(value: String) throws {
    var fields = HTTPFields()
    #expect(
      throws: StepFailure.configuration(
        .invalidParameter("Authorization", expected: "a header field without control characters"))
    ) { try fields.set(.authorization, value) }
    #expect(fields.isEmpty)
    try fields.set(.authorization, "a\tb ~")
    #expect(fields[.authorization] == "a\tb ~")
  }

  @Test func `Requests for metadata and keys accept JSON`() async throws {
    try await withServer { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init())
      for page in ["/openid-configuration", "/keys"] {
        let request = try #require(provider.requests.first { $0.path.hasSuffix(page) })
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers["user-agent"] == "swift-auth-generator")
      }
    }
  }
}

@Suite struct `A date in a header field` {
  @Test func `A date in the current format is parsed`() {
    #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT", "Sun, 06 Nov 19994 08:49:37 GMT",
    "Sun, 06 Nov +994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov 1994 08:-1:37 GMT", "Sun, 06 Nov 1994 08:49:9223372036854775807 GMT",
  ])
  func `A date in any other format is rejected`(text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }

  @Test(.timeLimit(.minutes(1))) func `A date with thousands of combining marks is rejected at once`() {
    let marks = String(repeating: "\u{301}", count: 100_000) + String(repeating: "\u{316}", count: 100_000)
    #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT\(marks)") == nil)
  }
}
