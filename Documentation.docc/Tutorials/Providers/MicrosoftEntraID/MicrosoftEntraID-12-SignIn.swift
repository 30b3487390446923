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
      print("signed in as", user.id)
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
