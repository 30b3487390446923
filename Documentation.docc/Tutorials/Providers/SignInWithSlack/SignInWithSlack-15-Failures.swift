import AuthRuntime
import Foundation

/// The back end of the sign-in, which has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = SignInWithSlack.Backend(
    clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
    clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret"))
  )

  /// Exchanges the app's grant. Returns `nil` if the bytes aren't a grant.
  func signIn(_ body: Data) async throws(SignInWithSlack.Failure) -> SignInWithSlack.Backend.SignedIn? {
    guard let grant = AuthorizationGrant(encoded: body) else { return nil }
    return try await backend.exchange(grant)
  }

  /// Shows the user's claims from Sign in with Slack.
  func greet(_ user: SignInWithSlack.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("userID:", user.userID)
    print("teamID:", user.teamID)
    print("teamName:", user.teamName ?? "-")
  }

  /// Gets new tokens. `save` stores them before anything else can fail. Store the returned credential too.
  func refresh(
    _ credential: Credential, save: @Sendable (Credential) async throws -> Void
  ) async throws(SignInWithSlack.Failure) -> Credential {
    try await backend.refresh(credential, keeping: save)
  }

  /// Revokes the tokens at Sign in with Slack. Also delete the credential and your own session.
  func signOut(_ credential: Credential) async throws(SignInWithSlack.Failure) {
    try await backend.revokeTokens(of: credential)
  }

  /// Prints what happened and what to do next.
  func explain(_ failure: SignInWithSlack.Failure) {
    switch failure {
    case .server(.invalidCode?, _):
      print("The code is wrong or has expired.")
    case .server(.badRedirectURI?, _):
      print("The callback URL isn't the one in the request.")
    case .server(.badClientSecret?, _):
      print("The client secret is wrong or missing.")
    case .server(.invalidClientID?, _):
      print("The client ID is wrong.")
    case .server(.invalidTarget?, _):
      print("The audience or resource is unknown or not allowed.")
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
