import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = MicrosoftEntraExternalID.Client(
      tenant: setting("AUTH_TENANT", example: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(path: "/"))
    do {
      let user = try await client.signIn()
      greet(user)
    } catch {
      print("error:", error, "→", error.recovery)
    }
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

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
