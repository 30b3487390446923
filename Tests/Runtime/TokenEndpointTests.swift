import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The responses of two exchanges` {
  /// The failure of an exchange of a code, which the client exchanges a second time.
  private func failure(_ body: String) async throws -> StepFailure? {
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") { it in
      it.server.tokenEndpoint = "https://id.example/token"
      it.token.response.tokenType = .optionalBearer
      it.token.response.fields = [
        .init(name: "shard", path: "region.shard"), .init(name: "plan", path: "plan", isOptional: true),
      ]
      it.token.response.sets = [
        .init(name: "user", isPrimary: true), .init(name: "bot", root: "bot"),
        .init(name: "team", root: "team", isOptional: true),
      ]
      it.token.secondExchange = .init()
    }
    let transport = ScriptedTransport { _ in TransportResponse(status: 200, body: Data(body.utf8)) }
    let setup = ClientCore.Setup(
      configuration: configuration, variables: [:], clientID: "app", environment: AuthEnvironment(transport: transport))
    let tokens = try ClientCore(setup).tokens
    let encoded = Data(#"{"version":1,"code":"c","redirect_uri":"https://app.example/cb"}"#.utf8)
    let grant = try #require(AuthorizationGrant(encoded: encoded))
    let failure = await AuthRuntimeTests.failure(
      of: try await tokens.exchange(Secret("c"), of: grant, tokens.provider.values))
    #expect(transport.asked.value == 2)
    return failure
  }

  @Test(arguments: [
    (#"{"access_token":"t","region":{"shard":"eu"},"bot":{"access_token":"b"}}"#, nil),
    (#"{"access_token":"t","bot":{"access_token":"b"},"plan":"free"}"#, "region.shard"),
    (#"{"access_token":"t","region":{"shard":"eu"},"team":{"access_token":"b"}}"#, "bot.access_token"),
  ])
  func `One of two responses must contain each required member and token`(body: String, missing: String?) async throws {
    let expected = missing.map { StepFailure.response(.missingField($0, endpoint: .token, status: 200)) }
    #expect(try await failure(body) == expected)
  }
}

@Suite struct `The content of a token response` {
  private func response(
    _ members: [String: JSONValue], _ change: (inout ProviderConfiguration.ResponseRules) -> Void = { _ in }
  ) throws(StepFailure) -> TokenResponse {
    var rules = ProviderConfiguration.ResponseRules()
    rules.tokenType = .any
    change(&rules)
    return try TokenResponse(.object(members), by: rules, status: 200, lifetimes: .init(), now: Date())
  }

  @Test(arguments: ["7", "true", "null", #""access_token""#])
  func `JSON that is neither an object nor a list is rejected`(body: String) throws {
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") { _ in }
    let setup = ClientCore.Setup(
      configuration: configuration, variables: [:], clientID: "app",
      environment: AuthEnvironment(transport: ScriptedTransport { _ in TransportResponse(status: 404) }))
    let tokens = try ClientCore(setup).tokens
    let request = EndpointRequest(endpoint: .token, url: try SecureURL.parse("https://id.example/token"))
    let response = TransportResponse(status: 200, body: Data(body.utf8))
    #expect(throws: StepFailure.response(.notJSON(endpoint: .token, status: 200))) {
      try tokens.tokens(from: response, as: .init(), .init(), to: request)
    }
  }

  @Test(arguments: ["a\nb", "a\u{7F}", "\u{e4}", "a\u{0}"])
  func `An access token must consist of visible ASCII characters`(token: String) throws {
    let expected = StepFailure.response(.unexpectedValue("access_token", endpoint: .token))
    #expect(throws: expected) { try response(["access_token": .string(token)]) }
    let bot: JSONValue = ["access_token": .string(token)]
    #expect(throws: expected) {
      try response(["access_token": "t", "bot": bot]) {
        $0.sets = [.init(name: "user", isPrimary: true), .init(name: "bot", root: "bot")]
      }
    }
    #expect(try response(["access_token": "a ~"]).accessToken == Secret("a ~"))
  }

  @Test(arguments: [("https://api.example", true), ("https://api.example/", false), ("https://other.example", false)])
  func `The member resource says which API the access token is for`(resource: String, isForAPI: Bool) throws {
    let response = try response(["access_token": "t", "resource": .string(resource)])
    #expect(response.isMade(for: "https://api.example", in: .opaque) == isForAPI)
  }
}
