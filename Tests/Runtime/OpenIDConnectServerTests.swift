import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The app's own server.
extension `A server known only by its issuer` {
  @Test func `A refresh on the app's server returns the new tokens before it verifies them, so none are lost`()
    async throws
  {
    try await withServer { client, provider in
      try await client.signIn()
      let old = try #require(try await client.credential())
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let server = BackendExchange<DynamicProvider>(issuer: issuer, clientID: "app")
      await provider.rewrite { $0.instead = { $0.path.hasSuffix("/keys") ? ScriptedResponse(500) : nil } }
      let kept = Locked<Credential?>(nil)
      let found = await failure(of: try await server.refresh(old) { new in kept.withLock { $0 = new } })
      #expect(found == .response(.unexpectedStatus(500, endpoint: .keys)))
      let new = try #require(kept.value)
      #expect(new.refreshToken != old.refreshToken)
      await provider.rewrite { $0.instead = { _ in nil } }
      let next = try await server.refresh(new) { _ in }
      #expect(next.accessToken != new.accessToken)
      let unsaved = await failure(of: try await server.refresh(next) { _ in throw StoreFailure.corrupt })
      guard case .session(.unsaved(let handedOver, _)) = unsaved else {
        Issue.record("the new tokens are lost")
        return
      }
      #expect(handedOver.refreshToken != next.refreshToken)
    }
  }

  @Test func `A canceled refresh on the app's server stores the new tokens`() async throws {
    try await withServer { client, provider in
      try await client.signIn()
      let old = try #require(try await client.credential())
      let caller = Locked<Task<Void, any Error>?>(nil)
      let transport = ScriptedTransport { request throws(TransportFailure) in
        if request.url.path.hasSuffix("/token") { caller.value?.cancel() }
        return try await AuthEnvironment.platformTransport.send(request)
      }
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let server = BackendExchange<DynamicProvider>(
        issuer: issuer, clientID: "app", environment: AuthEnvironment(transport: transport))
      let kept = Locked<Credential?>(nil)
      let refreshing = Task {
        await caller.wait { $0 != nil }
        _ = await failure(of: try await server.refresh(old) { new in kept.withLock { $0 = new } })
      }
      caller.withLock { $0 = refreshing }
      try await refreshing.value
      #expect(refreshing.isCancelled)
      let new = try #require(kept.value)
      #expect(new.refreshToken != old.refreshToken)
    }
  }

  @Test func `The app's server can get its own token`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path.hasSuffix("/token") ? .json(#"{"access_token":"t","token_type":"Bearer"}"#) : nil }
    }
    try await withServer(script: script) { _, provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let server = BackendExchange<DynamicProvider>(issuer: issuer, clientID: "app", clientSecret: Secret("s"))
      let credential = try await server.clientCredential(scopes: ["api"], parameters: ["resource": "https://api"])
      #expect(credential.accessToken == Secret("t"))
      let request = try #require(provider.requests.last)
      #expect(request.text == "grant_type=client_credentials&scope=api&resource=https%3A%2F%2Fapi")
      #expect(request.headers["authorization"] == basic("app:s"))
    }
  }
}
