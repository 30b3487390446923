import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The callback URLs that a provider accepts` {
  private static func url(_ text: String) -> Redirect { .url(URL(string: text) ?? URL(filePath: "/")) }

  @Test(arguments: [
    ("custom_scheme: forbidden", "com.acme.app:/cb", "the provider doesn't accept custom-scheme callbacks"),
    ("https: forbidden", "https://app.example/cb", "the provider doesn't accept https callbacks"),
    (
      "https: { hosts: [app.example, www.example] }", "https://evil.example/cb",
      "the callback's host must be app.example or www.example"
    ),
    (
      "https: { hosts: [app.example] }", "https://app.example.evil.example/cb",
      "the callback's host must be app.example"
    ),
    (
      "https: { hosts: [app.example] }", "https://app.example@evil.example/cb",
      "the callback's host must be app.example"
    ),
  ])
  func `A callback URL that the provider doesn't accept is rejected before the browser opens (D45)`(
    rule: String, callback: String, reason: String
  ) async throws {
    var scenario = SignInScenario("client: { callbacks: { \(rule) } }")
    scenario.redirect = Self.url(callback)
    let (failure, transcript) = try await scenario.rejection()
    #expect(failure == .configuration(.unsuitableRedirect(reason)))
    #expect(transcript.paths == [])
  }

  @Test func `A loopback callback is rejected if the provider doesn't accept it (D45)`() async throws {
    let (failure, transcript) = try await SignInScenario("client: { callbacks: { loopback: forbidden } }").rejection()
    #expect(failure == .configuration(.unsuitableRedirect("the provider doesn't accept loopback callbacks")))
    #expect(transcript.paths == [])
  }

  @Test func `A loopback callback may use localhost as its host (D45)`() async throws {
    let transcript = try await SignInScenario("client: { callbacks: { loopback: { hosts: [localhost] } } }").signIn()
      .transcript
    #expect(transcript.authorization?.contains("&redirect_uri=http%3A%2F%2Flocalhost%3APORT%2Fcallback&") == true)
    #expect(transcript.tokenBody?.contains("&redirect_uri=http%3A%2F%2Flocalhost%3APORT%2Fcallback&") == true)
  }

  @Test(arguments: [("any", true), ("registered", false)])
  func `If a port is in use, another one is chosen only if the provider accepts any port (D45)`(
    rule: String, works: Bool
  ) async throws {
    let taken = try await ScriptedServer.start { _ in ScriptedResponse(404) }
    let port = try #require(URL(string: taken.url)?.port)
    var scenario = SignInScenario("client: { callbacks: { loopback: { port: \(rule) } } }")
    scenario.redirect = .loopback(port: port)
    if works {
      #expect(try await scenario.signIn().user.id == "user-1")
    } else {
      #expect(try await scenario.rejection().failure == .browser(.portsTaken(port...port)))
    }
    await taken.stop()
  }

  @Test(arguments: ["", "values: { commands: {} }, default: [commands], "])
  func `Scopes that loopback callbacks don't allow are rejected, requested or by default (D45)`(standard: String)
    async throws
  {
    var scenario = SignInScenario(
      """
      scopes: { groups: { bot: { \(standard)parameter: bot_scope } } }
      client: { callbacks: { loopback: { forbids: [scopes.bot] } } }
      """)
    if standard.isEmpty { scenario.parameters.ask("bot", for: ["commands"]) }
    let (failure, transcript) = try await scenario.rejection()
    let reason = "scopes of 'bot' can't be requested with a loopback callback"
    #expect(failure == .configuration(.unsuitableRedirect(reason)))
    #expect(transcript.paths == [])
    scenario.parameters.ask("bot", for: [])
    #expect(try await scenario.signIn().user.id == "user-1")
  }
}
