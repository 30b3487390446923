import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Google.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret")),
      redirect: .loopback(path: "/"),
      environment: AuthEnvironment(store: store()))
    do {
      let user = try await signedInUser(client)
      greet(user)
      let address = setting("API_URL", example: "https://openidconnect.googleapis.com/v1/userinfo")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
      if CommandLine.arguments.contains("sign-out") {
        try await client.revokeTokens()
        print("signed out")
      }
    } catch {
      explain(error)
    }
  }

  /// Returns the user who is already signed in, or signs a user in.
  static func signedInUser(
    _ client: Google.Client
  ) async throws(Google.Failure) -> Google.User {
    if let user = try await client.user() { return user }
    if CommandLine.arguments.contains("device") {
      return try await client.signInOnAnotherDevice() { code in
        print("Open \(code.verificationURI) on another device and enter \(code.userCode)")
      }
    }
    return try await client.signIn(offlineAccess: true)
  }

  /// The store, which saves sessions as encrypted files in the user's home folder.
  static func store() -> any CredentialStore {
    let folder = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".sign-in-with-google")
    return EncryptedFileStore(
      folder: folder, passphrase: Secret(setting("SESSION_PASSPHRASE", example: "four words that you choose")))
  }

  /// Shows the user's claims from Google.
  static func greet(_ user: Google.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("hostedDomain:", user.hostedDomain ?? "-")
  }

  /// Prints what happened and what to do next.
  static func explain(_ failure: Google.Failure) {
    switch failure {
    case .server(.adminPolicyEnforced?, _):
      print("A policy of the Workspace forbids a scope or the app.")
    case .server(.deletedClient?, _):
      print("The client was deleted.")
    case .server(.disallowedUserAgent?, _):
      print("The page was opened in an embedded web view.")
    case .server(.organizationInternal?, _):
      print("The app is only for accounts of its own organization.")
    case .server(.redirectURIMismatch?, _):
      print("The callback URL isn't registered for this client.")
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
