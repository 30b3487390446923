import AuthRuntime
import Foundation

/// Signs a user in, in the system's browser.
@main
enum App {
  static func main() async {
    let client = Acme.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let user = try await client.signIn(scopes: [.openid, .profile, .readTimesheets], display: .page)
      print("hello \(user.name ?? user.subject)")
    } catch {
      print("could not go on: \(error) → \(error.recovery)")
      exit(1)
    }
  }

  /// What the provider's dashboard says, from the environment.
  private static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    let missing = " is not set; your registration with Acme says what it is, such as "
    print(name + missing + "\(name)=\(example)")
    exit(1)
  }
}
