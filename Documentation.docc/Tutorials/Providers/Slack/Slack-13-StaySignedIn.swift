import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Slack.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(),
      environment: AuthEnvironment(store: store()))
    do {
      let user = try await signedInUser(client)
      greet(user)
      let address = setting("API_URL", example: "https://slack.com/api/auth.test")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Returns the user who is already signed in, or signs a user in.
  static func signedInUser(
    _ client: Slack.Client
  ) async throws(Slack.Failure) -> Slack.User {
    if let user = try await client.user() { return user }
    return try await client.signIn()
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-slack")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows the user's claims from Slack.
  static func greet(_ user: Slack.User) {
    print("id:", user.id)
    print("email:", user.claims["email"]?.string ?? "-")
    print("username:", user.claims["preferred_username"]?.string ?? "-")
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
