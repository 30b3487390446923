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
      let (data, answer) = try await client.data(from: address)
      print("the API answered \(answer.status.code) with \(data.count) bytes")
    } catch {
      print("could not go on:", error, "→", error.recovery)
    }
  }

  /// Who is signed in already, or else signs in.
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

  /// Keeps sessions in encrypted files, in a folder of the user's own.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-microsoft-entra-id")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows what Microsoft Entra ID tells about the user.
  static func greet(_ user: MicrosoftEntraID.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("e-mail:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("objectID:", user.objectID)
    print("tenantID:", user.tenantID)
    print("isEmailDomainVerified:", user.isEmailDomainVerified.map { "\($0)" } ?? "-")
    print("roles:", user.roles?.joined(separator: ", ") ?? "-")
    print("groups:", user.groups?.joined(separator: ", ") ?? "-")
    print("loginHint:", user.loginHint ?? "-")
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
