import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// RFC 8414 §2: each endpoint has its own list of methods.
@Suite struct `Client authentication at each endpoint` {
  private static let lists = [Endpoint.token, .revocation, .introspection].map {
    $0.rawValue + "_auth_methods_supported"
  }

  /// Whether the token, revocation and introspection endpoints received HTTP Basic.
  private func usesBasic(_ methods: [String?]) async throws -> [Bool] {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path.hasSuffix("/introspect") ? .json(#"{"active":false}"#) : nil }
    }
    return try await withServer(script: script, secret: Secret("s3cret-42")) { client, provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      var members: [String: JSONValue] = ["introspection_endpoint": .string(issuer + "/introspect")]
      for (list, method) in zip(Self.lists, methods) {
        members[list] = method.map { JSONValue.array([.string("tls_client_auth"), .string($0)]) } ?? .null
      }
      try await provider.announce(members)
      try await client.signIn()
      _ = try await client.introspect(Secret("t"))
      try await client.revokeTokens()
      return try ["/token", "/revoke", "/introspect"].map { path in
        let request = try #require(provider.requests.first { $0.path.hasSuffix(path) })
        let isBasic = request.headers["authorization"] == basic("app:s3cret-42")
        #expect(isBasic != request.text.contains("client_secret=s3cret-42"))
        return isBasic
      }
    }
  }

  @Test(
    arguments: [
      ([nil, nil, nil], [true, true, true]),
      (["client_secret_basic", "client_secret_post", "client_secret_post"], [true, false, false]),
      (["client_secret_post", "client_secret_basic", "client_secret_basic"], [false, true, true]),
      (["client_secret_post", nil, nil], [false, false, false]),
      ([nil, "client_secret_post", nil], [true, false, true]),
      (["client_secret_post", "unheard_of", "client_secret_basic"], [false, false, true]),
    ] as [([String?], [Bool])])
  func `Each endpoint receives the client secret by a method of that endpoint`(methods: [String?], isBasic: [Bool])
    async throws
  {
    #expect(try await usesBasic(methods) == isBasic)
  }
}
