extension ClientCore {
  /// Runs a step after tokens have arrived. If it shows an attack or a mix-up, the tokens are revoked, because they may belong to
  /// someone else. After any other failure they stay valid: at some providers, a revocation ends all of the user's sessions
  /// with the app.
  func discardingOnFailure<Value>(
    _ credential: Credential, _ step: () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    do throws(StepFailure) {
      return try await step()
    } catch {
      // A canceled task sends no requests, so a new task revokes the tokens.
      if error.isSecurityFailure { await Task { await discard(credential) }.value }
      throw error
    }
  }

  /// Returns the user of a sign-in.
  func user<Provider: UserIdentifying>(
    of credential: Credential, at _: Provider.Type
  ) async throws(StepFailure) -> Provider.User {
    try await discardingOnFailure(credential) { () async throws(StepFailure) in
      guard let user = try credential.user(of: Provider.self) else { throw .response(.unknownUser) }
      return user
    }
  }

  /// Revokes tokens that are no longer needed. Failures are ignored.
  func discard(_ credential: Credential) async {
    do throws(StepFailure) { try await revoke(credential, allowsMissing: true) } catch {}
  }
}

extension StepFailure {
  /// Whether a check failed that proves whose tokens they are. A missing claim doesn't count, because the descriptor may be wrong.
  fileprivate var isSecurityFailure: Bool {
    switch self {
    case .idToken(.claim): false
    case .stepUp(.anotherUser), .idToken, .callback: true
    case .response(.subjectMismatch), .response(.signedUserInfo), .response(.unboundToken): true
    default: false
    }
  }
}

extension Credential {
  /// Returns the user with the provider's typed claims, or `nil` if the user is unknown.
  func user<Provider: UserIdentifying>(of _: Provider.Type) throws(StepFailure) -> Provider.User? {
    guard let claims else { return nil }
    do { return try Provider.User(claims: claims) } catch { throw .idToken(.claim(error)) }
  }
}
