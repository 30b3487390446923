import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Keycloak.Client(
      baseURL: setting("AUTH_BASE_URL", example: "https://id.acme.example"),
      realm: setting("AUTH_REALM", example: "acme"),
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
    _ client: Keycloak.Client
  ) async throws(Keycloak.Failure) -> Keycloak.User {
    if let user = try await client.user() { return user }
    return try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
  }

  /// Keeps sessions in encrypted files, in a folder of the user's own.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-keycloak")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows what Keycloak tells about the user.
  static func greet(_ user: Keycloak.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("e-mail:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("realmRoles:", user.realmRoles?.joined(separator: ", ") ?? "-")
    print("clientRoles:", user.clientRoles.map { "\($0)" } ?? "-")
    print("groups:", user.groups?.joined(separator: ", ") ?? "-")
    print("sessionID:", user.sessionID ?? "-")
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
