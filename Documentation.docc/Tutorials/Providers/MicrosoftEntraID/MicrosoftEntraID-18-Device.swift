import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = MicrosoftEntraID.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(path: "/"),
      environment: AuthEnvironment(store: store()))
    do {
      let user = try await signedInUser(client)
      greet(user)
      let address = setting("API_URL", example: "https://api.acme.example/me")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Returns the user who is already signed in, or signs a user in.
  static func signedInUser(
    _ client: MicrosoftEntraID.Client
  ) async throws(MicrosoftEntraID.Failure) -> MicrosoftEntraID.User {
    if let user = try await client.user() { return user }
    if CommandLine.arguments.contains("device") {
      return try await client.signInOnAnotherDevice(scopes: [.openid, .profile, .email, .offlineAccess]) { code in
        print("Open \(code.verificationURI) on another device and enter \(code.userCode)")
      }
    }
    return try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-microsoft-entra-id")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows the user's claims from Microsoft Entra ID.
  static func greet(_ user: MicrosoftEntraID.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("objectID:", user.objectID)
    print("isEmailDomainVerified:", user.isEmailDomainVerified.map { "\($0)" } ?? "-")
    print("groups:", user.groups?.joined(separator: ", ") ?? "-")
    print("loginHint:", user.loginHint ?? "-")
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
