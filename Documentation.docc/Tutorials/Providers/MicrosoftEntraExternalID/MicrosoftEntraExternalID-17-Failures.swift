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
      explain(error)
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

  /// Prints what happened and what to do next.
  static func explain(_ failure: MicrosoftEntraExternalID.Failure) {
    switch failure {
    case .server(.consentMissing?, _):
      print("The admin hasn't consented for the users.")
    case .server(.userNotAssigned?, _):
      print("The user isn't assigned to the application.")
    case .server(.clientSecretMissing?, _):
      print("The server expects a secret: register the callback URL under Mobile and desktop applications.")
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
