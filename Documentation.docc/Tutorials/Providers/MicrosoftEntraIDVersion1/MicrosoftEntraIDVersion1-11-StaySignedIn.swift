import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = MicrosoftEntraIDVersion1.Client(
      tenant: setting("AUTH_TENANT", example: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(),
      environment: AuthEnvironment(store: store()))
    do {
      if try await client.credential() == nil {
        let grant = try await client.authorize(scopes: [.offlineAccess])
        show(grant)
      }
      let address = setting("API_URL", example: "https://api.acme.example/me")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-microsoft-entra-id-v1-tokens")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows what the user granted. Microsoft Entra ID v1 tokens doesn't identify the user.
  static func show(_ grant: AccessGrant) {
    print("scopes:", grant.scopes)
    print("expires:", grant.expiresAt.map { "\($0)" } ?? "unknown")
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
