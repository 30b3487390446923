import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Auth0.Client(
      domain: setting("AUTH_DOMAIN", example: "acme.eu.auth0.com"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(),
      environment: AuthEnvironment(store: store()))
    do {
      let user = try await signedInUser(client)
      greet(user)
      let address = setting("API_URL", example: "https://api.acme.example/me")
      let (data, answer) = try await client.data(from: address)
      print("the API answered \(answer.status.code) with \(data.count) bytes")
    } catch {
      print("could not go on:", error, "→", error.recovery)
    }
  }

  /// Who is signed in already, or else signs in.
  static func signedInUser(
    _ client: Auth0.Client
  ) async throws(Auth0.Failure) -> Auth0.User {
    if let user = try await client.user() { return user }
    return try await client.signIn(
      scopes: [.openid, .profile, .email, .offlineAccess],
      audience: setting("AUTH_AUDIENCE", example: "https://api.acme.example"))
  }

  /// Keeps sessions in encrypted files, in a folder of the user's own.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-auth0")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows what Auth0 tells about the user.
  static func greet(_ user: Auth0.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("e-mail:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("organizationID:", user.organizationID ?? "-")
    print("organizationName:", user.organizationName ?? "-")
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
