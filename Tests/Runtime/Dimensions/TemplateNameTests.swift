import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthDescriptor
@testable import AuthRuntime

@Suite struct `Names in templates` {
  private static let places: [(TemplateStage, key: String, path: String)] = [
    (.browser, "authorize: { parameters: { PARAMETERS } }", "/authorize"),
    (.token, "token: { parameters: { PARAMETERS } }", "/token"),
    (
      .secondExchange,
      #"token: { second_exchange: { endpoint: "https://id.example.com/then", parameters: { PARAMETERS } } }"#, "/then"
    ),
    (.userInfo, "userinfo: { parameters: { PARAMETERS } }", "/userinfo"),
    (.session, "refresh: { parameters: { PARAMETERS } }", "/token"),
  ]

  @Test(arguments: places.indices)
  func `Every name that a template may use has a value`(index: Int) async throws {
    let (place, key, path) = Self.places[index]
    let names = place.names.subtracting(["token"]).sorted()
    let parameters = names.enumerated().map { number, name in
      let value = #""<{\#(name)}>""#
      return place == .browser ? "p\(number): { type: string, const: \(value) }" : "p\(number): \(value)"
    }
    var scenario = SignInScenario(key.replacing("PARAMETERS", with: parameters.joined(separator: ", ")))
    scenario.clientSecret = Secret("s")
    scenario.respond("/then", #"{"access_token":"t2"}"#)
    let transcript = try await scenario.signIn { client, _ in
      if place == .session { try await client.refresh() }
    }.transcript
    let request = try #require(transcript.requests.last { $0.path == path })
    let sent = FormEncoding.decode(request.query.isEmpty ? request.text : request.query) ?? []
    for (number, name) in names.enumerated() {
      let value = try #require(sent.first { $0.name == "p\(number)" }?.value, "\(name)")
      #expect(value.count > 2, "\(name)")
    }
  }
}
