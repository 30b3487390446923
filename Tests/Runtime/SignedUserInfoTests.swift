import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Userinfo that the server signs` {
  /// The user after a sign-in at a server known only by its issuer, or the failure.
  private func signIn(
    format: ProviderConfiguration.UserInfoRules.Format = .jwt, mediaType: String = "application/jwt",
    header: [String: JSONValue] = [:], by other: TokenSigner? = nil,
    claims change: @escaping @Sendable (inout [String: JSONValue]) -> Void = { _ in },
    bending: @escaping @Sendable (String) -> String = { $0 }
  ) async throws -> Result<DynamicProvider.User, StepFailure> {
    var script = ScriptedProvider.Script()
    let tokenSigner = other ?? script.tokenSigner
    script.userInfoResponse = {
      var members: [String: JSONValue] = ["sub": .string("user-1"), "nickname": .string("Lovelace")]
      change(&members)
      let token = (try? tokenSigner.token(claims: members, header: header)) ?? ""
      return ScriptedResponse(200, headers: ["Content-Type": mediaType], body: bending(token))
    }
    return try await withServer(script: script) { it in
      it.userInfo.sources = [.idToken, .endpoint]
      it.userInfo.format = format
    } _: { client, _ in
      do throws(StepFailure) {
        return .success(try await client.signIn(scopes: [], parameters: .init()))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test(arguments: [
    (ProviderConfiguration.UserInfoRules.Format.jwt, "application/jwt"), (.json, "application/jwt"),
    (.json, "Application/JWT; charset=utf-8"), (.jwt, "text/plain"),
  ])
  func `Signed userinfo is verified and read`(format: ProviderConfiguration.UserInfoRules.Format, mediaType: String)
    async throws
  {
    let found = try await signIn(format: format, mediaType: mediaType)
    #expect(try found.get().nickname == "Lovelace")
  }

  @Test(arguments: [(199, false), (200, true), (299, true), (300, false), (401, false), (500, false)])
  func `Only a successful response contains signed userinfo`(status: Int, isRead: Bool) {
    let response = TransportResponse(
      status: status, headers: [.contentType: "application/jwt"], body: Data("a.b.c\n".utf8))
    for format in [ProviderConfiguration.UserInfoRules.Format.jwt, .json] {
      #expect(response.signedUserInfo(format) == (isRead ? "a.b.c" : nil))
    }
  }

  @Test func `The scripted provider signs userinfo if the descriptor says so`() async throws {
    let scenario = SignInScenario("userinfo: { source: [id_token, userinfo], format: jwt }", over: .oidc)
    let outcome = try await scenario.signIn()
    #expect(outcome.user.claims["id"] == .string("user-1"), "only userinfo contains this claim")
  }

  @Test func `The responses to further requests aren't signed`() async throws {
    let snippet = """
      userinfo:
        source: [id_token, userinfo]
        format: jwt
        further_requests:
          - { endpoint: "https://api.example.com/nick", map: { nickname: nick } }
      """
    var scenario = SignInScenario(snippet, over: .oidc)
    scenario.respond("/nick", #"{"nick":"Lovelace"}"#)
    #expect(try await scenario.signIn().claims("nickname") == ["Lovelace"])
  }

  @Test func `Signed userinfo whose sub isn't a string is rejected`() async throws {
    let found = try await signIn { $0["sub"] = .integer(7) }
    let rejection = TokenRejection.claim(.wrongClaimType("sub", expected: "a string"))
    #expect(throws: StepFailure.response(.signedUserInfo(rejection))) { try found.get() }
  }

  @Test func `Signed userinfo may have an audience and an expiry`() async throws {
    let found = try await signIn { members in
      members["aud"] = .array([.string("other"), .string("app")])
      members["exp"] = .number(Date().timeIntervalSince1970.rounded() + 60)
    }
    #expect(try found.get().nickname == "Lovelace")
  }

  @Test(
    arguments: [
      ("iss", .string("https://id.example.com/other"), .issuerMismatch), ("aud", .string("other"), .audienceMismatch),
      ("exp", .integer(1_700_000_000), .expired), ("exp", .null, .claim(.missingClaim("exp"))),
      ("nbf", .integer(4_000_000_000), .notYetValid),
      ("sub", .string(""), .claim(.missingClaim("sub"))),
    ] as [(String, JSONValue, TokenRejection)])
  func `Signed userinfo with a wrong claim is rejected`(name: String, value: JSONValue, reason: TokenRejection)
    async throws
  {
    let found = try await signIn { $0[name] = value }
    #expect(throws: StepFailure.response(.signedUserInfo(reason))) { try found.get() }
  }

  @Test func `Rejected userinfo is described as userinfo`() async throws {
    let found = try await signIn { $0["exp"] = .integer(1_700_000_000) }
    guard case .failure(let failure) = found else {
      Issue.record("the userinfo was accepted")
      return
    }
    #expect(failure.description == "signedUserInfo: the signed userinfo has expired")
    #expect(failure.recovery.description == "check this machine's clock")
  }

  @Test func `Signed userinfo about another user is rejected`() async throws {
    let found = try await signIn { $0["sub"] = .string("user-2") }
    #expect(throws: StepFailure.response(.subjectMismatch)) { try found.get() }
  }

  @Test func `Userinfo that is unsigned, forged, or of another token type is rejected`() async throws {
    let forged = try await signIn(by: TokenSigner())
    #expect(throws: StepFailure.response(.signedUserInfo(.invalidSignature))) { try forged.get() }
    let unsigned = try await signIn(header: ["alg": .string("none")])
    #expect(throws: StepFailure.response(.signedUserInfo(.algorithmNotAllowed("none")))) { try unsigned.get() }
    let other = try await signIn(header: ["typ": .string("at+jwt")])
    #expect(throws: StepFailure.response(.signedUserInfo(.wrongTokenType("at+jwt")))) { try other.get() }
  }

  @Test func `Encrypted userinfo is rejected, and so is JSON instead of a signed token`() async throws {
    let encrypted = try await signIn(bending: { _ in "a.b.c.d.e" })
    #expect(throws: StepFailure.response(.signedUserInfo(.encrypted))) { try encrypted.get() }
    let plain = try await signIn(mediaType: "application/json", bending: { _ in #"{"sub":"user-1"}"# })
    let reason = TokenRejection.malformed("it doesn't have three parts")
    #expect(throws: StepFailure.response(.signedUserInfo(reason))) { try plain.get() }
  }

  @Test func `Userinfo signed with an algorithm that the metadata doesn't list is rejected`() async throws {
    let found = try await withServer { it in
      it.userInfo.sources = [.idToken, .endpoint]
    } _: { client, provider in
      try await provider.announce(["userinfo_signing_alg_values_supported": .array([.string("RS256")])])
      await provider.rewrite { script in
        let tokenSigner = script.tokenSigner
        script.userInfoResponse = {
          let token = (try? tokenSigner.token(claims: ["sub": .string("user-1")])) ?? ""
          return ScriptedResponse(200, headers: ["Content-Type": "application/jwt"], body: token)
        }
      }
      return await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    }
    #expect(found == .response(.signedUserInfo(.algorithmNotAllowed("ES256"))))
  }
}

@Suite struct `Userinfo that isn't signed` {
  @Test func `Unsigned userinfo without a sub is rejected`() async throws {
    let script = ScriptedProvider.Script { $0.userInfo = { $0["sub"] = nil } }
    let found = try await withServer(script: script) { it in
      it.userInfo.sources = [.idToken, .endpoint]
    } _: { client, _ in
      await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    }
    #expect(found == .response(.subjectMismatch))
  }
}
