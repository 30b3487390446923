import AuthRuntime
import Foundation

/// The back end of the sign-in, which has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = GitHub.Backend(
    clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
    clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret"))
  )

  /// Exchanges the app's grant. Returns `nil` if the bytes aren't a grant.
  func signIn(_ body: Data) async throws(GitHub.Failure) -> GitHub.Backend.SignedIn? {
    guard let grant = AuthorizationGrant(encoded: body) else { return nil }
    return try await backend.exchange(grant)
  }

  /// Shows the user's claims from GitHub.
  func greet(_ user: GitHub.User) {
    print("id:", user.id)
    print("email:", user.claims["email"]?.string ?? "-")
    print("name:", user.claims["name"]?.string ?? "-")
    print("username:", user.claims["preferred_username"]?.string ?? "-")
  }

  /// Gets new tokens. `save` stores them before anything else can fail. Store the returned credential too.
  func refresh(
    _ credential: Credential, save: @Sendable (Credential) async throws -> Void
  ) async throws(GitHub.Failure) -> Credential {
    try await backend.refresh(credential, keeping: save)
  }

  /// Revokes the tokens at GitHub. Also delete the credential and your own session.
  func signOut(_ credential: Credential) async throws(GitHub.Failure) {
    try await backend.revokeTokens(of: credential)
  }

  /// Prints what happened and what to do next.
  func explain(_ failure: GitHub.Failure) {
    switch failure {
    case .server(.unverifiedUserEmail?, _):
      print("The user must first verify the primary email address.")
    case .server(.applicationSuspended?, _):
      print("GitHub has suspended the app.")
    case .server(.deviceFlowDisabled?, _):
      print("The app's settings don't allow the device flow.")
    case .server(.incorrectDeviceCode?, _):
      print("The device code isn't valid.")
    case .server(.badVerificationCode?, _):
      print("The code is wrong, was already used, or is older than ten minutes.")
    default: print("error:", failure)
    }
    switch failure.recovery {
    case .retry(let delay): print("try again", delay.map { "in \($0)" } ?? "now")
    case .reauthenticate, .requestConsent: print("sign in again")
    case .fixConfiguration(let advice): print("for the developer:", advice)
    case .contactAdministrator, .contactUser, .updateApp: print(failure.recovery)
    }
  }
}

/// Reads a value of your registration from the environment, so that the code doesn't contain a secret.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
