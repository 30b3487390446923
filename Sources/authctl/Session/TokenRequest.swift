import AuthRuntime

/// Gets an access token. It keeps new tokens until the store has saved them.
struct TokenRequest: Sendable {
  let session: CommandSession
  let configuration: ProviderConfiguration
  let duration: Duration?
  let audience: String?
  let scopes: [String]

  func token() async throws(ReportedFailure) -> Secret {
    let client = try session.client(configuration)
    do throws(AuthFailure<AnyErrorCode>) {
      return try await ask(client)
    } catch .session(.unsaved(let fresh, let failure)) {
      return try await save(fresh, client, after: failure)
    } catch .notSignedIn {
      let kept = try? await client.credential()
      guard kept != nil else { throw session.notSignedIn }
      throw ReportedFailure(
        line: "expiredToken: the access token of \(session.arguments) has expired and can't be refreshed "
          + "(run authctl sign-in \(session.arguments); some providers require --scope offline_access)")
    } catch {
      throw session.report(error)
    }
  }

  private func ask(_ client: AuthClient<DynamicProvider>) async throws(AuthFailure<AnyErrorCode>) -> Secret {
    guard let audience else { return try await client.accessToken(validFor: duration) }
    return try await client.accessToken(audience: audience, scopes: scopes, validFor: duration)
  }

  /// Saves the new tokens. Unsaved tokens, and their session, would be lost when the process exits, so every call tries
  /// again.
  private func save(
    _ fresh: Credential, _ client: AuthClient<DynamicProvider>, after failure: StoreFailure
  ) async throws(ReportedFailure) -> Secret {
    for _ in 0..<5 {
      try? await Task.sleep(for: .seconds(1))
      guard let token = try? await ask(client) else { continue }
      // The store has the credential that another client reads.
      let written = try? await session.stored()
      if written?.refreshToken == fresh.refreshToken { return token }
    }
    throw session.report(.session(.unsaved(fresh, failure)))
  }
}
