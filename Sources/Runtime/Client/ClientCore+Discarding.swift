extension ClientCore {
  /// Runs a step after tokens have come. Where it fails nobody gets them, and they would stay good for whoever gets hold of them:
  /// the server is asked to forget them, as far as it can.
  func wanting<Value>(
    _ credential: Credential, _ step: () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    do throws(StepFailure) {
      return try await step()
    } catch {
      // A task that is cancelled sends nothing any more. Whoever cancelled it does not wait, nor for a server that cannot be had.
      let revocation = Task { await discard(credential) }
      switch error {
      case .cancelled, .network: break
      default: await revocation.value
      }
      throw error
    }
  }

  /// The user whom a sign-in has named, unless somebody went away or began anew meanwhile.
  func user<Provider: AuthProvider>(
    of credential: Credential, at _: Provider.Type
  ) async throws(StepFailure) -> Provider.User {
    try await wanting(credential) { () async throws(StepFailure) in
      guard let user = try credential.user(of: Provider.self) else { throw .response(.unknownUser) }
      // A newer sign-in is not overruled by tokens that came all the same.
      guard !Task.isCancelled else { throw .cancelled }
      return user
    }
  }

  /// Makes the server forget tokens that nobody wants any more. Whether that works is of no interest.
  func discard(_ credential: Credential) async {
    do throws(StepFailure) { try await revoke(credential, mayLack: true) } catch {}
  }
}

extension Credential {
  /// The user with a provider's typed claims; `nil` when nobody is known.
  func user<Provider: AuthProvider>(of _: Provider.Type) throws(StepFailure) -> Provider.User? {
    guard let claims else { return nil }
    do { return try Provider.User(claims: claims) } catch { throw .idToken(.claim(error)) }
  }
}
