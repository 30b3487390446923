import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Hosts that a server names` {
  /// Runs a test with a server whose address and port are on the list of allowed hosts.
  private func withServer(
    _ variable: String, callback: String = "", token: String = #"{"access_token":"t"}"#,
    _ body: (AuthClient<DynamicProvider>, ScriptedServer) async throws -> Void
  ) async throws {
    try await ConcurrencyLimit.shared.run {
      try await withWaitingServer(variable, callback: callback, token: token, body)
    }
  }

  private func withWaitingServer(
    _ variable: String, callback: String, token: String,
    _ body: (AuthClient<DynamicProvider>, ScriptedServer) async throws -> Void
  ) async throws {
    let server = try await ScriptedServer.start { request in
      switch request.path {
      case "/authorize":
        let fields = Dictionary((FormEncoding.decode(request.query) ?? []).map { ($0.name, $0.value) }) { $1 }
        let origin = "http://\(request.headers["host"] ?? "")"
        let parameter = callback.replacing("SELF", with: FormEncoding.escape(origin))
        return .redirect(to: "\(fields["redirect_uri"] ?? "")?code=c&state=\(fields["state"] ?? "")\(parameter)")
      case "/token", "/eu/token":
        return .json(token.replacing("SELF", with: "http://\(request.headers["host"] ?? "")"))
      default: return .json(#"{"id":"U1"}"#)
      }
    }
    let authority = server.url.replacing("http://", with: "")
    let snippet = """
      variables: { base: { kind: url, \(variable), allow: ["\(authority)", "*.a.example"] } }
      server:
        authorization_endpoint: "\(server.url)/authorize"
        token_endpoint: "\(variable.contains("callback") ? "{base}" : server.url)/token"
        userinfo_endpoint: "{base}/me"
      """
    let client = AuthClient<DynamicProvider>(
      configuration: try configuration(snippet), variables: [:], clientID: "app",
      redirect: .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
    try await body(client, server)
    await server.stop()
  }

  @Test func `An allowed host in a callback receives the token request (D05)`() async throws {
    try await withServer("from: callback.location", callback: "&location=SELF%2Feu") { client, server in
      #expect(try await client.signIn(scopes: [], parameters: .init()).id == "U1")
      #expect(server.requests.map(\.path) == ["/authorize", "/eu/token", "/eu/me"])
      let kept = try #require(try await client.credential())
      #expect(kept.variables == ["base": server.url + "/eu"])
      #expect(try Credential(encoded: kept.encoded()) == kept)
    }
  }

  @Test func `An allowed host in a token response receives the userinfo request (D06 D102)`() async throws {
    try await withServer("from: token.team.home", token: #"{"access_token":"t","team":{"home":"SELF/7"}}"#) {
      client, server in
      let user = try await client.signIn(scopes: [], parameters: .init())
      #expect(user.id == "U1")
      #expect(server.requests.map(\.path) == ["/authorize", "/token", "/7/me"])
    }
  }

  private static let hostile = [
    "https://evil.example", "https://a.example", "https://x.a.example.evil.example", "https://xa.example",
    "https://x.a.example:8443", "https://x.a.example@evil.example", "https://evil.example/.a.example",
    "https://evil.example?.a.example", "https://evil.example#.a.example", "https://evil.example\\.a.example",
    "http://x.a.example", "https://x.a.example/../..", "https://\u{1D41A}.a.example", "https://x.a.example\u{0}",
    "https://x.a.example.", "https://%2e.a.example", "//x.a.example", "https://127.0.0.1", "https://{base}.a.example",
    "",
  ]

  @Test(arguments: hostile)
  func `A host in a callback that isn't allowed is rejected before a request is sent to it (D05)`(value: String)
    async throws
  {
    let callback = "&location=" + FormEncoding.escape(value)
    try await withServer("from: callback.location", callback: callback) { client, server in
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == .callback(.unexpectedField("location")))
      #expect(server.requests.map(\.path) == ["/authorize"])
    }
  }

  @Test(arguments: hostile)
  func `A host in a token response that isn't allowed is rejected before a request is sent to it (D06)`(value: String)
    async throws
  {
    let members: [String: JSONValue] = ["access_token": .string("t"), "home": .string(value)]
    let response = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
    try await withServer("from: token.home", token: response) { client, server in
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == .response(.unexpectedValue("home", endpoint: .token)))
      #expect(server.requests.map(\.path) == ["/authorize", "/token"])
      let kept = try await client.credential()
      #expect(kept == nil)
    }
  }

  @Test func `A missing host in a callback is reported, and no default is used (D05)`() async throws {
    try await withServer("from: callback.location") { client, server in
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == .configuration(.missingVariable("base", example: "a value")))
      #expect(server.requests.map(\.path) == ["/authorize"])
    }
  }
}
