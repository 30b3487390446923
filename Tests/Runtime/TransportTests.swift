import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `What a request says of itself` {
  /// The header fields that arrive.
  private func arriving(_ headers: HTTPFields) async throws -> [String: String] {
    let server = try await ScriptedServer.start { _ in .json("{}") }
    let url = try #require(URL(string: server.url + "/x"))
    _ = try await AuthEnvironment.platformTransport.send(TransportRequest(url: url, headers: headers))
    let found = server.requests.first?.headers
    await server.stop()
    return try #require(found)
  }

  @Test func `is whose it is, for firewalls reject those who do not`() async throws {
    #expect(try await arriving([:])["user-agent"] == "swift-auth-generator")
  }

  @Test(arguments: ["User-Agent", "user-agent", "USER-AGENT"])
  func `is what it was told to say`(name: String) async throws {
    #expect(try await arriving([try #require(.init(name)): "Greetings/1.0"])["user-agent"] == "Greetings/1.0")
  }

  @Test func `is that it wants JSON where a server publishes that`() async throws {
    try await withServer { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init(), timeout: .seconds(20))
      for page in ["/openid-configuration", "/keys"] {
        let request = try #require(provider.requests.first { $0.path.hasSuffix(page) })
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers["user-agent"] == "swift-auth-generator")
      }
    }
  }
}

@Suite struct `A date in a header field` {
  @Test func `is read in the form that is written today`() {
    #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT", "Sun, 06 Nov 19994 08:49:37 GMT",
    "Sun, 06 Nov +994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
  ])
  func `is none in any other`(text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }
}
