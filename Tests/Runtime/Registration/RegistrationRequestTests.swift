import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A way to register: a descriptor, and the request and the response of the registration endpoint.
struct RegistrationRow: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var snippet: String
  var path = "/register"
  var request: String
  var status = 201
  var response: String
  /// The body of the token request, and its `Authorization` field.
  var token: String
  var authorization: String?
}

private let exchange =
  "grant_type=authorization_code&code=code-1&redirect_uri=http%3A%2F%2F127.0.0.1%3APORT%2Fcallback"

@Suite struct `The request that registers a client` {
  private static let rows = [
    RegistrationRow(
      testDescription: "Mastodon",
      snippet: """
        server: { registration_endpoint: "https://id.example.com/api/v1/apps" }
        client:
          types: [confidential]
          authentication: [client_secret_post]
          callbacks: { loopback: { port: any } }
          registration:
            kind: custom
            parameters: { client_name: Acme, redirect_uris: "{redirect_uris}", scopes: read write }
        """, path: "/api/v1/apps",
      request: """
        POST /api/v1/apps
        accept: application/json
        content-type: application/x-www-form-urlencoded

        client_name=Acme&redirect_uris=http%3A%2F%2F127.0.0.1%2Fcallback&scopes=read%20write
        """, status: 200,
      response: """
        {"id":"563419","name":"Acme","website":null,"scopes":["read","write"],"redirect_uri":"http://127.0.0.1/callback",
        "client_id":"TWhM-tNSuncnqN7DBJmoye","client_secret":"ZEaFUFmF0umgBX1qKJDjaU","client_secret_expires_at":0}
        """,
      token: "\(exchange)&code_verifier=CODE_VERIFIER&client_id=TWhM-tNSuncnqN7DBJmoye&"
        + "client_secret=ZEaFUFmF0umgBX1qKJDjaU"),
    RegistrationRow(
      testDescription: "another provider's own JSON, with a numeric ID",
      snippet: """
        \(registrationEndpoint)
        client:
          types: [public, confidential]
          callbacks: { loopback: { port: any } }
          registration:
            kind: custom
            encoding: json
            headers: { X-Api-Version: "7" }
            parameters: { callback: "{redirect_uri}" }
            response: { client_id: app.id, client_secret: app.key, client_secret_expires_at: app.until }
        """,
      request: """
        POST /register
        accept: application/json
        content-type: application/json
        x-api-version: 7

        {"callback":"http://127.0.0.1/callback"}
        """, response: #"{"app":{"id":4711,"key":"s/1","until":"4102444800"}}"#,
      token: "\(exchange)&code_verifier=CODE_VERIFIER", authorization: basic("4711:s%2F1")),
    RegistrationRow(
      testDescription: "RFC 7591, as a public client", snippet: dynamicRegistration,
      request: """
        POST /register
        accept: application/json
        content-type: application/json

        {"application_type":"native","client_name":"Acme","grant_types":["authorization_code","refresh_token"],\
        "redirect_uris":["http://127.0.0.1/callback"],"response_types":["code"],"token_endpoint_auth_method":"none"}
        """, response: #"{"client_id":"s6BhdRkqt3","redirect_uris":["http://127.0.0.1/callback"]}"#,
      token: "\(exchange)&code_verifier=CODE_VERIFIER&client_id=s6BhdRkqt3"),
    RegistrationRow(
      testDescription: "RFC 7591, with metadata, a software statement, and a secret",
      snippet: """
        \(registrationEndpoint)
        client:
          types: [public, confidential]
          callbacks: { loopback: { port: any } }
          registration:
            kind: dynamic
            headers: { Authorization: Bearer initial }
            parameters: { client_uri: "https://app.example.com" }
            software_statement: e30.e30.c2ln
            metadata:
              client_name: Acme
              grant_types: [authorization_code]
              response_types: [code]
              token_endpoint_auth_method: client_secret_post
              scope: a b
        """,
      request: """
        POST /register
        accept: application/json
        authorization: Bearer initial
        content-type: application/json

        {"application_type":"native","client_name":"Acme","client_uri":"https://app.example.com",\
        "grant_types":["authorization_code"],"redirect_uris":["http://127.0.0.1/callback"],"response_types":["code"],\
        "scope":"a b","software_statement":"e30.e30.c2ln","token_endpoint_auth_method":"client_secret_post"}
        """,
      response: #"{"client_id":"s6BhdRkqt3","client_secret":"cf136dc3","client_secret_expires_at":4102444800}"#,
      token: "\(exchange)&code_verifier=CODE_VERIFIER&client_id=s6BhdRkqt3&client_secret=cf136dc3"),
    RegistrationRow(
      testDescription: "RFC 7591, where the server registers another method", snippet: dynamicRegistration,
      request: """
        POST /register
        accept: application/json
        content-type: application/json

        {"application_type":"native","client_name":"Acme","grant_types":["authorization_code","refresh_token"],\
        "redirect_uris":["http://127.0.0.1/callback"],"response_types":["code"],"token_endpoint_auth_method":"none"}
        """,
      response: """
        {"client_id":"s6BhdRkqt3","client_secret":"cf136dc3","client_secret_expires_at":0,
        "token_endpoint_auth_method":"client_secret_basic"}
        """, token: "\(exchange)&code_verifier=CODE_VERIFIER", authorization: basic("s6BhdRkqt3:cf136dc3")),
  ]

  @Test(arguments: rows)
  func `A client registers as the descriptor says, and signs in with its new credentials`(
    row: RegistrationRow
  ) async throws {
    var script = ScriptedProvider.Script()
    script.instead = { request in
      switch request.path {
      case row.path: .json(row.response, status: row.status)
      case "/token": .json(#"{"access_token":"a","token_type":"Bearer"}"#)
      default: nil
      }
    }
    try await withRegistration(row.snippet, script: script) { provider in
      try await provider.client().begin()
      let transcript = RequestTranscript(provider.requests)
      #expect(transcript.paths.prefix(3) == ["POST \(row.path)", "GET /authorize", "POST /token"])
      #expect(transcript.request(row.path) == row.request)
      #expect(transcript.tokenBody == row.token)
      #expect(provider.requests.first { $0.path == "/token" }?.headers["authorization"] == row.authorization)
    }
  }

  @Test func `A client registers one callback URL for each port, and https URLs as a web app`() async throws {
    func body(_ redirect: Redirect) async throws -> [String: JSONValue]? {
      let snippet = dynamicRegistration.replacing("callbacks: { loopback: { port: any } }", with: "callbacks: {}")
      return try await withRegistration(snippet) { provider in
        let client = provider.client(redirect: redirect)
        _ = try await client.runAsRegisteredClient { $0.provider.clientID }
        return try JSONValue(parsing: #require(provider.registrations.first).body)?.object
      }
    }
    let ports = try await body(.loopback(ports: 8765...8767))
    #expect(
      ports?["redirect_uris"] == [
        "http://127.0.0.1:8765/callback", "http://127.0.0.1:8766/callback", "http://127.0.0.1:8767/callback",
      ])
    let many = try await body(.loopback(ports: 20_000...29_999))
    #expect(many?["redirect_uris"] == ["http://127.0.0.1/callback"])
    let web = try await body(.url("https://app.example.com/callback"))
    #expect(web?["application_type"] == "web")
    #expect(web?["redirect_uris"] == ["https://app.example.com/callback"])
    #expect(try await body(.url("com.example.app:/callback"))?["application_type"] == "native")
  }

  @Test func `A server that lists only methods with a secret gets a client with a secret`() async throws {
    let snippet = dynamicRegistration.replacing(registrationEndpoint, with: "")
    try await withRegistration(
      snippet, over: .oidc, script: .listing(methods: #"["private_key_jwt","client_secret_post"]"#)
    ) { provider in
      _ = try await provider.client().signIn(scopes: [], parameters: .init())
      let body = try JSONValue(parsing: #require(provider.registrations.first).body)?.object
      #expect(body?["token_endpoint_auth_method"] == "client_secret_post")
      #expect(RequestTranscript(provider.requests).tokenBody?.contains("client_secret=secret-of-client-1") == true)
    }
  }

  @Test func `A confidential client registers its first method with a secret, and never as a public client`()
    async throws
  {
    try await withRegistration(confidentialRegistration) { provider in
      try await provider.client().begin()
      let body = try JSONValue(parsing: #require(provider.registrations.first).body)?.object
      #expect(body?["token_endpoint_auth_method"] == "client_secret_post")
      #expect(RequestTranscript(provider.requests).tokenBody?.contains("client_secret=secret-of-client-1") == true)
    }
  }

  @Test(arguments: ["none", nil] as [String?])
  func `A server that registers a confidential client as a public one is rejected`(method: String?) async throws {
    var script = ScriptedProvider.Script()
    script.registration = { members in
      members["client_secret"] = nil
      members["token_endpoint_auth_method"] = method.map(JSONValue.string)
    }
    try await withRegistration(confidentialRegistration, script: script) { provider in
      #expect(
        await provider.client().signInFailure()
          == .response(.missingField("client_secret", endpoint: .registration, status: 201)))
      #expect(provider.authorizedClients.isEmpty)
    }
  }

  @Test func `The name isn't a part of the hash, so that an app and its extension share a registration`() throws {
    func hash(_ metadata: String) throws -> String {
      let snippet = dynamicRegistration.replacing("client_name: Acme", with: metadata)
      let provider = try ResolvedProvider(
        configuration(snippet, over: .oauth), variables: ["domain": "id.example.com"], clientID: "")
      return try RegistrationRequest(provider, redirectURIs: ["a:/b"], signedOutURIs: []).metadataHash()
    }
    #expect(try hash("client_name: App") == hash("client_name: Extension"))
    #expect(try hash("client_name: App") != hash("client_name: App, contacts: [a@b.example]"))
  }

  @Test func `A client with an ID doesn't register, even if the descriptor says that clients do`() async throws {
    try await withRegistration { provider in
      await provider.rewrite { $0.tokens = { _ in } }
      let client = provider.client(clientID: "mine")
      _ = await client.signInFailure()
      #expect(provider.registrations.isEmpty)
      #expect(provider.authorizedClients == ["mine"])
    }
  }

  @Test func `A client without an ID and without a registration fails before any request`() async throws {
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: nil, redirect: .loopback(port: 8765))
    #expect(await client.signInFailure() == .configuration(.missingVariable("client_id", example: "abc123")))
  }
}
