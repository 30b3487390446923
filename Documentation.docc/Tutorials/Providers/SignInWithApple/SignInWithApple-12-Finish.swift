import AuthRuntime
import Foundation

/// The back end of the sign-in, which has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = SignInWithApple.Backend(
    teamID: setting("AUTH_TEAM_ID", example: "A1B2C3D4E5"),
    keyID: setting("AUTH_KEY_ID", example: "F6G7H8I9J0"),
    privateKey: Secret(setting("AUTH_PRIVATE_KEY", example: "-----BEGIN PRIVATE KEY-----…")),
    clientID: setting("AUTH_CLIENT_ID", example: "abc123")
  )

  /// Begins a sign-in. Keep the result in the user's session on your server, never in the browser.
  func begin() async throws(SignInWithApple.Failure) -> PendingAuthorization {
    return try await backend.start(
      redirectURI: "https://app.acme.example/auth/apple/callback", scopes: ["name", "email"])
  }

  /// Completes the sign-in with the response: the query of the callback request, or the body of a form post.
  func finish(
    _ callback: String, of pending: PendingAuthorization
  ) async throws(SignInWithApple.Failure) -> SignInWithApple.Backend.SignedIn {
    let grant = try await backend.verifiedGrant(from: callback, for: pending)
    return try await backend.exchange(grant)
  }
}

/// Reads a value of your registration from the environment, so that the code doesn't contain a secret.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
