import Foundation
import HTTPTypes

extension IDTokenVerifier {
  /// Verifies a signed userinfo response (OpenID Connect Core 1.0 §5.3.2, §5.3.4). The issuer, the audience, and the
  /// times must be valid if they're present. They may be missing, because the response came directly from the server.
  ///
  /// - Throws: ``ResponseRejection/signedUserInfo(_:)`` with the check that failed.
  func verifyUserInfo(_ token: String) async throws(StepFailure) -> JSONValue {
    do throws(StepFailure) {
      let signed = try SignedToken(try decrypted(Secret(token), isRequired: false).reveal())
      try signed.checkIsIDToken()
      let allowed = try await signatures.metadata.userInfoAlgorithms()
      _ = try await signatures.check(signed, allowing: allowed)
      let facts = try Claims(signedFacts: try signed.claims())
      try await check(facts.all) { claims throws(TokenRejection) in try claims.checkUserInfo(self) }
      return .object(facts.all)
    } catch {
      if case .idToken(let reason) = error { throw .response(.signedUserInfo(reason)) }
      throw error
    }
  }
}

extension TransportResponse {
  /// The signed token in a userinfo response, according to the media type or the descriptor.
  func signedUserInfo(_ format: ProviderConfiguration.UserInfoRules.Format) -> String? {
    let type = headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    guard format == .jwt || type == "application/jwt", (200..<300).contains(status) else { return nil }
    return String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
