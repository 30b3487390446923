import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Scalekit.Client(
      environmentHost: setting("AUTH_ENVIRONMENT", example: "acme.scalekit.com"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(),
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
    _ client: Scalekit.Client
  ) async throws(Scalekit.Failure) -> Scalekit.User {
    if let user = try await client.user() { return user }
    return try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-scalekit")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows the user's claims from Scalekit.
  static func greet(_ user: Scalekit.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("organizationID:", user.organizationID ?? "-")
    print("authenticationMethods:", user.authenticationMethods?.joined(separator: ", ") ?? "-")
    print("sessionID:", user.sessionID ?? "-")
    print("externalOrganizationID:", user.externalOrganizationID ?? "-")
    print("roles:", user.roles?.joined(separator: ", ") ?? "-")
    print("permissions:", user.permissions?.joined(separator: ", ") ?? "-")
  }

  /// Prints what happened and what to do next.
  static func explain(_ failure: Scalekit.Failure) {
    switch failure {
    case .server(.invalidRedirectURI?, _):
      print("The callback URL isn't registered.")
    case .server(.invalidConnectionSelector?, _):
      print("No organization, connection, domain, or provider was passed.")
    case .server(.invalidOrganizationID?, _):
      print("The organization is unknown.")
    case .server(.invalidConnectionID?, _):
      print("The connection is unknown.")
    case .server(.noActiveConnections?, _):
      print("The organization has no active connection.")
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
