import AuthConfiguration
import Foundation
import ReferenceClients
import Testing

@testable import AuthRuntime

@Suite struct `Error responses in callbacks` {
  private func error(
    _ query: String, from configuration: ProviderConfiguration, _ variables: [String: String]
  ) throws -> ServerError? {
    let provider = try ResolvedProvider(configuration, variables: variables, clientID: "app")
    let request = try AuthorizationRequest(
      provider: provider, redirectURI: "http://localhost:8765/callback", scopes: [],
      parameters: AuthorizationParameters(), endpoint: SecureURL.parse("https://id.example.com/authorize"))
    do throws(StepFailure) {
      let fields = try AuthorizationResponse.fields(of: "\(query)&state=\(request.state ?? "")")
      _ = try AuthorizationResponse(
        fields, to: request, from: provider, issuerIsPromised: false,
        now: .distantPast)
      return nil
    } catch {
      guard case .server(_, let reported) = error else { return nil }
      return reported
    }
  }

  @Test(arguments: [
    ("AADSTS65001%3A+The+user+has+not+consented", "consentMissing", Recovery.requestConsent),
    ("AADSTS53003%3A+Access+has+been+blocked", "blockedByPolicy", .contactAdministrator),
    ("AADSTS650011%3A+Another+number", "accessDenied", .retry(after: nil)),
  ])
  func `The AADSTS number in Entra's description distinguishes errors with the same code`(
    description: String, name: String, recovery: Recovery
  ) throws {
    let query = "error=access_denied&error_description=\(description)"
    let variables = ["cloud": "login.microsoftonline.com", "tenant": "common"]
    let error = try #require(try error(query, from: MicrosoftEntraID.configuration, variables))
    #expect(error.known?.caseName == name)
    #expect(error.recovery == recovery)
  }

  @Test func `Keycloak's expired page requires a new sign-in, and a busy Keycloak a retry`() throws {
    let variables = ["base_url": "https://id.acme.example", "realm": "acme"]
    let expired = "error=temporarily_unavailable&error_description=authentication_expired"
    #expect(try error(expired, from: Keycloak.configuration, variables)?.recovery == .reauthenticate)
    let busy = try error("error=temporarily_unavailable", from: Keycloak.configuration, variables)
    #expect(busy?.recovery == .retry(after: .seconds(30)))
  }
}

@Suite struct `A signed response that is rejected` {
  @Test(
    arguments: [
      .malformed("part"), .encrypted, .notEncrypted, .encryptionNotAllowed("RSA1_5"), .undecryptable,
      .algorithmNotAllowed("none"), .noMatchingKey, .invalidSignature,
    ] as [TokenRejection])
  func `The sign-in continues to wait if the signature wasn't verified, because anyone could have sent it`(
    reason: TokenRejection
  ) {
    #expect(!CallbackRejection.signedResponse(reason).endsSignIn)
  }

  @Test(arguments: [.issuerMismatch, .audienceMismatch, .expired, .claim(.missingClaim("exp"))] as [TokenRejection])
  func `The sign-in ends if only a claim is wrong`(reason: TokenRejection) {
    #expect(CallbackRejection.signedResponse(reason).endsSignIn)
  }
}

@Suite struct `The lifetime of a refresh token` {
  @Test(arguments: [(Int64(0), Double?.none), (600, 600)])
  func `A refresh_expires_in of 0 means that Keycloak's refresh token doesn't expire`(
    seconds: Int64, expiry: Double?
  ) throws {
    let body = JSONValue.object([
      "access_token": "a", "token_type": "Bearer", "refresh_token": "r", "refresh_expires_in": .integer(seconds),
    ])
    let configuration = Keycloak.configuration
    let response = try TokenResponse(
      body, by: configuration.token.response, status: 200, lifetimes: configuration.lifetimes, now: .distantPast)
    #expect(response.refreshExpiresAt == expiry.map { .distantPast.addingTimeInterval($0) })
  }
}
