import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// A server known only by its issuer.
@Suite struct `Tokens that the server doesn't revoke` {
  struct Case: Sendable {
    /// The error codes for the refresh token and for the access token, or `nil` if the server revokes it.
    let refresh: String?
    let access: String?
    /// The reported failure.
    let failure: String?
    /// Whether the refresh token is revoked, so that the session ends.
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
  func `A failed revocation is reported, and the session ends if the refresh token is revoked`(it: Case) async throws {
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
  func `A sign-out reports a failed revocation after its last step`(it: Case) async throws {
    try await withServer(script: Self.script(refresh: it.refresh, access: it.access)) { client, provider in
      try await client.signIn()
      let found = await failure(of: try await client.signOut())
      let left = try await client.credential()
      #expect(found?.caseName == it.failure)
      #expect(left == nil)
      #expect(provider.requests.last?.path == "/logout")
    }
  }

  @Test func `An unsupported revocation of the access token is a failure without a refresh token`() async throws {
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

  @Test(
    arguments: [(.accessToken, nil), (.refreshToken, "unsupported_token_type")]
      as [(ProviderConfiguration.RevocationRules.Token, String?)])
  func `After the end of the session, an access token may stay valid, and a refresh token mustn't`(
    kind: ProviderConfiguration.RevocationRules.Token, failure: String?
  ) {
    var revocation = Revocation()
    revocation.endsSession = true
    let error = ServerError(code: Self.unsupported, endpoint: .revocation)
    revocation.note(
      .server(AnyErrorCode(rawValue: error.code), error), of: RevocableToken(kind: kind, token: Secret("t")))
    let found = Result { () throws(StepFailure) in try revocation.check() }
    switch found {
    case .success: #expect(failure == nil)
    case .failure(let reason): #expect(reason.caseName == failure)
    }
  }
}
