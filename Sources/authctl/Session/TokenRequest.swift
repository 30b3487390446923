import AuthRuntime

/// Gets an access token, and does not give up new ones that the store did not take at once.
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
        line: "expiredToken: the access token of \(session.arguments) has expired, and nothing came to renew it with "
          + "(authctl sign-in \(session.arguments); some providers want --scope offline_access for that)")
    } catch {
      throw session.report(error)
    }
  }

  private func ask(_ client: AuthClient<DynamicProvider>) async throws(AuthFailure<AnyErrorCode>) -> Secret {
    guard let audience else { return try await client.accessToken(validFor: duration) }
    return try await client.accessToken(audience: audience, scopes: scopes, validFor: duration)
  }

  /// The tokens would end with this process, and the session with them: each further call tries to store them.
  private func save(
    _ fresh: Credential, _ client: AuthClient<DynamicProvider>, after failure: StoreFailure
  ) async throws(ReportedFailure) -> Secret {
    for _ in 0..<5 {
      try? await Task.sleep(for: .seconds(1))
      guard let token = try? await ask(client) else { continue }
      // What another client reads was written.
      let written = try? await session.stored()
      if written?.refreshToken == fresh.refreshToken { return token }
    }
    throw session.report(.session(.unsaved(fresh, failure)))
  }
}
