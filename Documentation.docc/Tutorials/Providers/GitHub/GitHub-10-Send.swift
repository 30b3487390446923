import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = GitHub.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let grant = try await client.authorize(scopes: [.readUser, .userEmail, .offlineAccess])
      await send(grant.encoded())
    } catch {
      print("error:", error, "→", error.recovery)
    }
  }

  /// Sends the grant to your server once, over HTTPS. Don't store or log the grant, because it gives access to a session.
  static func send(_ grant: Data) async {
    guard let url = URL(string: setting("SERVER_URL", example: "https://app.acme.example/sign-in")) else {
      return print("SERVER_URL isn't a valid URL")
    }
    let request = HTTPRequest(method: .post, url: url, headerFields: [.contentType: "application/octet-stream"])
    do {
      let (_, response) = try await AuthEnvironment.platformTransport.send(request, body: grant)
      print("the server responded with", response.status.code)
    } catch {
      print("the server doesn't respond:", error)
    }
  }

  /// Reads a value of your registration from the environment, so that the code doesn't contain it.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
