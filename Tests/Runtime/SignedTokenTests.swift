import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The parts and the header of a signed token` {
  private static let tokenSigner = TokenSigner()

  /// A signed token with this header.
  private static func token(_ header: String) throws -> String {
    try tokenSigner.token(header: Data(header.utf8), payload: Data("{}".utf8))
  }

  private func rejection(_ text: String) throws -> TokenRejection? {
    do throws(StepFailure) { _ = try SignedToken(text) } catch {
      guard case .idToken(let reason) = error else { throw error }
      return reason
    }
    return nil
  }

  @Test(arguments: [
    ("", nil), (".AAAA", TokenRejection.malformed("it doesn't have three parts")), (".AAAA.AAAA", .encrypted),
    (".AAAA.AAAA.AAAA", .malformed("it doesn't have three parts")),
  ])
  func `A signed token has exactly three parts`(suffix: String, expected: TokenRejection?) throws {
    #expect(try rejection(Self.tokenSigner.token(claims: [:]) + suffix) == expected)
  }

  @Test(arguments: [(131_072, "it doesn't have three parts"), (131_073, "it's longer than 128 KiB")])
  func `A signed token has at most 128 KiB`(length: Int, reason: String) throws {
    #expect(try rejection(String(repeating: "A", count: length)) == .malformed(reason))
  }

  @Test(arguments: [
    (#"{"alg":"ES256","kid":"key-1"}"#, nil), (#"{"alg":"ES256","crit":null}"#, TokenRejection.criticalHeader),
    (#"{"alg":"ES256","crit":["exp"]}"#, .criticalHeader),
    (#"{"alg":"ES256","kid":1}"#, .malformed("the header's kid isn't a string")),
    (#"{"kid":"key-1"}"#, .malformed("the header's alg is missing")),
  ])
  func `A header that can't be understood is rejected`(header: String, expected: TokenRejection?) throws {
    #expect(try rejection(Self.token(header)) == expected)
  }

  @Test func `A token whose type is null is a token without a type`() throws {
    let token = try SignedToken(Self.token(#"{"alg":"ES256","typ":null}"#))
    #expect(throws: Never.self) { try token.checkIsIDToken() }
    #expect(throws: Never.self) { try token.checkIsLogoutToken() }
    #expect(try !token.checkIsAccessToken(["JWT"]))
    #expect(token.mediaType == nil)
  }

  @Test(arguments: ["at+jwt", "AT+JWT", "application/at+jwt", "logout+jwt", "x+jwt"])
  func `A token of another type isn't an ID token`(type: String) throws {
    let token = try SignedToken(Self.token(#"{"alg":"ES256","typ":"\#(type)"}"#))
    #expect(throws: StepFailure.idToken(.wrongTokenType(type))) { try token.checkIsIDToken() }
  }

  /// `nil` is for a type that is rejected.
  @Test(
    arguments: [
      ([], "at+jwt", true), ([], "JWT", nil), ([], "logout+jwt", nil), (["JWT"], "JWT", false),
      (["JWT"], "at+jwt", nil), (["JWT", "at+jwt"], "application/at+jwt", true), (["JWT", "at+jwt"], "JWT", false),
    ] as [([String], String, Bool?)])
  func `Only the type at+jwt shows that a token is an access token`(
    types: [String], type: String, isMarked: Bool?
  ) throws {
    let token = try SignedToken(Self.token(#"{"alg":"ES256","typ":"\#(type)"}"#))
    #expect((try? token.checkIsAccessToken(types)) == isMarked)
  }
}
