import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = Keycloak.Client(
      baseURL: setting("AUTH_BASE_URL", example: "https://id.acme.example"),
      realm: setting("AUTH_REALM", example: "acme"),
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let user = try await client.signIn()
      greet(user)
      let address = setting("API_URL", example: "https://api.acme.example/me")
      let (data, answer) = try await client.data(from: address)
      print("the API answered \(answer.status.code) with \(data.count) bytes")
    } catch {
      print("could not go on:", error, "→", error.recovery)
    }
  }

  /// Shows what Keycloak tells about the user.
  static func greet(_ user: Keycloak.User) {
    print("id:", user.id)
    print("name:", user.name ?? "-")
    print("e-mail:", user.email ?? "-", user.isEmailVerified ? "(verified)" : "(not verified)")
    print("realmRoles:", user.realmRoles?.joined(separator: ", ") ?? "-")
    print("clientRoles:", user.clientRoles.map { "\($0)" } ?? "-")
    print("groups:", user.groups?.joined(separator: ", ") ?? "-")
    print("sessionID:", user.sessionID ?? "-")
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
