import AuthRuntime
import Foundation

/// Signs a user in with the system browser.
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
      print("sign-in failed: \(error) → \(error.recovery)")
      exit(1)
    }
  }

  /// Reads a value of your registration from the environment.
  private static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    let missing = " isn't set. Find its value in your registration with Acme."
    print(name + missing + " Then set it, for example: \(name)=\(example)")
    exit(1)
  }
}
