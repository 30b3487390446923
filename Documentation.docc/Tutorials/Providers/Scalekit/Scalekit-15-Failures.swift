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
      let (data, answer) = try await client.data(from: address)
      print("the API answered \(answer.status.code) with \(data.count) bytes")
      if CommandLine.arguments.contains("sign-out") {
        try await client.signOut()
        print("signed out")
      }
    } catch {
      explain(error)
    }
  }

  /// Who is signed in already, or else signs in.
  static func signedInUser(
    _ client: Scalekit.Client
  ) async throws(Scalekit.Failure) -> Scalekit.User {
    if let user = try await client.user() { return user }
    return try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
  }

  /// Keeps sessions in encrypted files, in a folder of the user's own.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-scalekit")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows what Scalekit tells about the user.
  static func greet(_ user: Scalekit.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("e-mail:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("organizationID:", user.organizationID ?? "-")
    print("authenticationMethods:", user.authenticationMethods?.joined(separator: ", ") ?? "-")
    print("sessionID:", user.sessionID ?? "-")
    print("externalOrganizationID:", user.externalOrganizationID ?? "-")
    print("roles:", user.roles?.joined(separator: ", ") ?? "-")
    print("permissions:", user.permissions?.joined(separator: ", ") ?? "-")
  }

  /// Says what happened, and what to do next.
  static func explain(_ failure: Scalekit.Failure) {
    switch failure {
    case .server(.invalidRedirectURI?, _):
      print("The callback URL is not registered.")
    case .server(.invalidConnectionSelector?, _):
      print("No organization, connection, domain or provider was given.")
    case .server(.invalidOrganizationID?, _):
      print("The organization is unknown.")
    case .server(.invalidConnectionID?, _):
      print("The connection is unknown.")
    case .server(.noActiveConnections?, _):
      print("The organization has no active connection.")
    default: print("could not go on:", failure)
    }
    switch failure.recovery {
    case .retry(let delay): print("try again", delay.map { "in \($0)" } ?? "now")
    case .reauthenticate, .requestConsent: print("sign in again")
    case .fixConfiguration(let advice): print("for the developer:", advice)
    case .contactAdministrator, .contactUser, .updateApp: print(failure.recovery)
    }
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
