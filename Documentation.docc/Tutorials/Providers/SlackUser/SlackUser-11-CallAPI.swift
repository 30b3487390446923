import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = SlackUser.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let user = try await client.signIn()
      greet(user)
      let address = setting("API_URL", example: "https://slack.com/api/auth.test")
      let (data, response) = try await client.data(from: address)
      print("the API responded with \(response.status.code) and \(data.count) bytes")
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Shows the user's claims from Slack for users.
  static func greet(_ user: SlackUser.User) {
    print("id:", user.id)
    print("email:", user.claims["email"]?.string ?? "-")
    print("username:", user.claims["preferred_username"]?.string ?? "-")
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
