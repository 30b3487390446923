import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client that the server has forgotten` {
  @Test func `A client that the token endpoint no longer knows registers again, and signs in`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.forgetClients()
      try await client.begin()
      #expect(provider.authorizedClients == ["client-1", "client-1", "client-2"])
      #expect(provider.registrations.count == 2)
      #expect(try await client.credential()?.registration?.clientID == "client-2")
    }
  }

  @Test(arguments: ["unauthorized_client", "invalid_client"])
  func `A callback that rejects the client leads to one other registration, and never to a loop`(
    code: String
  ) async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.rewrite { script in
        script.callback = { pairs in pairs = [(name: "error", value: code)] + pairs.filter { $0.name == "state" } }
      }
      for count in [2, 3] {
        guard case .server(_, let error) = await client.signInFailure() else {
          Issue.record("the sign-in succeeded")
          return
        }
        #expect(error.code == code)
        #expect(provider.registrations.count == count)
      }
      #expect(try await client.user() != nil, "the earlier session continues")
    }
  }

  @Test func `A client that the endpoint of pushed requests no longer knows registers again, and signs in`()
    async throws
  {
    var configuration = try configuration(dynamicRegistration)
    configuration.authorization.par = .required
    configuration.server.pushedAuthorizationEndpoint = "https://id.example.com/par"
    try await withScriptedProvider(configuration) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.forgetClients()
      try await client.begin()
      #expect(provider.authorizedClients == ["client-1", "client-2"])
      #expect(provider.registrations.count == 2)
    }
  }

  @Test func `A new registration that the server rejects isn't repeated`() async throws {
    try await withRegistration { provider in
      await provider.rewrite { script in
        script.instead = { $0.path == "/token" ? .json(#"{"error":"invalid_client"}"#, status: 401) : nil }
      }
      _ = await provider.client().signInFailure()
      #expect(provider.registrations.count == 1)
      #expect(provider.authorizedClients == ["client-1"])
    }
  }

  @Test func `Another error doesn't lead to another registration`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.inject(.denial, times: 1)
      guard case .server(_, let error) = await client.signInFailure() else {
        Issue.record("the sign-in succeeded")
        return
      }
      #expect(error.code == "access_denied")
      #expect(provider.registrations.count == 1)
    }
  }

  @Test func `An error of the userinfo endpoint doesn't lead to another registration`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.rewrite { script in
        script.instead = { $0.path == "/userinfo" ? .json(#"{"error":"invalid_client"}"#, status: 401) : nil }
      }
      guard case .server(_, let error) = await client.signInFailure() else {
        Issue.record("a different failure")
        return
      }
      #expect((error.code, error.endpoint) == ("invalid_client", .userInfo))
      #expect(provider.registrations.count == 1)
    }
  }

  @Test func `A refresh with a forgotten client ends the session, and the next sign-in registers again`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.forgetClients()
      #expect(await client.refreshFailure()?.recovery == .reauthenticate)
      #expect(try await client.user() == nil)
      try await client.begin()
      #expect(provider.authorizedClients == ["client-1", "client-2"], "the browser opens once")
    }
  }

  @Test func `A refresh whose token is rejected doesn't lead to another registration`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.rewrite { script in
        script.instead = { request in
          guard request.text.contains("grant_type=refresh_token") else { return nil }
          return .json(#"{"error":"invalid_grant"}"#, status: 400)
        }
      }
      #expect(await client.refreshFailure() != nil)
      try await client.begin()
      #expect(provider.registrations.count == 1)
    }
  }

  @Test func `A session of an earlier client doesn't remove the registration of a later one`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.account("old").begin()
      await provider.forgetClients()
      try await client.account("new").begin()
      _ = await client.account("old").refreshFailure()
      try await client.account("old").begin()
      #expect(provider.authorizedClients == ["client-1", "client-1", "client-2", "client-2"])
    }
  }

  @Test func `A server that returns the same client ID with a new secret is asked once, and its new secret is used`()
    async throws
  {
    try await withRegistration(confidentialRegistration, script: .sameClient) { provider in
      let store = MemoryCredentialStore()
      let (first, second) = (provider.client(keeping: store), provider.client(keeping: store))
      try await first.account("old").begin()
      try await second.begin()
      await provider.forgetClients()
      try await first.account("new").begin()
      #expect(provider.registrations.count == 2)
      // The second client has the first secret in its memory, and finds the new one in the store.
      try await second.begin()
      #expect(provider.registrations.count == 2)
      // The session of the earlier secret doesn't remove the new registration.
      #expect(await first.account("old").refreshFailure()?.recovery == .reauthenticate)
      try await second.begin()
      #expect(provider.registrations.count == 2)
    }
  }

  @Test func `Clients of one store that find a rejected secret register once together`() async throws {
    try await withRegistration(confidentialRegistration, script: .sameClient) { provider in
      let store = MemoryCredentialStore()
      let clients = (0..<3).map { _ in provider.client(keeping: store) }
      for client in clients { try await client.begin() }
      await provider.forgetClients()
      for client in clients { try await client.begin() }
      #expect(provider.registrations.count == 2)
    }
  }

  @Test func `Another process's registration is used, and not replaced`() async throws {
    try await withRegistration { provider in
      let store = MemoryCredentialStore()
      let (first, second) = (provider.client(keeping: store), provider.client(keeping: store))
      try await first.begin()
      try await second.begin()
      await provider.forgetClients()
      try await first.begin()
      try await second.begin()
      try await second.refresh()
      try await first.refresh()
      #expect(provider.registrations.count == 2)
    }
  }
}
