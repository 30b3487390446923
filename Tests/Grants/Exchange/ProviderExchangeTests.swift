import AuthConfiguration
import AuthDescriptor
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

/// The exchanges of the catalog's providers, as their documentation describes them.
@Suite struct `Token exchanges of the catalog` {
  private static let standard = "urn:ietf:params:oauth:grant-type:token-exchange"

  @Test func `Auth0 issues the token of an account that the user has connected`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let auth0 = provider.client(Auth0.self, clientID: "app")
      _ = try await auth0.signIn(scopes: [.openid, .offlineAccess])
      let google = try await auth0.exchange(.vault(connection: "google-oauth2"))
      let refreshToken = try #require(try await auth0.credential()?.refreshToken?.reveal())
      #expect(
        exchanges(provider) == [
          [
            "grant_type": "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
            "subject_token": refreshToken, "client_id": "app",
            "subject_token_type": "urn:ietf:params:oauth:token-type:refresh_token",
            "requested_token_type": "http://auth0.com/oauth/token-type/federated-connection-access-token",
            "connection": "google-oauth2",
          ]
        ])
      #expect(google.isAccessToken)
    }
  }

  @Test func `Auth0 signs users in with the tokens of Apple and Facebook on the device`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let auth0 = provider.client(Auth0.self, clientID: "app")
      let scopes: [Auth0.Scope] = [.openid, .offlineAccess]
      let ada = try await auth0.signIn(
        exchanging: .apple(subject: .token(Secret("code-1")), audience: "https://api.acme.com", scopes: scopes))
      #expect(ada.subject == TestUser.ada.subject)
      _ = try await auth0.signIn(
        exchanging: .facebook(subject: .token(Secret("session-1")), scopes: scopes, userProfile: #"{"name":"Ada"}"#))
      let prefix = "http://auth0.com/oauth/token-type/"
      #expect(
        exchanges(provider) == [
          [
            "grant_type": Self.standard, "subject_token": "code-1", "subject_token_type": prefix + "apple-authz-code",
            "client_id": "app", "audience": "https://api.acme.com", "scope": "offline_access openid",
          ],
          [
            "grant_type": Self.standard, "subject_token": "session-1", "client_id": "app",
            "subject_token_type": prefix + "facebook-info-session-access-token", "scope": "offline_access openid",
            "user_profile": #"{"name":"Ada"}"#,
          ],
        ])
      #expect(try await auth0.credential()?.refreshToken != nil)
    }
  }

  @Test func `Okta signs the user of one app in to another app on the device`() async throws {
    let data = try Data(contentsOf: Repository.file("Providers/okta.yaml"))
    let loader = DescriptorLoader(readFile: { $0 == "okta.yaml" ? data : nil })
    var configuration = try loader.load(path: "okta.yaml").descriptor.configuration
    configuration.variables = []
    configuration.server.issuer = "https://acme.okta.example/oauth2/default"
    let provider = try await ScriptedProvider.start(as: configuration)
    defer { Task { await provider.stop() } }
    let client = AuthClient<DynamicProvider>(
      configuration: provider.configuration, variables: [:], clientID: "second-app", redirect: .loopback(),
      environment: AuthEnvironment().withOwnRedirects)
    var request = ExchangeRequest<DynamicProvider>("native_sso")
    (request.subject, request.actor) = (.token(Secret("id.of.first")), .token(Secret("device-secret")))
    (request.audience, request.scopes) = ("api://default", ["openid", "offline_access"])
    #expect(try await client.signIn(exchanging: request).subject == TestUser.ada.subject)
    let sent = try #require(exchanges(provider).first)
    #expect(
      sent == [
        "grant_type": Self.standard, "client_id": "second-app", "subject_token": "id.of.first",
        "subject_token_type": "urn:ietf:params:oauth:token-type:id_token", "actor_token": "device-secret",
        "actor_token_type": "urn:x-oath:params:oauth:token-type:device-secret", "audience": "api://default",
        "scope": "offline_access openid",
      ])
  }
}
