import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = MicrosoftEntraID.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback(path: "/"))
    do {
      let user = try await client.signIn()
      greet(user)
      let address = setting("API_URL", example: "https://api.acme.example/me")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Shows the user's claims from Microsoft Entra ID.
  static func greet(_ user: MicrosoftEntraID.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("email:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("objectID:", user.objectID)
    print("isEmailDomainVerified:", user.isEmailDomainVerified.map { "\($0)" } ?? "-")
    print("groups:", user.groups?.joined(separator: ", ") ?? "-")
    print("loginHint:", user.loginHint ?? "-")
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
