import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = SlackServer.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    print("made a client, and sent nothing:", type(of: client))
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
