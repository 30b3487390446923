import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The values of an authorization request` {
  private typealias Parameter = ProviderConfiguration.AuthorizationRules.Parameter

  @discardableResult private func request(
    _ parameters: AuthorizationParameters, scopes: [String] = [],
    _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws(StepFailure) -> AuthorizationRequest {
    let provider = try ResolvedProvider(
      .plain.with(change), variables: ["domain": "id.example.com"], clientID: "app")
    return try AuthorizationRequest(
      provider: provider, redirectURI: "https://app.example/callback", scopes: scopes, parameters: parameters,
      endpoint: try SecureURL.parse("https://id.example.com/authorize"))
  }

  private func parameters(_ name: String, _ value: String) -> AuthorizationParameters {
    var parameters = AuthorizationParameters()
    parameters.set(name, value)
    return parameters
  }

  @Test func `The descriptor may supply a parameter that another one requires`() throws {
    let invitation = Parameter("invitation", .string, requires: ["organization"])
    let supplied = [
      Parameter("organization", .string, constant: "org_1"), Parameter("organization", .string, defaultValue: "org_1"),
    ]
    for organization in supplied {
      let made = try request(parameters("invitation", "t")) { it in
        it.authorization.parameters = [invitation, organization]
      }
      #expect(made.url.absoluteString.hasSuffix("&invitation=t&organization=org_1"))
    }
    let missing = StepFailure.configuration(.parameterRequires("invitation", other: "organization"))
    #expect(throws: missing) {
      try request(parameters("invitation", "t")) { it in
        it.authorization.parameters = [
          invitation, Parameter("organization", .string), Parameter("display", .string, defaultValue: "page"),
        ]
      }
    }
  }

  @Test(arguments: [
    ("ada@id.example", true), ("ada", false), ("ada@id@example", false), ("ada lovelace@id.example", false),
    ("ada@id.example ", false),
  ])
  func `An email address has one at sign and no spaces`(value: String, isValid: Bool) {
    #expect(Parameter("login_hint", .email).accepts(value) == isValid)
  }

  @Test func `Offline access is rejected if the provider has neither a scope nor parameters for it`() throws {
    var parameters = AuthorizationParameters()
    parameters.asksForOfflineAccess = true
    #expect(try request(parameters).scopes == ["openid", "offline_access"])
    let made = try request(parameters) { it in
      it.scopes?.offline = nil
      it.authorization.offlineParameters = ["access_type": "offline"]
    }
    #expect(made.url.absoluteString.hasSuffix("&access_type=offline"))
    #expect(
      throws: StepFailure.configuration(
        .invalidParameter("offline access", expected: "omitted: the provider doesn't support it"))
    ) { try request(parameters) { $0.scopes?.offline = nil } }
  }

  @Test func `A required scope without a placeholder is sent unchanged`() throws {
    #expect(try request(.init(), scopes: ["b}"]) { $0.scopes?.required = ["a}"] }.scopes == ["a}", "b}"])
  }

  @Test func `A request has at most 32 resources and 32 details`() throws {
    let resources = (1...33).map { "https://api-\($0).example" }
    let details = (1...33).map { JSONValue.object(["type": .string("t\($0)")]) }
    func send(_ details: ArraySlice<JSONValue>, _ resources: ArraySlice<String>) throws(StepFailure) {
      let parameters = AuthorizationParameters(details: Array(details), resources: Array(resources))
      try request(parameters) { $0.authorization.resources = .optional }
    }
    try send(details.prefix(32), resources.prefix(32))
    #expect(throws: StepFailure.configuration(.invalidParameter("resource", expected: "at most 32 resources"))) {
      try send([], resources[...])
    }
    #expect(
      throws: StepFailure.configuration(
        .invalidParameter("authorization_details", expected: "at most 32 details and 16 KiB of JSON"))
    ) { try send(details[...], []) }
  }

  @Test func `A resource has at most 2048 bytes`() throws {
    let longest = "https://api.example/".padding(toLength: 2048, withPad: "x", startingAt: 0)
    try RequestedAccess.validate(resource: longest)
    #expect(
      throws: StepFailure.configuration(.invalidParameter("resource", expected: "an absolute URI without a fragment"))
    ) { try RequestedAccess.validate(resource: longest + "x") }
  }

  @Test(arguments: [["type": ""], ["type": 7], [:], "loan"] as [JSONValue])
  func `A detail without a type is rejected`(detail: JSONValue) {
    #expect(
      throws: StepFailure.configuration(.invalidParameter("authorization_details", expected: "objects with a type"))
    ) { try request(AuthorizationParameters(details: [detail])) }
  }
}
