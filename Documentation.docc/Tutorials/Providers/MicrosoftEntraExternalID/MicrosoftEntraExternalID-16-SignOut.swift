import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = MicrosoftEntraExternalID.Client(
      tenant: setting("AUTH_TENANT", example: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(path: "/"),
      environment: AuthEnvironment(store: store()))
    do {
      let user = try await signedInUser(client)
      greet(user)
      let address = setting("API_URL", example: "https://api.acme.example/me")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
      if CommandLine.arguments.contains("sign-out") {
        try await client.signOut()
        print("signed out")
      }
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Returns the user who is already signed in, or signs a user in.
  static func signedInUser(
    _ client: MicrosoftEntraExternalID.Client
  ) async throws(MicrosoftEntraExternalID.Failure) -> MicrosoftEntraExternalID.User {
    if let user = try await client.user() { return user }
    return try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-microsoft-entra-id-external-id")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows the user's claims from Microsoft Entra External ID.
  static func greet(_ user: MicrosoftEntraExternalID.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("objectID:", user.objectID)
    print("tenantID:", user.tenantID)
    print("roles:", user.roles?.joined(separator: ", ") ?? "-")
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
