import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// At a server that is known by its issuer alone.
@Suite struct `Tokens that the server does not revoke` {
  struct Case: Sendable {
    /// What the server answers about the refresh token and about the access token; `nil` where it revokes.
    let refresh: String?
    let access: String?
    /// What is said.
    let failure: String?
    /// Whether the refresh token is revoked, and so nothing left to keep.
    let isOver: Bool
  }

  private static let unsupported = "unsupported_token_type"

  static let cases = [
    Case(refresh: nil, access: unsupported, failure: nil, isOver: true),
    Case(refresh: nil, access: "invalid_request", failure: "invalidRequest", isOver: true),
    Case(refresh: unsupported, access: nil, failure: "unsupportedTokenType", isOver: false),
    Case(refresh: unsupported, access: unsupported, failure: "unsupportedTokenType", isOver: false),
    Case(refresh: "invalid_request", access: unsupported, failure: "invalidRequest", isOver: false),
  ]

  private static func script(refresh: String?, access: String?) -> ScriptedProvider.Script {
    .init { script in
      script.instead = { request in
        guard request.path.hasSuffix("/revoke") else { return nil }
        let code = request.text.contains("token_type_hint=refresh_token") ? refresh : access
        return code.map { .json(#"{"error":"\#($0)"}"#, status: 400) }
      }
    }
  }

  @Test(arguments: cases)
  func `are said, and end the session once the refresh token is revoked`(it: Case) async throws {
    try await withServer(script: Self.script(refresh: it.refresh, access: it.access)) { client, provider in
      try await client.signIn()
      let found = await failure(of: try await client.revokeTokens())
      let left = try await client.credential()
      #expect(found?.caseName == it.failure)
      #expect((left == nil) == it.isOver)
      #expect(provider.requests.count { $0.path.hasSuffix("/revoke") } == 2)
    }
  }

  @Test(arguments: cases)
  func `are said at the end of a sign-out, which goes all the way`(it: Case) async throws {
    try await withServer(script: Self.script(refresh: it.refresh, access: it.access)) { client, provider in
      try await client.signIn()
      let found = await failure(of: try await client.signOut())
      let left = try await client.credential()
      #expect(found?.caseName == it.failure)
      #expect(left == nil)
      #expect(provider.requests.last?.path == "/logout")
    }
  }

  @Test func `are a failure where there is no other`() async throws {
    try await withServer(script: Self.script(refresh: nil, access: Self.unsupported)) { it in
      it.authorization.responseType = .idTokenToken
    } _: { client, _ in
      try await client.signIn()
      let revoking = await failure(of: try await client.revokeTokens())
      let kept = try await client.credential()
      let leaving = await failure(of: try await client.signOut())
      let left = try await client.credential()
      #expect((revoking?.caseName, leaving?.caseName) == ("unsupportedTokenType", "unsupportedTokenType"))
      #expect(kept != nil && left == nil)
    }
  }
}
