import AuthRuntime
import Foundation

/// The half of the sign-in that has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = SlackServer.Backend(
    clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
    clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret"))
  )

  /// Exchanges what the app has sent; `nil` for bytes that are no grant.
  func signIn(_ body: Data) async throws(SlackServer.Failure) -> SlackServer.Backend.SignedIn? {
    guard let grant = AuthorizationGrant(encoded: body) else { return nil }
    return try await backend.exchange(grant)
  }

  /// Shows what Slack on a server tells about the user.
  func greet(_ user: SlackServer.User) {
    print("id:", user.id)
    print("email:", user.claims["email"]?.string ?? "-")
    print("username:", user.claims["preferred_username"]?.string ?? "-")
  }

  /// Gets new tokens. `save` stores them before anything else can fail; store what comes back, too.
  func refresh(
    _ credential: Credential, save: @Sendable (Credential) async throws -> Void
  ) async throws(SlackServer.Failure) -> Credential {
    try await backend.refresh(credential, keeping: save)
  }

  /// Makes Slack on a server forget the tokens. Delete the credential and your own session as well.
  func signOut(_ credential: Credential) async throws(SlackServer.Failure) {
    try await backend.revokeTokens(of: credential)
  }
}

/// What the registration says, from the environment, so that no secret stands in the code.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
