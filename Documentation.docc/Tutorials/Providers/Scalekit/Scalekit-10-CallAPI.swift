import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Scalekit.Client(
      environmentHost: setting("AUTH_ENVIRONMENT", example: "acme.scalekit.com"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
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

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
