import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Requests with the access token` {
  private func withResource<Value>(
    responding: @escaping ScriptedServer.Responder, _ body: (ScriptedProvider, ScriptedServer) async throws -> Value
  ) async throws -> Value {
    try await withProvider { provider in
      let resource = try await ScriptedServer.start(responding: responding)
      let value = try await body(provider, resource)
      await resource.stop()
      return value
    }
  }

  @Test func `A request carries the access token, and a response with any status is returned`() async throws {
    try await withResource(responding: { _ in .json("[1]", status: 418) }) { provider, resource in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try await client.accessToken()
      let (body, response) = try await client.data(from: resource.url + "/timesheets")
      #expect((String(decoding: body, as: UTF8.self), response.status) == ("[1]", 418))
      #expect(resource.requests.map { $0.headers["authorization"] } == ["Bearer \(token.reveal())"])
    }
  }

  @Test func `A request is repeated once with a new token after status 401`() async throws {
    try await withResource(responding: { _ in ScriptedResponse(401) }) { provider, resource in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let (_, response) = try await client.data(from: resource.url)
      #expect(response.status == 401)
      #expect(Set(resource.requests.compactMap { $0.headers["authorization"] }).count == 2)
      #expect(resource.requests.count == 2)
    }
  }

  @Test func `Without a refresh token, a response with status 401 is returned`() async throws {
    try await withResource(responding: { _ in ScriptedResponse(401) }) { provider, resource in
      await provider.rewrite { $0.tokens = { $0["refresh_token"] = nil } }
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let (_, response) = try await client.data(from: resource.url)
      #expect(response.status == 401)
      #expect(resource.requests.count == 1)
    }
  }

  @Test func `An access token is never sent to an insecure URL`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let credential = try #require(try await client.credential())
      let request = HTTPRequest(method: .get, scheme: "http", authority: "api.acme.com", path: "/")
      let failures = [
        await failure(of: try await client.data(for: request)),
        await failure(of: try await client.data(for: request, with: credential)),
        await failure(of: try await client.stream(for: request)),
        await failure(of: try await client.proof(for: request, accessToken: credential.accessToken)),
      ]
      #expect(failures == Array(repeating: .configuration(.insecureURL("http://api.acme.com")), count: 4))
    }
  }

  @Test func `A session without an access token has none to send`() async throws {
    try await withServer { it in
      it.authorization.responseType = .idToken
    } _: { client, provider in
      try await client.signIn()
      let rejection = StepFailure.response(.missingField("access_token", endpoint: .authorization, status: 200))
      #expect(await failure(of: try await client.accessToken()) == rejection)
      #expect(await failure(of: try await client.data(from: "https://api.acme.com")) == rejection)
      #expect(!provider.requests.contains { $0.path.hasSuffix("/userinfo") })
    }
  }

  @Test func `A request is never sent to an insecure URL or without a session`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      #expect(
        await failure(of: try await client.data(from: "https://api.acme.com"))
          == .notSignedIn)
      #expect(
        await failure(of: try await client.data(from: "http://api.acme.com"))
          == .configuration(.insecureURL("http://api.acme.com")))
    }
  }
}
