import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The type of an exchanged token` {
  private static let prefix = "urn:ietf:params:oauth:token-type:"
  private static let (accessToken, idToken) = (prefix + "access_token", prefix + "id_token")
  private static let refreshToken = prefix + "refresh_token"
  private static let own = "https://id.example/token-types/own"

  @Test(
    arguments: [
      (accessToken, accessToken, true), (own, own, true), (jwt, accessToken, true), (idToken, jwt, true),
      (idToken, accessToken, false), (accessToken, idToken, false), (own, jwt, false), (refreshToken, jwt, false),
      (jwt, own, false), (jwt, refreshToken, false), (accessToken, nil, true), (refreshToken, nil, false),
    ] as [(String, String?, Bool)])
  func `An issued token has the requested type, and a JWT is also an access token or an ID token`(
    issued: String, requested: String?, isAccepted: Bool
  ) throws {
    var (response, exchange) = (ProviderConfiguration.ResponseRules(), ProviderConfiguration.TokenExchange(name: "api"))
    response.tokenType = .any
    exchange.requestedTokenType = requested
    let body: JSONValue = ["access_token": "t", "issued_token_type": .string(issued)]
    let tokens = try TokenResponse(body, by: response, status: 200, lifetimes: .init(), now: Date())
    let token = try? ExchangedToken(tokens, by: exchange, scopes: [])
    #expect(token?.issuedTokenType == (isAccepted ? issued : nil))
  }
}
