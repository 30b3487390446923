import Foundation
import HTTPTypes

extension IDTokenVerifier {
  /// Verifies userinfo that the server has signed (OpenID Connect Core 1.0 §5.3.2, §5.3.4). What it says of its issuer, its
  /// audience and its time must be right; it need not say it, for it came straight from the server.
  ///
  /// - Throws: ``ResponseRejection/signedUserInfo(_:)`` naming the rule that it breaks.
  func verifyUserInfo(_ token: String) async throws(StepFailure) -> JSONValue {
    do throws(StepFailure) {
      let signed = try SignedToken(token)
      try signed.checkIsIDToken()
      let allowed = try await signatures.metadata.userInfoAlgorithms()
      _ = try await signatures.check(signed, allowing: allowed)
      let facts = try Claims(signedFacts: try signed.claims())
      try await check(facts.all, TokenCheck.userInfo(self))
      return .object(facts.all)
    } catch {
      if case .idToken(let reason) = error { throw .response(.signedUserInfo(reason)) }
      throw error
    }
  }
}

extension TransportResponse {
  /// The signed token that userinfo is, by the media type or because the descriptor demands one.
  func signedUserInfo(_ format: ProviderConfiguration.UserInfoRules.Format) -> String? {
    let type = headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    guard format == .jwt || type == "application/jwt", (200..<300).contains(status) else { return nil }
    return String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
