import AuthRuntime
import Testing

@testable import AuthTesting

/// Requests to one URL that are for different parts of a provider.
@Suite struct `The routes of a scripted provider` {
  private static let routes: ScriptedProvider.Routes = {
    var configuration = ProviderConfiguration(id: "gateway", name: "Gateway")
    configuration.server.authorizationEndpoint = "https://gateway.example/authorize"
    configuration.server.tokenEndpoint = "https://gateway.example/"
    configuration.server.userInfoEndpoint = "https://gateway.example/"
    configuration.userInfo.request.parameters = ["method": "user", "token": "{access_token}"]
    configuration.revocation.endpoint = "https://gateway.example/"
    configuration.revocation.parameters = ["grant_type": "delete"]
    return ScriptedProvider.Routes(configuration)
  }()

  @Test(arguments: [
    (["method": "user", "token": "any"], Endpoint.userInfo), (["grant_type": "delete"], .revocation),
    (["grant_type": "authorization_code"], .token), ([:], .token),
  ])
  func `A request is for the part whose constant parameters it has`(fields: [String: String], expected: Endpoint) {
    #expect(Self.routes.place(at: "/", with: { fields })?.endpoint == expected)
  }

  @Test func `A path of one part needs no parameters`() {
    let place = Self.routes.place(at: "/authorize") {
      Issue.record("the parameters were read")
      return [:]
    }
    #expect(place?.endpoint == .authorization)
  }

  @Test func `An unknown path belongs to no part`() {
    #expect(Self.routes.place(at: "/other", with: { [:] })?.endpoint == nil)
  }
}
