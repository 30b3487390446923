import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = MicrosoftEntraIDVersion1.Client(
      tenant: setting("AUTH_TENANT", example: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let grant = try await client.authorize()
      show(grant)
    } catch {
      print("error:", error, "→", error.recovery)
    }
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
