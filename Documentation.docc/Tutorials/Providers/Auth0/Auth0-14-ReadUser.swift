import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Auth0.Client(
      domain: setting("AUTH_DOMAIN", example: "acme.eu.auth0.com"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let user = try await client.signIn()
      greet(user)
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Shows the user's claims from Auth0.
  static func greet(_ user: Auth0.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("organizationID:", user.organizationID ?? "-")
    print("organizationName:", user.organizationName ?? "-")
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
