import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = SlackUser.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(),
      environment: AuthEnvironment(store: store()))
    do {
      let user = try await signedInUser(client)
      greet(user)
      let address = setting("API_URL", example: "https://slack.com/api/auth.test")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
      if CommandLine.arguments.contains("sign-out") {
        try await client.revokeTokens()
        print("signed out")
      }
    } catch {
      explain(error)
    }
  }

  /// Returns the user who is already signed in, or signs a user in.
  static func signedInUser(
    _ client: SlackUser.Client
  ) async throws(SlackUser.Failure) -> SlackUser.User {
    if let user = try await client.user() { return user }
    return try await client.signIn()
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-slack-user")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows the user's claims from Slack for users.
  static func greet(_ user: SlackUser.User) {
    print("id:", user.id)
    print("email:", user.claims["email"]?.string ?? "-")
    print("username:", user.claims["preferred_username"]?.string ?? "-")
  }

  /// Prints what happened and what to do next.
  static func explain(_ failure: SlackUser.Failure) {
    switch failure {
    case .server(.invalidCode?, _):
      print("The code is wrong or has expired.")
    case .server(.invalidRefreshToken?, _):
      print("The refresh token is wrong or has expired.")
    case .server(.tokenRevoked?, _):
      print("The token was revoked, or the app was removed.")
    case .server(.badRedirectURI?, _):
      print("The callback URL isn't the one in the request.")
    case .server(.badClientSecret?, _):
      print("The client secret is wrong or missing.")
    default: print("error:", failure)
    }
    switch failure.recovery {
    case .retry(let delay): print("try again", delay.map { "in \($0)" } ?? "now")
    case .reauthenticate, .requestConsent: print("sign in again")
    case .fixConfiguration(let advice): print("for the developer:", advice)
    case .contactAdministrator, .contactUser, .updateApp: print(failure.recovery)
    }
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
