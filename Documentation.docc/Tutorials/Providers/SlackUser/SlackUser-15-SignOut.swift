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
      let (data, answer) = try await client.data(from: address)
      print("the API answered \(answer.status.code) with \(data.count) bytes")
      if CommandLine.arguments.contains("sign-out") {
        try await client.revokeTokens()
        print("signed out")
      }
    } catch {
      print("could not go on:", error, "→", error.recovery)
    }
  }

  /// Who is signed in already, or else signs in.
  static func signedInUser(
    _ client: SlackUser.Client
  ) async throws(SlackUser.Failure) -> SlackUser.User {
    if let user = try await client.user() { return user }
    return try await client.signIn()
  }

  /// Keeps sessions in encrypted files, in a folder of the user's own.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-slack-user")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows what Slack for users tells about the user.
  static func greet(_ user: SlackUser.User) {
    print("id:", user.id)
    print("email:", user.claims["email"]?.string ?? "-")
    print("username:", user.claims["preferred_username"]?.string ?? "-")
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
