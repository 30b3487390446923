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
      explain(error)
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

  /// Prints what happened and what to do next.
  static func explain(_ failure: MicrosoftEntraIDVersion1.Failure) {
    switch failure {
    case .server(.invalidTarget?, _):
      print("The audience or resource is unknown or not allowed.")
    case .server(.invalidAuthorizationDetails?, _):
      print("An authorization detail is unknown or not allowed.")
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
