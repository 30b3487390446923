extension ClientCore {
  /// Runs a step after tokens have arrived. If it fails, the tokens are revoked, because no caller gets them but a
  /// thief could still use them.
  func discardingOnFailure<Value>(
    _ credential: Credential, _ step: () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    do throws(StepFailure) {
      return try await step()
    } catch {
      // A canceled task sends no requests, so a new task revokes the tokens. The caller doesn't wait for it after a
      // cancellation or a network failure.
      let revocation = Task { await discard(credential) }
      switch error {
      case .cancelled, .network: break
      default: await revocation.value
      }
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

extension Credential {
  /// Returns the user with the provider's typed claims, or `nil` if the user is unknown.
  func user<Provider: UserIdentifying>(of _: Provider.Type) throws(StepFailure) -> Provider.User? {
    guard let claims else { return nil }
    do { return try Provider.User(claims: claims) } catch { throw .idToken(.claim(error)) }
  }
}
