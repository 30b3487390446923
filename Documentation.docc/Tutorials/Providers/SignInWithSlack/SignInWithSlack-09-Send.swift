import AuthRuntime
import Foundation

@main
enum App {
  static func main() async {
    let client = SignInWithSlack.Client(
      clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
      redirect: .loopback())
    do {
      let grant = try await client.authorize(scopes: [.openid, .profile, .email, .offlineAccess])
      await send(grant.encoded())
    } catch {
      print("could not go on:", error, "→", error.recovery)
    }
  }

  /// Hands the grant to your server, once, over https. It is worth a session: do not store or log it.
  static func send(_ grant: Data) async {
    guard let url = URL(string: setting("SERVER_URL", example: "https://app.acme.example/sign-in")) else {
      return print("SERVER_URL is no URL")
    }
    let request = HTTPRequest(method: .post, url: url, headerFields: [.contentType: "application/octet-stream"])
    do {
      let (_, response) = try await AuthEnvironment.platformTransport.send(request, body: grant)
      print("the server answered", response.status.code)
    } catch {
      print("the server does not answer:", error)
    }
  }

  /// What the registration says, from the environment, so that no value of yours stands in the code.
  static func setting(_ name: String, example: String) -> String {
    if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
    print("\(name) is not set; an example is \(name)='\(example)'")
    exit(1)
  }
}
